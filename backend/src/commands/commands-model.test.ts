import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { decideCommand, type CommandEvent, type CommandFacts } from './command-machine.ts';
import { clearCommands, link, makeLinked, send } from './testing/command-node.ts';

/** The whole of commands on a real database, led through any order of events: every row is always in the state that the machine says. */

const random = createSeededRandom('commands-model');
let database: TestDatabase;
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, { clock: createManualClock(), random }, { alice: 'operator' });
});
afterAll(async () => {
  await database.drop();
});

interface Model {
  commands: Map<string, CommandFacts>;
  isConnected: boolean;
}
interface Real {
  clock: ManualClock;
  node: TestNode;
  id: string;
  device: VirtualDevice;
  stranger: VirtualDevice;
}
type Step = fc.AsyncCommand<Model, Real>;

function decide(model: Model, commandId: string, event: CommandEvent, nowMs: number): void {
  const facts = model.commands.get(commandId)!;
  const decision = decideCommand(facts, event, nowMs);
  if (!decision.ok) return;
  model.commands.set(commandId, {
    ...facts,
    state: decision.state,
    answeredLate: facts.answeredLate || decision.late,
  });
}

const isOpen = (state: string): boolean => state === 'queued' || state === 'sent';

/** Every row is as the model has it, its columns fit its state, and each end is in the history once. */
async function check({ commands }: Model): Promise<void> {
  const rows = await database.db.selectFrom('command').selectAll().orderBy('id').execute();
  expect(rows.map(({ id, state }) => [id, state])).toEqual(
    Array.from(commands, ([id, { state }]) => [id, state]).toSorted(),
  );
  const history = await database.db.selectFrom('history').select(['kind', 'requestId', 'outcome']).execute();
  for (const row of rows) {
    expect(row.finishedAt === null).toBe(isOpen(row.state));
    if (row.state === 'acked' || row.state === 'refused') expect(row.sentAt).not.toBeNull();
    const ends = history.filter(({ kind, requestId }) => kind === 'command' && requestId === row.id);
    expect(ends.map(({ outcome }) => outcome)).toEqual(isOpen(row.state) ? [] : [row.state]);
    const late = history.filter(({ kind, requestId }) => kind === 'command_late' && requestId === row.id);
    expect(late).toHaveLength(commands.get(row.id)!.answeredLate ? 1 : 0);
  }
}

/** The node sends them by itself to a device that has come; until they are there, it may have their rows locked. */
async function hear({ kiosk }: VirtualDevice, commandIds: readonly string[]): Promise<void> {
  const heard: unknown[] = [];
  while (heard.length < commandIds.length) heard.push((await kiosk!.next('sign:refresh')).commandId);
  expect(heard.toSorted()).toEqual(commandIds.toSorted());
}

const step = (
  label: string,
  run: (model: Model, real: Real) => Promise<void>,
  mayRun: (model: Model) => boolean = () => true,
): Step => ({
  check: (model) => mayRun(model),
  async run(model, real) {
    await run(model, real);
    await check(model);
  },
  toString: () => label,
});

const hasCommands = ({ commands }: Model): boolean => commands.size > 0;
const pick = ({ commands }: Model, index: number): string => Array.from(commands.keys())[index % commands.size]!;

const steps = [
  fc.integer({ min: 1, max: 30 }).map((expiresInSeconds) =>
    step(`send(${expiresInSeconds})`, async (model, { node, id, device, clock }) => {
      const commandId = await send(node, id, { command: 'refresh', wait: true, expiresInSeconds });
      const state = model.isConnected ? 'sent' : 'queued';
      const expiresAtMs = clock.now() + expiresInSeconds * 1_000;
      model.commands.set(commandId, { state, deviceSignId: device.signId, expiresAtMs, answeredLate: false });
    }),
  ),
  fc
    .record({ index: fc.nat(20), code: fc.constantFrom(null, 'expired', 'reboot_loop', 'blank'), own: fc.boolean() })
    .map(({ index, code, own }) =>
      step(
        `answer(${index}, ${code}, ${own})`,
        async (model, { device, stranger, clock }) => {
          const commandId = pick(model, index);
          const by = own ? device : stranger;
          const deviceSignId = by.signId;
          if (code === null) {
            await by.kiosk!.request('sign:command_ack', { commandId });
            decide(model, commandId, { type: 'acked', deviceSignId }, clock.now());
          } else {
            await by.kiosk!.request('sign:command_error', { commandId, code, detail: '' });
            decide(model, commandId, { type: 'error', deviceSignId, error: { code, detail: '' } }, clock.now());
          }
        },
        (model) => hasCommands(model) && model.isConnected,
      ),
    ),
  fc.integer({ min: 1, max: 20 }).map((seconds) =>
    step(`pass(${seconds})`, async (model, { clock, node }) => {
      clock.advance(seconds * 1_000);
      await node.commands.sweep();
      for (const commandId of model.commands.keys()) decide(model, commandId, { type: 'time_passed' }, clock.now());
    }),
  ),
  fc.constant(
    step(
      'disconnect',
      async (model, { device }) => {
        device.disconnect();
        model.isConnected = false;
      },
      ({ isConnected }) => isConnected,
    ),
  ),
  fc.constant(
    step(
      'connect',
      async (model, { device, node, clock }) => {
        const waiting = Array.from(model.commands).filter(
          ([, { state, expiresAtMs }]) => isOpen(state) && clock.now() < expiresAtMs,
        );
        await device.connect(node);
        await hear(
          device,
          waiting.map(([commandId]) => commandId),
        );
        model.isConnected = true;
        for (const [commandId] of waiting) decide(model, commandId, { type: 'sent' }, clock.now());
      },
      ({ isConnected }) => !isConnected,
    ),
  ),
  fc.constant(
    step('unlink and link anew', async (model, { id, device, node, clock }) => {
      await link(database.db, id, null);
      await node.commands.sweep();
      await link(database.db, id, device);
      for (const commandId of model.commands.keys()) decide(model, commandId, { type: 'unlinked' }, clock.now());
    }),
  ),
];

it('M3: after every step each command is in the state that is true, and each end is in the history once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 25 }), async (commands) => {
      await clearClaims(database.db);
      await clearCommands(database.db);
      const clock = createManualClock();
      const node = composeMemoryNode({ db: database.db, clock, random });
      const deps = { db: database.db, clock, random };
      const { id, device } = await makeLinked(deps, organization, node);
      const stranger = createVirtualDevice(random);
      await stranger.connect(node);
      const model: Model = { commands: new Map(), isConnected: true };
      const setup = () => ({
        model,
        real: { clock, node, id, device, stranger },
      });
      await fc.asyncModelRun(setup, commands);
      const { count } = database.db.fn;
      const kept = await database.db
        .selectFrom('command')
        .select(count<number>('id').as('count'))
        .executeTakeFirstOrThrow();
      expect(Number(kept.count)).toBe(model.commands.size);
    }),
    { numRuns: 40 },
  );
}, 600_000);
