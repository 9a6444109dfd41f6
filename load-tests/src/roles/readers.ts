import { isShed, tokenOf, type Crew } from '../crew/send-claim.ts';
import type { Plan } from '../plan/plan.ts';
import type { Reply, World } from '../ports.ts';

interface Read {
  /** A tag of `read_ms`. */
  what: string;
  route: string;
  path: string;
  isRight(reply: Reply): boolean;
}

const hasItems = (reply: Reply): boolean => Array.isArray(Object(reply.json()).items);

/** The last line of a snapshot says that nothing is missing. */
function isWhole(reply: Reply): boolean {
  const lines = reply.text().trimEnd().split('\n');
  const end = /^\{"end":true,"total":(\d+)\}$/.exec(lines.at(-1) ?? '');
  return end !== null && Number(end[1]) === lines.length - 1;
}

/** What people look at, by turns: mostly lists. */
function readsOf({ owner, signIds }: Crew, number: number): Read[] {
  const { organizationId, eventId } = owner;
  const list = `/api/signs?organizationId=${organizationId}&eventId=${eventId}`;
  const id = signIds[number % Math.max(1, signIds.length)];
  const reads: Read[] = [
    {
      what: 'snapshot',
      route: 'GET /api/signs/snapshot',
      path: `/api/signs/snapshot?organizationId=${organizationId}&eventId=${eventId}`,
      isRight: isWhole,
    },
    { what: 'list', route: 'GET /api/signs', path: `${list}&limit=50`, isRight: hasItems },
    { what: 'search', route: 'GET /api/signs', path: `${list}&q=load-1&limit=50`, isRight: hasItems },
    { what: 'filter', route: 'GET /api/signs', path: `${list}&status=offline&limit=50`, isRight: hasItems },
    {
      what: 'events',
      route: 'GET /api/organizations/:id/events',
      path: `/api/organizations/${organizationId}/events`,
      isRight: hasItems,
    },
  ];
  if (id !== undefined) {
    const isIt = (reply: Reply) => Object(reply.json()).id === id;
    reads.push(
      { what: 'sign', route: 'GET /api/signs/:id', path: `/api/signs/${id}`, isRight: isIt },
      { what: 'history', route: 'GET /api/signs/:id/history', path: `/api/signs/${id}/history`, isRight: hasItems },
    );
  }
  return reads;
}

/** One read: `number` of the run. */
export async function readers(world: World, _plan: Plan, crew: Crew, number: number): Promise<void> {
  const reads = readsOf(crew, number);
  const { what, route, path, isRight } = reads[number % reads.length]!;
  const beganMs = world.clock.now();
  const reply = await world.ask(route, { path, token: tokenOf(crew, number) });
  world.record('served', !isShed(reply));
  if (isShed(reply)) return;
  const isOk = reply.status === 200 && isRight(reply);
  world.record('read_ms', world.clock.now() - beganMs, { read: what });
  world.record('read_ok', isOk, { read: what });
  if (!isOk) world.warn(`${route} returned ${reply.status} ${reply.text().slice(0, 200)}`);
}
