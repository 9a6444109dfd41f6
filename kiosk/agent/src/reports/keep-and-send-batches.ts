import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { Timestamp, Uuid } from '@sign-display/contracts/common-schemas';
import { sha256 } from '@sign-display/contracts/sha256';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { EMPTY_OUTBOX, type Batch, type Entry } from '../state/analytics-batch.ts';
import { equalJitterMs } from '../backoff.ts';
import { refusalOf } from '../wire/parse-messages.ts';
import { cancelTimer, log, setTimer, type Step } from '../state/step-helpers.ts';

/** Keeps batches of analytics on disk and sends them. Their life and its promises: analytics-batch.ts. */

/** A fresh batch of this start. Its identifier follows from the start's own, which no other start has. */
export function newBatch({ state }: Step, signRecordId: string): Batch {
  const { bootId, outbox } = state;
  const made = outbox.made + 1;
  const batchId = makeUuidV4({ bytes: (length) => sha256(`${bootId}/${made}`).slice(0, length), float: () => 0 });
  state.outbox = { ...outbox, made };
  return { batchId, signRecordId, entries: [], bytes: 0, closed: false, stored: 0 };
}

/** `batch` as it is now, in its place or as the newest; written, and the bound kept. */
export function putBatch(step: Step, batch: Batch): void {
  const { state } = step;
  const others = state.outbox.batches.filter(({ batchId }) => batchId !== batch.batchId);
  state.outbox = { ...state.outbox, batches: [...others, batch] };
  const { batchId, signRecordId, entries } = batch;
  step.effects.push({ type: 'write_batch', batchId, document: { batchId, signRecordId, entries } });
  keepBound(step);
}

function keepBound(step: Step): void {
  const { state } = step;
  let { batches, dropped } = state.outbox;
  let bytes = batches.reduce((sum, batch) => sum + batch.bytes, 0);
  while (bytes > state.limits.outboxBytes) {
    const oldest = batches.find(({ batchId, closed }) => closed && batchId !== state.outbox.sending);
    if (oldest === undefined) break;
    batches = batches.filter((batch) => batch !== oldest);
    bytes -= oldest.bytes;
    // An entry that counts what was lost before it stands for all of that.
    for (const entry of oldest.entries) dropped += entry.kind === 'dropped' ? entry.entries : 1;
    step.effects.push({ type: 'remove_batch', batchId: oldest.batchId });
    log(step, 'warn', 'analytics dropped', { batchId: oldest.batchId, entries: oldest.entries.length });
  }
  state.outbox = { ...state.outbox, batches, dropped };
}

/** The newest batch takes nothing more, and leaves as soon as it is on disk. */
export function closeBatch(step: Step): void {
  const { state } = step;
  cancelTimer(step, 'batch_close');
  state.outbox = { ...state.outbox, batches: state.outbox.batches.map((batch) => ({ ...batch, closed: true })) };
  sendBatches(step);
}

const StoredBatch = Compile(
  Type.Object({
    batchId: Uuid,
    signRecordId: Uuid,
    entries: Type.Array(Type.Object({ kind: Type.String(), at: Timestamp }), { minItems: 1, maxItems: 1_000 }),
  }),
);

/** What earlier starts left. Whatever is not this claim's, or not readable, goes. */
export function outboxRead(step: Step, found: readonly { id: string; document: unknown }[]): void {
  const { state } = step;
  const sound: Batch[] = [];
  for (const { id, document } of found) {
    if (
      StoredBatch.Check(document) &&
      document.batchId === id &&
      document.signRecordId === state.stored.claim?.sign.id &&
      state.outbox.batches.every(({ batchId }) => batchId !== id)
    ) {
      const entries = document.entries as unknown as Entry[];
      sound.push({ ...document, entries, bytes: JSON.stringify(entries).length, closed: true, stored: entries.length });
    } else step.effects.push({ type: 'remove_batch', batchId: id });
  }
  state.outbox = { ...state.outbox, batches: [...sound, ...state.outbox.batches] };
  keepBound(step);
  sendBatches(step);
}

/** The claim that these were written for is over. */
export function forgetBatches(step: Step): void {
  const { state } = step;
  for (const { batchId } of state.outbox.batches) step.effects.push({ type: 'remove_batch', batchId });
  for (const timer of ['batch_close', 'batch_send'] as const) cancelTimer(step, timer);
  state.outbox = { ...EMPTY_OUTBOX, made: state.outbox.made };
}

export function batchWritten(step: Step, batchId: string, entries: number, error: string | null): void {
  const { state } = step;
  if (error !== null) log(step, 'error', 'analytics not stored', { batchId, error });
  state.outbox = {
    ...state.outbox,
    batches: state.outbox.batches.map((batch) =>
      batch.batchId === batchId ? { ...batch, stored: Math.max(batch.stored, entries) } : batch,
    ),
  };
  sendBatches(step);
}

/** A fleet that comes back in one second does not bring all of its batches in that second. Call it once registered. */
export function resumeBatches(step: Step): void {
  const { state, now } = step;
  state.outbox = { ...state.outbox, sending: null, failures: 0 };
  pause(step, now.chance * state.limits.batchSpreadMs);
}

/** The connection is gone, and with it what was on its way. */
export function holdBatches(step: Step): void {
  step.state.outbox = { ...step.state.outbox, sending: null, paused: false };
  cancelTimer(step, 'batch_send');
}

function pause(step: Step, delayMs: number): void {
  step.state.outbox = { ...step.state.outbox, paused: true };
  setTimer(step, 'batch_send', delayMs);
}

export function pauseOver(step: Step): void {
  step.state.outbox = { ...step.state.outbox, paused: false };
  sendBatches(step);
}

/** Sends the oldest that may leave, one at a time. Safe to call at any time. */
function sendBatches(step: Step): void {
  const { connection, limits, outbox } = step.state;
  if (connection.phase !== 'registered' || outbox.sending !== null || outbox.paused) return;
  const next = outbox.batches.find(({ closed, stored, entries }) => closed && stored >= entries.length);
  if (next === undefined) return;
  const { batchId, entries } = next;
  step.state.outbox = { ...outbox, sending: batchId };
  step.effects.push({
    type: 'send_batch',
    connection: connection.id,
    message: { batchId, entries: [...entries] },
    timeoutMs: limits.replyTimeoutMs,
  });
}

/** No repetition mends these. */
const FINAL_REFUSALS = new Set(['invalid_message', 'message_too_large', 'validation_failed']);

export function batchReplied(step: Step, batchId: string, reply: unknown): void {
  const { state, now } = step;
  if (state.outbox.sending !== batchId) return;
  state.outbox = { ...state.outbox, sending: null };
  const refusal = refusalOf(reply);
  const batch = state.outbox.batches.find((one) => one.batchId === batchId);
  const others = state.outbox.batches.filter((one) => one !== batch);
  if (refusal === null || FINAL_REFUSALS.has(refusal.code)) {
    if (refusal !== null) log(step, 'error', 'analytics refused', { batchId, code: refusal.code });
    const { dropped } = (reply ?? {}) as { dropped?: unknown };
    if (refusal === null && typeof dropped === 'number')
      log(step, 'warn', 'analytics dropped by the backend: this sign has sent all that it may on one day', {
        batchId,
        dropped,
      });
    state.outbox = { ...state.outbox, batches: others, failures: 0 };
    step.effects.push({ type: 'remove_batch', batchId });
    return pause(step, state.limits.batchPaceMs);
  }
  const { failures } = state.outbox;
  // To the back of the closed ones: one that the backend can't take must not hold up the rest.
  const open = others.filter(({ closed }) => !closed);
  const closed = others.filter((one) => one.closed);
  state.outbox = { ...state.outbox, batches: batch ? [...closed, batch, ...open] : others, failures: failures + 1 };
  const { batchRetryFirstMs: firstMs, batchRetryLongestMs: longestMs } = state.limits;
  pause(step, equalJitterMs({ firstMs, longestMs }, failures, now.chance));
}
