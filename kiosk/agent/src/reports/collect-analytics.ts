import { LIMITS } from '@sign-display/contracts/limits';
import type { Entry } from '../state/analytics-batch.ts';
import { jitteredIntervalMs } from '../backoff.ts';
import type { FetchReport, Metrics } from '../ports.ts';
import { closeBatch, newBatch, putBatch } from './keep-and-send-batches.ts';
import { asDetail, asHttpStatus, asText, serverNowMs, setTimer, type Step } from '../state/step-helpers.ts';
import { jsonBytes } from '../wire/wire-size.ts';

/**
 * What a claimed sign writes down of its page and its machine (promise K7). Entries go into the newest batch, which is on disk as it
 * grows; it is closed when it is old or full, and sent from then on (keep-and-send-batches.ts). Nothing is kept of a sign that nobody has claimed.
 */

/** Half a message, so that what a backend adds or counts otherwise never makes one too large. */
const BATCH_MOST_BYTES = LIMITS.messageBytes / 2;
/** The contract takes 1,000. */
const BATCH_MOST_ENTRIES = 500;

const timeAt = (step: Step, agoMs = 0): string => new Date(serverNowMs(step) - agoMs).toISOString();

function note(step: Step, entry: Entry): void {
  const { state } = step;
  const { claim } = state.stored;
  if (claim === null) return;
  const bytes = jsonBytes(entry) + 1;
  const newest = state.outbox.batches.at(-1);
  const fits =
    newest !== undefined &&
    !newest.closed &&
    newest.bytes + bytes <= BATCH_MOST_BYTES &&
    newest.entries.length < BATCH_MOST_ENTRIES;
  if (fits) {
    putBatch(step, { ...newest, entries: [...newest.entries, entry], bytes: newest.bytes + bytes });
    return;
  }
  if (newest !== undefined && !newest.closed) closeBatch(step);
  const { dropped } = state.outbox;
  const missing: Entry[] = dropped === 0 ? [] : [{ kind: 'dropped', at: timeAt(step), entries: dropped }];
  const entries = [...missing, entry];
  const batch = newBatch(step, claim.sign.id);
  state.outbox = { ...state.outbox, dropped: 0 };
  putBatch(step, { ...batch, entries, bytes: jsonBytes(entries) });
  setTimer(step, 'batch_close', jitteredIntervalMs(state.limits.batchEveryMs, step.now.chance));
}

/** Within the contract's `Milliseconds` and `Count`, whatever a shell counted. */
const asMilliseconds = (value: number): number => (value > 0 ? Math.min(value, 1e12) : 0);
const asCount = (value: number): number => (value > 0 ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER) : 0);

/** The shell asked the network, or its cache, for something of the content. */
export function contentFetched(step: Step, report: FetchReport): void {
  const { url, status, bytes, fromCache, error } = report;
  const durationMs = asMilliseconds(report.durationMs);
  note(step, {
    kind: 'content_fetch',
    at: timeAt(step),
    url: asText(url, LIMITS.urlLength) || '?',
    startedAt: timeAt(step, Math.min(durationMs, MOST_DURATION_MS)),
    durationMs,
    status: asHttpStatus(status),
    bytes: asCount(bytes),
    fromCache,
    error: error === null ? null : asDetail(error),
  });
}

/** Further back than a page can have loaded; keeps a mad clock's timestamp inside the calendar. */
const MOST_DURATION_MS = 86_400_000;

/** A page was put on screen. */
export function rendered(step: Step, url: string, contentId: string | null, loadMs: number): void {
  note(step, { kind: 'render', at: timeAt(step), url, contentId, loadMs: asMilliseconds(loadMs) });
}

export function blankChecked(step: Step, url: string, blank: boolean): void {
  note(step, { kind: 'blank_check', at: timeAt(step), url, blank });
}

export function metricsRead(step: Step, { cpuLoad, memUsedBytes }: Metrics): void {
  const load = cpuLoad > 0 ? Math.min(1, cpuLoad) : 0;
  note(step, { kind: 'resource', at: timeAt(step), cpuLoad: load, memUsedBytes: asCount(memUsedBytes) });
}

/** Asks the machine for its numbers, and again later. */
export function readMetrics(step: Step): void {
  if (step.state.stored.claim !== null) step.effects.push({ type: 'read_metrics' });
  setTimer(step, 'resource', jitteredIntervalMs(step.state.limits.resourceEveryMs, step.now.chance));
}
