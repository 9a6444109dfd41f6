import type { CommandOutcome, CommandRecord } from './stored-document.ts';
import { asDetail, log, onceStored, save, send, serverNowMs, type Step } from './step-helpers.ts';

/**
 * What the sign remembers of its commands (promises K6 and M3): accepted → under way → outcome → told, each on disk before the next.
 *
 * - A commandId is accepted once while it can come again, whatever happens to the power meanwhile.
 * - An outcome never changes. It is sent once a connection, when it is on disk, and again on later ones until it has surely arrived:
 *   messages keep their order, so an acked heartbeat vouches for what was sent before it.
 * - A command that comes again is answered again from memory: who asks has not heard, or could not keep what they heard.
 */

const find = ({ state }: Step, commandId: string): CommandRecord | null =>
  state.stored.commands.find((record) => record.commandId === commandId) ?? null;

function change(step: Step, commandId: string, part: Partial<CommandRecord>): void {
  const commands = step.state.stored.commands.map((record) =>
    record.commandId === commandId ? { ...record, ...part } : record,
  );
  save(step, { commands });
}

/** These bring the sign into a state that the backend tells again anyway: forgetting one early costs little. */
const REPLACEABLE = new Set(['display_content', 'settings_update']);

/** Remembers a new command; false where it is known (and then answered from memory) or where there is no room. */
export function isNew(step: Step, commandId: string, kind: string, expiresAtMs: number | null): boolean {
  const { state } = step;
  const { limits } = state;
  if (find(step, commandId) !== null) {
    log(step, 'info', 'command repeated', { commandId });
    answer(step, commandId, true);
    return false;
  }
  const acceptedAtMs = serverNowMs(step);
  const room = makeRoom(state.stored.commands, acceptedAtMs, limits.commandsKept, limits.commandLifeMs);
  if (room === null) {
    const detail = 'The sign received too many commands in a short time.';
    send(step, { event: 'sign:command_error', payload: { commandId, code: 'too_many_commands', detail } });
    return false;
  }
  const latestMs = acceptedAtMs + limits.commandLifeMs;
  const expiresMs = Math.min(latestMs, Math.max(acceptedAtMs, expiresAtMs ?? latestMs));
  // A reboot is remembered as long as it counts for the reboot loop.
  const countsUntilMs = isReboot(kind) ? acceptedAtMs + limits.rebootWindowMs : 0;
  const keptUntilMs = Math.max(expiresMs + limits.commandClockSlackMs, countsUntilMs);
  save(step, { commands: [...room, { commandId, kind, acceptedAtMs, keptUntilMs, outcome: null, told: false }] });
  return true;
}

/** The records without those that nobody asks for any more, and with a free place; null where there is none. */
function makeRoom(
  records: readonly CommandRecord[],
  nowMs: number,
  most: number,
  lifeMs: number,
): CommandRecord[] | null {
  const kept = records.filter(({ keptUntilMs, told }) => nowMs < keptUntilMs + (told ? 0 : lifeMs));
  if (kept.length < most) return kept;
  const oldest = kept.findIndex(({ kind, told }) => told && REPLACEABLE.has(kind));
  return oldest === -1 ? null : kept.toSpliced(oldest, 1);
}

export const isReboot = (kind: string): boolean => kind === 'reboot' || kind === 'reboot_device';

/** Boots by command that count for the reboot loop, without the one that asks. */
export function recentReboots(step: Step, exceptFor: string): number {
  const sinceMs = serverNowMs(step) - step.state.limits.rebootWindowMs;
  return step.state.stored.commands.filter(
    ({ commandId, kind, acceptedAtMs, outcome }) =>
      commandId !== exceptFor && isReboot(kind) && acceptedAtMs > sinceMs && outcome?.ok !== false,
  ).length;
}

/** Whether the command was accepted and has come to no end yet. */
export const isUnderWay = (step: Step, commandId: string): boolean => {
  const record = find(step, commandId);
  return record !== null && record.outcome === null;
};

/** The command is done. */
export const ackCommand = (step: Step, commandId: string): void => settle(step, commandId, { ok: true });

/** The command was not done; `code` is `expired`, `not_supported`, … (contract, 3.1) or why the page failed. */
export const refuseCommand = (step: Step, commandId: string, code: string, detail: string): void =>
  settle(step, commandId, { ok: false, code, detail: asDetail(detail) });

function settle(step: Step, commandId: string, outcome: CommandOutcome): void {
  if (!isUnderWay(step, commandId)) return;
  change(step, commandId, { outcome });
  onceStored(step, { kind: 'answer_command', commandId });
}

const isAnswered = ({ state }: Step, commandId: string): boolean =>
  state.connection.answered.some((one) => one.commandId === commandId);

/** Sends what came of the command, if something has and there is a connection: once on each, and whenever the backend asks again. */
export function answer(step: Step, commandId: string, asked = false): void {
  const { state, now } = step;
  const { connection, heartbeat, shot, limits } = state;
  if (connection.phase !== 'registered') return;
  const last = connection.answered.find((one) => one.commandId === commandId);
  // Asked in the moment of the answer: the two have crossed.
  if (last !== undefined && (!asked || now.monotonicMs - last.atMs < limits.answersCrossMs)) return;
  const outcome = find(step, commandId)?.outcome ?? null;
  // A picture is too large for the disk: its outcome is written when the backend has it.
  const result = outcome === null && shot?.commandId === commandId ? shot.result : undefined;
  if (outcome === null && result === undefined) return;
  if (isWaitingForDisk(step, commandId)) return;
  state.connection = {
    ...connection,
    answered: [
      ...connection.answered.filter((one) => one.commandId !== commandId),
      { commandId, afterSeq: heartbeat.seq, atMs: now.monotonicMs },
    ],
  };
  if (outcome?.ok === false) {
    const { code, detail } = outcome;
    send(step, { event: 'sign:command_error', payload: { commandId, code, detail } });
  } else {
    const payload = { commandId, ...(result === undefined ? {} : { result }) };
    send(step, { event: 'sign:command_ack', payload });
  }
}

const isWaitingForDisk = ({ state }: Step, commandId: string): boolean =>
  state.onceStored.some(
    ({ what, revision }) =>
      what.kind === 'answer_command' && what.commandId === commandId && revision > state.durableRevision,
  );

/** Sends the outcomes that the backend may not have, a few at a time. Call it once registered. */
export function answerUnsent(step: Step): void {
  const { state } = step;
  const waiting = state.stored.commands.filter(
    ({ commandId, told }) => !told && !isAnswered(step, commandId) && hasOutcome(step, commandId),
  );
  for (const { commandId } of waiting.slice(0, state.limits.answersAtOnce)) answer(step, commandId);
}

/**
 * A picture from before waits until this connection has heard what the record says: the backend cuts off a sign without a record that sends one, and
 * upon hearing that the claim is over the sign lets go of it.
 */
const hasOutcome = (step: Step, commandId: string): boolean =>
  find(step, commandId)?.outcome !== null ||
  (step.state.shot?.commandId === commandId && step.state.connection.versionHeard > 0);

/** The heartbeat `seq` was acked: what was answered before it has arrived. */
export function answersArrived(step: Step, seq: number): void {
  const { state } = step;
  const arrived = new Set(
    state.connection.answered.filter(({ afterSeq }) => afterSeq < seq).map(({ commandId }) => commandId),
  );
  const news = state.stored.commands.some(({ commandId, told }) => arrived.has(commandId) && !told);
  if (!news) return;
  const commands = state.stored.commands.map((record) =>
    arrived.has(record.commandId) && !record.told
      ? { ...record, outcome: record.outcome ?? { ok: true as const }, told: true }
      : record,
  );
  save(step, { commands });
  if (state.shot !== null && arrived.has(state.shot.commandId)) state.shot = null;
  answerUnsent(step);
}

const INTERRUPTED: CommandOutcome = {
  ok: false,
  code: 'interrupted',
  detail: 'The sign restarted while it was running this command.',
};

/** After a boot: a reboot that was accepted has happened, and what else was under way is over. Told at the next register. */
export function settleAfterBoot(step: Step): void {
  const { commands } = step.state.stored;
  if (commands.every(({ outcome }) => outcome !== null)) return;
  save(step, {
    commands: commands.map((record) =>
      record.outcome === null ? { ...record, outcome: isReboot(record.kind) ? { ok: true } : INTERRUPTED } : record,
    ),
  });
}
