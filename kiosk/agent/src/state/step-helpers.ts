import type { Effect, PlainMessage, TimerName } from './effects.ts';
import type { Moment } from './events.ts';
import type { OnceStored, SignState } from './state.ts';
import type { StoredDocument } from './stored-document.ts';

/** The small words that the decisions are written in. */

/** One event being worked on: the new state so far, and what has been asked for. Lives no longer than its event. */
export interface Step {
  state: SignState;
  readonly effects: Effect[];
  readonly now: Moment;
  saved: boolean;
}

/** The year 10,000: what comes after it has no timestamp of the contract's form. */
const FAR_FUTURE_MS = 253_402_300_800_000;

/** The backend's time in milliseconds, as well as it is known: until the backend was heard, the sign's own clock and what is stored. */
export function serverNowMs({ state, now }: Pick<Step, 'state' | 'now'>): number {
  const { serverClock, stored, bootedAtMs } = state;
  if (serverClock !== null) return serverClock.serverMs + now.monotonicMs - serverClock.monotonicMs;
  if (stored.clock === null) return now.wallMs;
  // It is never earlier than it has been, whatever a clock without a battery says.
  const { serverMs, aheadMs } = stored.clock;
  return Math.max(now.wallMs + aheadMs, serverMs + now.monotonicMs - bootedAtMs);
}

/** The backend said what time it is. A time that no calendar has is not believed. */
export function noteServerTime(step: Step, serverMs: number): void {
  if (!(Math.abs(serverMs) < FAR_FUTURE_MS)) return;
  const { state, now } = step;
  state.serverClock = { serverMs, monotonicMs: now.monotonicMs };
  const { clock } = state.stored;
  const aheadMs = serverMs - now.wallMs;
  const { clockNoteEveryMs, clockNoteShiftMs } = state.limits;
  const known =
    clock !== null &&
    Math.abs(aheadMs - clock.aheadMs) <= clockNoteShiftMs &&
    Math.abs(serverMs - clock.serverMs) < clockNoteEveryMs;
  if (!known) save(step, { clock: { serverMs, aheadMs } });
}

export function log(step: Step, level: 'debug' | 'info' | 'warn' | 'error', message: string, fields = {}): void {
  step.effects.push({ type: 'log', level, message, fields, atMs: serverNowMs(step) });
}

/** Changes what is stored. The document is written once, after the step. */
export function save(step: Step, change: Partial<StoredDocument>): void {
  const { state } = step;
  state.stored = { ...state.stored, ...change };
  if (!step.saved) state.revision += 1;
  step.saved = true;
}

/** Does `what` once the document as it is now would survive a power cut. */
export function onceStored(step: Step, what: OnceStored): void {
  const { state } = step;
  // Said again before the disk has answered, it is still to be done once.
  const key = JSON.stringify(what);
  const others = state.onceStored.filter((waiting) => JSON.stringify(waiting.what) !== key);
  state.onceStored = [...others, { revision: state.revision, what }];
}

export function setTimer(step: Step, timer: TimerName, delayMs: number): void {
  step.effects.push({ type: 'set_timer', timer, delayMs });
}

export function cancelTimer(step: Step, timer: TimerName): void {
  step.effects.push({ type: 'cancel_timer', timer });
}

/** Sends on the present connection; nothing where there is no registered one. */
export function send(step: Step, message: PlainMessage): void {
  const { phase, id } = step.state.connection;
  if (phase === 'registered') step.effects.push({ type: 'send', connection: id, message });
}

/** Free text for the wire, `most` characters of it, without what no database keeps: NUL and half a surrogate pair. */
export const asText = (text: string, most: number): string => text.slice(0, most).replace(/\0|\p{Cs}/gu, '\uFFFD');
/** As the contract's `Detail`. */
export const asDetail = (text: string): string => asText(text, 2_000);

/** Null for a number that the contract has no room for: a server may answer with any. */
export const asHttpStatus = (status: number | null): number | null =>
  status !== null && Number.isInteger(status) && status >= 100 && status <= 599 ? status : null;
