import * as fc from 'fast-check';
import type { BackendEvent } from '@sign-display/contracts/kiosk-events';
import type { JobResult } from '../state/events.ts';
import type { MachineJob } from '../state/state.ts';
import { at, commandIdOf } from './backend-messages.ts';
import { commandToSend } from './command-promises.ts';
import { serverNow } from './assert-promise.ts';
import type { Memory } from './sign-promises.ts';
import { connectFully, type SignWorld } from './sign-world.ts';

/** Commands as fast-check draws them: of every kind, repeated, late, across boots; and what the machine makes of them. */

const COMMANDS: readonly { event: BackendEvent; more: object | ((nowMs: number) => object) }[] = [
  { event: 'sign:refresh', more: {} },
  { event: 'sign:reboot', more: {} },
  { event: 'sign:reboot_device', more: {} },
  { event: 'sign:update', more: {} },
  { event: 'sign:set_background_mode', more: { enabled: true } },
  { event: 'sign:set_background_mode', more: { enabled: false } },
  { event: 'sign:fetch_logs', more: { limit: 10 } },
  { event: 'sign:screenshot', more: { maxWidth: 640 } },
  { event: 'sign:identify', more: (nowMs) => ({ seconds: 10, startsAtMs: nowMs }) },
];

/** A commandId is of one kind for ever, and has one expiry: its number says which kind, and how it was first sent is remembered. */
export const drawnCommand = fc.record({
  n: fc.integer({ min: 10, max: 21 }),
  expiresInMs: fc.constantFrom(-1, 5_000, 120_000),
  stored: fc.boolean(),
});

export function command(
  world: SignWorld,
  { n, expiresInMs, stored }: { n: number; expiresInMs: number; stored: boolean },
  memory: Memory,
): void {
  if (!connectFully(world)) return;
  const { event, more } = COMMANDS[n % COMMANDS.length]!;
  const { id, expiresAtMs } = commandToSend(world, memory.commands, n, expiresInMs);
  const args = typeof more === 'function' ? more(serverNow(world)) : more;
  const payload = { commandId: commandIdOf(id), expiresAt: at(expiresAtMs), ...args };
  world.act({ type: 'received', connection: world.state.connection.id, event, payload });
  if (stored) while (world.writes.length > 0) world.write();
}

const IMAGE = Uint8Array.of(0xff, 0xd8, 0xff);
export function resultOf(job: MachineJob): JobResult {
  switch (job.kind) {
    case 'screenshot':
      return { ok: true, kind: job.kind, screenshot: { image: IMAGE, width: 640, height: 360 } };
    case 'fetch_logs': {
      const line = { at: new Date(0).toISOString(), level: 'info', message: 'x'.repeat(1_000) };
      return { ok: true, kind: job.kind, lines: Array.from({ length: 100 }, () => line), truncated: false };
    }
    default:
      return { ok: true, kind: job.kind };
  }
}

/** The oldest job that the machine was given ends, well or not; or it goes down with it, where that is what was asked. */
export function endJob(world: SignWorld, well: boolean): void {
  const next = world.jobs.shift();
  if (next === undefined) return;
  const { commandId, job } = next;
  const result: JobResult = well ? resultOf(job) : { ok: false, code: null, detail: 'the machine says no' };
  world.act({ type: 'command_ran', commandId, result });
}

export const LOG_REPLIES = [
  { ok: true },
  { ok: false, error: { code: 'not_found', detail: 'no such command' } },
  null,
] as const;

export function replyToLogs(world: SignWorld, reply: (typeof LOG_REPLIES)[number]): void {
  const next = world.logs.shift();
  if (next === undefined) return;
  world.act({ type: 'logs_replied', connection: next.connection, commandId: next.message.commandId, reply });
}

/** The backend acks the last heartbeat. */
export function ackBeat(world: SignWorld): void {
  if (world.beat === null) return;
  const { connection, seq } = world.beat;
  world.beat = null;
  const payload = { seq, serverTimeMs: world.wallMs + world.monotonicMs };
  world.act({ type: 'received', connection, event: 'heartbeat:ack', payload });
}
