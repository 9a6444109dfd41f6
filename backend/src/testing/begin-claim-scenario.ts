import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { makeSecret } from '@sign-display/contracts/identifier-generation';
import type { Random } from '@sign-display/contracts/clock-and-random';
import type { ClaimReply } from '../claims/outcome-handling.ts';
import { authorOf } from './test-author.ts';
import { clearClaims, composeMemoryNode, insertOrganization, insertRecord } from './claim-world.ts';
import type { TestNode, TestOrganization } from './claim-world.ts';
import type { GatedDatabase, GatedPool } from './gated-database.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createVirtualDevice, type ApplyLink, type VirtualDevice } from './virtual-device.ts';

/** Operators, devices and records that play one claim after another against a node that may crash; and all that was said. */
export interface Play {
  readonly clock: ManualClock;
  readonly pool: GatedPool;
  readonly random: Random;
  readonly devices: readonly VirtualDevice[];
  /** Pre-created records: two of alice's and bob's organization, one of eve's. */
  readonly records: readonly string[];
  readonly organizations: Record<'shared' | 'legacy', TestOrganization>;
  readonly asked: Asked[];
  readonly acked: Acked[];
  /** pendingIds by who started them, for which device. */
  readonly started: { operator: Operator; device: number; pendingId: string }[];
  /** Whose a requestId is: the request that used it first. */
  readonly owners: Map<string, string>;
  /** Records that were unregistered: what was told of their claims is still true, but no longer stands in the record. */
  readonly unregistered: Set<string>;
  node(): TestNode;
  /** Throws the node away with all that it held in memory, and composes another on the same database. Its kiosks lose their connection. */
  crash(): Promise<void>;
  /** Sends a request through the present node or another one. */
  ask(request: Pick<Asked, 'operator' | 'target' | 'body'> & { through?: TestNode }): Asked;
  ack(device: number, link: ApplyLink, answer: AckAnswer): Promise<Acked>;
  settled(): Promise<void>;
  end(): void;
}

export const OPERATORS = ['alice', 'bob', 'eve'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A claim into an organization (with the place's name), or a link to a record. */
export type Target =
  { kind: 'claim'; organization: 'shared' | 'legacy'; name: string } | { kind: 'link'; record: number };

/** A request as an operator's client sent it, and what it was told; null: it still waits, or its node has died. */
export interface Asked {
  operator: Operator;
  target: Target;
  body: { shortCode: string; signId: string; requestId: string; pendingId?: string };
  node: TestNode;
  reply: ClaimReply | null;
}

export interface AckAnswer {
  result: KioskMessage<'sign:link_ack'>['result'];
  forged: boolean;
}

export interface Acked {
  device: number;
  requestId: string;
  claimToken: string;
  result: KioskMessage<'sign:link_ack'>['result'];
  atMs: number;
  /** Null while there is none, and for ever when the node has died. */
  reply: { ok: boolean } | null;
}

const PAGE = 'https://example.com/';

/** The organizations and people that every play of a test file has in common. */
export async function insertPeople(db: GatedPool['db'], random: Random): Promise<Play['organizations']> {
  const deps = { clock: createManualClock(), random };
  return {
    shared: await insertOrganization(db, deps, { alice: 'operator', bob: 'admin' }),
    legacy: await insertOrganization(db, deps, { eve: 'owner' }, { linkHandshakeEnabled: false }),
  };
}

/** Begins with an empty table of claims, two connected devices and a third that has never connected. */
export async function beginPlay(deps: {
  gated: GatedDatabase;
  /** For looking, and for the nodes too where they have no pools of their own. */
  pool: GatedPool;
  /** A pool for each node, so that one can die in the middle of a transaction. */
  openPool?: () => GatedPool;
  organizations: Play['organizations'];
  random: Random;
}): Promise<Play> {
  const { gated, pool, organizations, random, openPool } = deps;
  const clock = createManualClock();
  await clearClaims(pool.db);
  const records = [
    await insertRecord(pool.db, { clock, random }, organizations.shared, PAGE),
    await insertRecord(pool.db, { clock, random }, organizations.shared),
    await insertRecord(pool.db, { clock, random }, organizations.legacy, PAGE),
  ];
  const devices = Array.from({ length: 3 }, () => createVirtualDevice(random));
  let life = clock.fork();
  let nodePool = openPool?.() ?? pool;
  let node = composeMemoryNode({ db: nodePool.db, clock: life, random });
  const asked: Asked[] = [];
  const acked: Acked[] = [];
  for (const device of devices.slice(0, 2)) await device.connect(node);

  const send = ({ operator: who, target, body, node: { claims } }: Asked): Promise<ClaimReply> => {
    const operator = authorOf(who);
    if (target.kind === 'link') return claims.link(operator, records[target.record]!, body);
    const { id: organizationId, eventId } = organizations[target.organization];
    return claims.claim(operator, {
      organizationId,
      eventId,
      name: target.name,
      location: 'Hall 1',
      url: PAGE,
      ...body,
    });
  };

  return {
    clock,
    pool,
    random,
    devices,
    records,
    organizations,
    asked,
    acked,
    started: [],
    owners: new Map(),
    unregistered: new Set(),
    node: () => node,
    async crash() {
      life.stop();
      for (const device of devices) device.disconnect();
      if (openPool) {
        await nodePool.kill();
        nodePool = openPool();
      }
      life = clock.fork();
      node = composeMemoryNode({ db: nodePool.db, clock: life, random });
    },
    ask({ operator, target, body, through }) {
      const ask: Asked = { operator, target, body, node: through ?? node, reply: null };
      asked.push(ask);
      // A rejection is not expected, and vitest fails the run for it.
      void send(ask).then((reply) => (ask.reply = reply));
      return ask;
    },
    async ack(device, { requestId, claimToken }, { result, forged }) {
      const token = forged ? makeSecret(random) : claimToken;
      const message = { requestId, claimToken: token, result, loadMs: 12, replayed: false };
      const ack: Acked = { device, requestId, claimToken: token, result, atMs: clock.now(), reply: null };
      acked.push(ack);
      const failure = { reason: 'url_load_failed', detail: 'HTTP 500' };
      ack.reply = (await devices[device]!.kiosk!.request('sign:link_ack', {
        ...message,
        ...(result === 'failure' && failure),
      })) as Acked['reply'];
      return ack;
    },
    settled: () => gated.settled(),
    end: () => life.stop(),
  };
}
