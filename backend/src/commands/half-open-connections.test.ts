import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRooms } from '../cluster/node-messaging.ts';
import { startPresenceWriter, type PresenceWriter } from '../presence/presence-writer.ts';
import { composeMemoryNode, HEARTBEAT_INTERVAL_MS, type TestNode } from '../testing/claim-world.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import type { VirtualDevice } from '../testing/virtual-device.ts';
import { AUTHOR, makeLinked, send, SENDER } from './testing/command-node.ts';
import { createCommandsDatabase, type CommandsDatabase } from './testing/commands-database.ts';

/** M3: commands to a sign that is offline while its connection stands: its far end is gone, and nobody has said so. Two nodes that write what they hear. */

const random = createSeededRandom('half-open');
const OFFLINE_AFTER_MS = 15_000;
const STEP_MS = 1_000;
const METRICS = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
const refresh = { command: 'refresh' } as const;
let bed: CommandsDatabase;
let clock: ManualClock;
let nodes: TestNode[];
let writers: PresenceWriter[];
let id: string;
let device: VirtualDevice;

beforeAll(async () => {
  bed = await createCommandsDatabase(random);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.clear();
  clock = createManualClock();
  writers = [];
  nodes = createMemoryCarriers(2).of.map((carrier) => {
    const { db } = bed.gated.open();
    const node = composeMemoryNode({ db, clock, random, rooms: createRooms(carrier) });
    const limits = { offlineAfterMs: OFFLINE_AFTER_MS, warmUpMs: 0 };
    const writer = startPresenceWriter({ ...node, ...limits, db, clock, random, log: pino({ level: 'silent' }) });
    node.addSweeps(writer.sweeper);
    writers.push(writer);
    return node;
  });
  for (const node of nodes) await node.membership.join();
  ({ id, device } = await makeLinked({ db: bed.database.db, clock, random }, bed.organization, nodes[0]!));
  beat();
  await pass(HEARTBEAT_INTERVAL_MS);
  await pass(OFFLINE_AFTER_MS);
});
afterEach(async () => {
  for (const writer of writers) await writer.stop();
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    clock.advance(STEP_MS);
    await bed.gated.settled();
  }
}
function beat(): void {
  const said = { seq: 1, status: 'showing', mode: 'foreground', metrics: METRICS, contentState: 'showing' };
  device.kiosk!.send('heartbeat', said);
}
const presence = async () =>
  (await bed.database.db.selectFrom('sign').select('presence').where('id', '=', id).executeTakeFirstOrThrow()).presence;
const commands = () =>
  bed.database.db.selectFrom('command').select(['id', 'state', 'errorCode', 'sentAt']).orderBy('id').execute();
const received = () => device.kiosk!.received.filter(({ event }) => event === 'sign:refresh').length;

const THROUGH = [
  ['the node of its connection', 0],
  ['another node', 1],
] as const;

describe('a sign that is offline on a half-open connection', () => {
  it.for(THROUGH)('M3: is not connected for a command, through %s', async ([, through]) => {
    expect([await presence(), device.kiosk?.isOpen]).toEqual(['offline', true]);
    expect(await nodes[through]!.commands.send(id, SENDER, AUTHOR, refresh)).toEqual({ code: 'sign_not_connected' });
    await bed.gated.settled();
    expect([await commands(), received()]).toEqual([[], 0]);
  });

  it.for(THROUGH)('M3: is not connected for a bulk request, through %s', async ([, through]) => {
    const target = { signIds: [id] };
    const asked = { organizationId: bed.organization.id, target, action: refresh };
    await nodes[through]!.commands.bulk.start(AUTHOR, asked);
    await pass(STEP_MS);
    expect([await commands(), received()]).toEqual([
      [{ id: expect.any(String), state: 'failed', errorCode: 'sign_not_connected', sentAt: null }],
      0,
    ]);
  });

  it.for(THROUGH)(
    'M3: has a command queued that may wait, until it registers again: through %s',
    async ([, through]) => {
      const waiting = { ...refresh, wait: true, expiresInSeconds: 3_600 };
      const commandId = await send(nodes[through]!, id, waiting);
      await pass(10_000);
      expect([await commands(), received()]).toMatchObject([[{ id: commandId, state: 'queued', sentAt: null }], 0]);
      await device.connect(nodes[0]!, { newBoot: false });
      await bed.gated.settled();
      // Its record still says offline: its first heartbeat is on its way.
      expect([await presence(), await commands(), received()]).toMatchObject(['offline', [{ state: 'sent' }], 1]);
    },
  );

  it.for(THROUGH)('M3: has it queued until it is heard again on that connection: through %s', async ([, through]) => {
    await send(nodes[through]!, id, { ...refresh, wait: true, expiresInSeconds: 3_600 });
    await pass(10_000);
    for (let beats = 0; beats < 4; beats += 1) {
      beat();
      await pass(HEARTBEAT_INTERVAL_MS);
    }
    expect([await presence(), await commands()]).toMatchObject(['online', [{ state: 'sent' }]]);
    // And again, as it answers nothing.
    expect(received()).toBeGreaterThan(0);
  });
});
