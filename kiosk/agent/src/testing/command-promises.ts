import { isDeepStrictEqual } from 'node:util';
import type { Effect } from '../state/effects.ts';
import type { SignEvent } from '../state/events.ts';
import { AGENT_LIMITS } from '../limits.ts';
import { isReboot } from '../state/command-memory.ts';
import type { SignWorld } from './sign-world.ts';
import { assertPromise, serverNow } from './assert-promise.ts';

/** What must be true of commands at every step (promises K6 and M3), over all of a sign's boots. */
export interface CommandMemory {
  /** What the backend has sent, by the number that was drawn: of a commandId there is one command with one expiry, for ever. */
  sent: Map<number, { id: number; expiresAtMs: number }>;
  /** Done, by commandId. */
  executed: Set<string>;
  /** What the backend was told of each, and on which connections. */
  told: Map<string, { answer: unknown; connections: Set<string> }>;
  /** When boots by command were accepted. */
  rebootsMs: number[];
}

export const newCommandMemory = (): CommandMemory => ({
  sent: new Map(),
  executed: new Set(),
  told: new Map(),
  rebootsMs: [],
});

const recordOf = ({ disk }: SignWorld, commandId: string) =>
  disk?.commands.find((record) => record.commandId === commandId);

function execute(world: SignWorld, memory: CommandMemory, commandId: string): void {
  const record = recordOf(world, commandId);
  assertPromise(record?.outcome === null, 'K6: a command is on disk, and undecided, before it is executed');
  assertPromise(!memory.executed.has(commandId), 'K6: a command is executed once');
  memory.executed.add(commandId);
  if (record !== undefined && isReboot(record.kind)) rebooted(memory, record.acceptedAtMs);
}

function rebooted(memory: CommandMemory, acceptedAtMs: number): void {
  const since = acceptedAtMs - AGENT_LIMITS.rebootWindowMs;
  memory.rebootsMs = [...memory.rebootsMs.filter((ms) => ms > since), acceptedAtMs];
  assertPromise(
    memory.rebootsMs.length <= AGENT_LIMITS.rebootsMost,
    'K6: no more than three boots by command in ten minutes',
  );
}

/** A restart of the app by command carries out every reboot that is on disk and undecided. */
export function restartedByCommand(world: SignWorld, memory: CommandMemory): boolean {
  const due = world.disk?.commands.filter(({ kind, outcome }) => kind === 'reboot' && outcome === null) ?? [];
  for (const { commandId } of due) if (!memory.executed.has(commandId)) memory.executed.add(commandId);
  const first = due[0];
  if (first !== undefined) rebooted(memory, first.acceptedAtMs);
  return due.length > 0;
}

export function checkCommandEffect(world: SignWorld, memory: CommandMemory, event: SignEvent, effect: Effect): void {
  if (effect.type === 'run_command') execute(world, memory, effect.commandId);
  if (effect.type !== 'send') return;
  const { message } = effect;
  if (message.event !== 'sign:command_ack' && message.event !== 'sign:command_error') return;
  const { payload } = message;
  const { commandId } = payload;
  const record = recordOf(world, commandId);
  const isPicture = record?.kind === 'screenshot';
  const answer = 'code' in payload ? payload.code : 'done';
  assertPromise(record !== undefined, 'K6: what is answered is remembered');
  assertPromise(isPicture || record?.outcome !== null, 'K6: an outcome is on disk before it is told');
  const before = memory.told.get(commandId);
  const connections = before?.connections ?? new Set();
  const connection = `${world.state.bootId} ${effect.connection}`;
  const asked = event.type === 'received' && (event.payload as { commandId?: unknown } | null)?.commandId === commandId;
  assertPromise(
    asked || !connections.has(connection),
    'M3: a command is answered once a connection, and when it is asked for again',
  );
  assertPromise(
    isPicture || before === undefined || isDeepStrictEqual(before.answer, answer),
    'M3: an outcome never changes',
  );
  memory.told.set(commandId, { answer, connections: connections.add(connection) });
}

/** When nothing is under way any more, every command has come to an end, and the backend knows. */
export function checkCommandsSettled({ state }: SignWorld, memory: CommandMemory): void {
  for (const { commandId, outcome, told } of state.stored.commands) {
    assertPromise(outcome !== null, `M3: a command comes to an end`);
    assertPromise(told && memory.told.has(commandId), 'M3: its sender hears of it');
  }
  assertPromise(
    state.running.length === 0 && state.logDeliveries.length === 0 && state.shot === null,
    'nothing is left running',
  );
}

/** Apart from every number that is drawn. A commandId's number says of which of nine kinds it is: a multiple of 9. */
const NEXT_ID = 1_008;

/**
 * For actions: the command of number `n`, and its expiry as it was when it was first sent. A command is not sent again after its
 * expiry, whose nodes' clocks differ by `commandClockSlackMs` at most; then `n` stands for a new one of the same kind.
 */
export function commandToSend(
  world: SignWorld,
  { sent }: CommandMemory,
  n: number,
  expiresInMs: number,
): { id: number; expiresAtMs: number } {
  const nowMs = serverNow(world);
  const before = sent.get(n);
  if (before !== undefined && nowMs < before.expiresAtMs + AGENT_LIMITS.commandClockSlackMs) return before;
  const id = before === undefined ? n : before.id + NEXT_ID;
  const command = { id, expiresAtMs: nowMs + expiresInMs };
  sent.set(n, command);
  return command;
}
