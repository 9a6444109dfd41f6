import type { ContentState, KioskMessage } from '@sign-display/contracts/kiosk-events';

/**
 * Which reports of a sign about its content become entries of its history. Pure, of one device; invariants:
 *
 * - A report that says what the one before it said (a page that is reloaded every 10 s) is none.
 * - At most `BURST` entries at once and one more each `REFILL_MS`, for ever: a page that flaps does not fill the history.
 * - What is kept back is not forgotten: the last report is written as soon as one may be, so that the history ends with what is, and it says
 *   how many before it are not listed.
 */

export const CONTENT_REPORTS = [
  'sign:content_displayed',
  'sign:content_error',
  'sign:content_unreachable',
  'sign:content_recovered',
] as const;
export type ContentReportEvent = (typeof CONTENT_REPORTS)[number];

/** An entry to be. `kinds`: of those, the last entry tells whether this one is new. */
export interface Report {
  kind: string;
  kinds: readonly string[];
  /** Kinds that say the same, of the same `url` and `reason`. */
  same: readonly string[];
  url: string | null;
  reason: string | null;
  detail: string | null;
  durationMs: number | null;
  /** What the sign is by it; null where it says nothing of that. */
  contentState: ContentState | null;
  atMs: number;
}

const KINDS = CONTENT_REPORTS.map((event) => event.slice('sign:'.length));
const SHOWING = ['content_displayed', 'content_recovered'];
/** What the column holds: 24 days. */
const MOST_MS = 2 ** 31 - 1;

const bare = { kinds: KINDS, reason: null, detail: null, durationMs: null };

/** What a kiosk's message says, as an entry. */
export function reportOf<Event extends ContentReportEvent | 'sign:status'>(
  event: Event,
  given: KioskMessage<Event>,
  atMs: number,
): Report {
  const message: unknown = given;
  switch (event as ContentReportEvent | 'sign:status') {
    case 'sign:content_displayed': {
      const { url, loadMs } = message as KioskMessage<'sign:content_displayed'>;
      const durationMs = Math.min(MOST_MS, Math.round(loadMs));
      return { ...bare, kind: 'content_displayed', same: SHOWING, url, durationMs, contentState: 'showing', atMs };
    }
    case 'sign:content_error': {
      const { url, code, detail } = message as KioskMessage<'sign:content_error'>;
      const kind = 'content_error';
      return { ...bare, kind, same: [kind], url, reason: code, detail, contentState: 'error', atMs };
    }
    case 'sign:content_unreachable': {
      const { url, detail = null } = message as KioskMessage<'sign:content_unreachable'>;
      const kind = 'content_unreachable';
      return { ...bare, kind, same: [kind], url, detail, contentState: 'unreachable', atMs };
    }
    case 'sign:content_recovered': {
      const { url, detail = null } = message as KioskMessage<'sign:content_recovered'>;
      return { ...bare, kind: 'content_recovered', same: SHOWING, url, detail, contentState: 'showing', atMs };
    }
    case 'sign:status': {
      const { state, detail = null } = message as KioskMessage<'sign:status'>;
      const kind = 'status';
      return { ...bare, kind, kinds: [kind], same: [kind], url: null, reason: state, detail, contentState: null, atMs };
    }
  }
}

export const BURST = 20;
export const REFILL_MS = 900_000;
const MOST_WAITING = 10;
/** After so long the same report is looked at again: the record may be another since. */
const RECHECK_MS = 600_000;

export interface ReportQueue {
  /** By what they are about (`kinds`): the last report, and when it was heard. */
  last: Map<string, { says: string; atMs: number }>;
  waiting: Report[];
  /** How many were dropped since the last entry. */
  unlisted: number;
  tokens: number;
  refilledAtMs: number;
}

export const emptyQueue = (nowMs: number): ReportQueue => ({
  last: new Map(),
  waiting: [],
  unlisted: 0,
  tokens: BURST,
  refilledAtMs: nowMs,
});

/** Takes a report in; false where it says nothing new. Times are the monotonic clock's. */
export function note(queue: ReportQueue, report: Report, nowMs: number): boolean {
  const about = report.kinds.join();
  const says = JSON.stringify([report.same, report.url, report.reason]);
  const last = queue.last.get(about);
  if (last?.says === says && nowMs - last.atMs < RECHECK_MS) return false;
  queue.last.set(about, { says, atMs: nowMs });
  queue.waiting.push(report);
  if (queue.waiting.length > MOST_WAITING) dropAllBut(queue, MOST_WAITING);
  return true;
}

function dropAllBut(queue: ReportQueue, count: number): void {
  queue.unlisted += queue.waiting.splice(0, queue.waiting.length - count).length;
}

/** The next report that may be written now, with the number of those before it that are not; null where none may. */
export function next(queue: ReportQueue, nowMs: number): { report: Report; unlisted: number } | null {
  const refills = Math.floor((nowMs - queue.refilledAtMs) / REFILL_MS);
  queue.tokens = Math.min(BURST, queue.tokens + refills);
  queue.refilledAtMs += refills * REFILL_MS;
  if (queue.tokens === 0) {
    if (queue.waiting.length > 1) dropAllBut(queue, 1);
    return null;
  }
  const report = queue.waiting.shift();
  if (!report) return null;
  queue.tokens -= 1;
  const { unlisted } = queue;
  queue.unlisted = 0;
  return { report, unlisted };
}

/** It could not be written: it waits again, before the others. */
export function putBack(queue: ReportQueue, taken: { report: Report; unlisted: number }): void {
  queue.waiting.unshift(taken.report);
  queue.unlisted += taken.unlisted;
  queue.tokens += 1;
}

/** Nothing waits, and nothing is held against it: it may be forgotten. */
export const isIdle = (queue: ReportQueue, nowMs: number): boolean =>
  queue.waiting.length === 0 &&
  nowMs - queue.refilledAtMs >= (BURST - queue.tokens) * REFILL_MS &&
  [...queue.last.values()].every(({ atMs }) => nowMs - atMs >= RECHECK_MS);
