import type {
  BackendToDashboard,
  DashboardReplies,
  DashboardUpdateMessage,
} from '@sign-display/contracts/dashboard-events';
import { connect, type Connection } from '../connection/connection.ts';
import { tokenOf, type Crew } from '../crew/send-claim.ts';
import type { Plan } from '../plan/plan.ts';
import type { World } from '../ports.ts';
import { until } from './waiting-helpers.ts';

const TAGS = { part: 'subscribers' };
const PROBE_EVERY_MS = 2_000;
const PROBE = /^probe (\d+)$/;

/** Connects a wall and subscribes to the run's event. Null where that is refused; it is counted. */
export async function subscribe(
  world: World,
  plan: Plan,
  crew: Crew,
  number: number,
  hear: (name: keyof typeof BackendToDashboard, payload: unknown) => void,
): Promise<{ connection: Connection; cursor: number } | null> {
  const { organizationId, eventId } = crew.owner;
  try {
    const connection = await connect(
      world,
      { url: plan.settings.url, namespace: '/dashboard', auth: { token: tokenOf(crew, number) }, tags: TAGS },
      {
        event: (name, payload) => hear(name as keyof typeof BackendToDashboard, payload),
        lost: () => world.record('connections_lost', 1),
      },
    );
    const reply = (await connection.request('subscribe', { organizationId, eventId })) as DashboardReplies['subscribe'];
    world.record('subscribed', reply.ok);
    return { connection, cursor: reply.cursor };
  } catch (error) {
    world.record('subscribed', false);
    world.warn(`subscriber ${number} could not subscribe: ${(error as Error).message}`);
    return null;
  }
}

/** One virtual user: its share of the walls. The first one also changes a sign every two seconds, and writes the time into the change. */
export async function subscribers(world: World, plan: Plan, crew: Crew, user: number, beginMs: number): Promise<void> {
  const endMs = beginMs + plan.durationMs;
  const walls: Promise<void>[] = [];
  for (let number = user; number < plan.subscribers; number += plan.subscriberUsers) {
    // They come within a second, as browsers do that open at different moments.
    const comesMs = beginMs + (number * 1_000) / plan.subscribers;
    walls.push(watch(world, plan, crew, number, comesMs, endMs));
  }
  if (user === 0) walls.push(probe(world, crew, beginMs + PROBE_EVERY_MS, endMs - PROBE_EVERY_MS));
  await Promise.all(walls);
}

async function watch(
  world: World,
  plan: Plan,
  crew: Crew,
  number: number,
  comesMs: number,
  endMs: number,
): Promise<void> {
  await until(world.clock, comesMs);
  // Patches may come before the answer to `subscribe`: their cursors are compared with each other first.
  let last: number | null = null;
  // Whoever has just subscribed is told whole signs for a while: a later change of the same sign has the same location again.
  let probed: string | undefined;
  const wall = await subscribe(world, plan, crew, number, (name, payload) => {
    if (name !== 'signs:patch') return;
    const { cursor, changes } = payload as DashboardUpdateMessage<'signs:patch'>;
    world.record('patches', 1);
    if (last !== null && cursor > last + 1) world.record('patch_gaps', 1);
    if (last !== null && cursor <= last) world.record('patches_disordered', 1);
    last = cursor;
    for (const { location } of changes) {
      const [, sentMs] = PROBE.exec(location ?? '') ?? [];
      if (sentMs === undefined || sentMs === probed) continue;
      probed = sentMs;
      world.record('patch_lag_ms', Math.max(0, world.clock.now() - Number(sentMs)));
    }
  });
  if (wall === null) return;
  last ??= wall.cursor;
  await until(world.clock, endMs);
  wall.connection.close();
}

async function probe(world: World, crew: Crew, fromMs: number, toMs: number): Promise<void> {
  const [id] = crew.signIds;
  if (id === undefined) return;
  const token = tokenOf(crew, 0);
  for (let dueMs = fromMs; dueMs < toMs; dueMs += PROBE_EVERY_MS) {
    await until(world.clock, dueMs);
    const sign = await world.ask('GET /api/signs/:id', { path: `/api/signs/${id}`, token });
    const reply = await world.ask('PATCH /api/signs/:id', {
      path: `/api/signs/${id}`,
      token,
      headers: { 'if-match': sign.header('etag') ?? '' },
      body: { location: `probe ${world.clock.now()}` },
    });
    if (reply.status !== 200) world.warn(`updating a sign returned ${reply.status} ${reply.text().slice(0, 200)}`);
  }
}
