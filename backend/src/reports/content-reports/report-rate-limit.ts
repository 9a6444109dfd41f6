import type { ContentState, KioskMessage } from '@sign-display/contracts/kiosk-events';

/**
 * Which reports of a sign about its content become entries of its history. Pure, of one device; invariants:
 *
 * - A report that says what the one before it said (a page that is reloaded every 10 s) is none.
 * - At most `BURST` entries at once and one more each `REFILL_MS`, for ever: a page that flaps does not fill the history.
 * - What is kept back is not forgotten: the report heard last is written as soon as one may be, and the last about each other thing (the page, the
 *   sign's status) as soon as another may, so that the history ends with what is. An entry says how many were dropped and are not listed.
 */

const CONTENT_REPORTS = [
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
  /** Of the page's response, if the kiosk knows it. */
  httpStatus: number | null;
  /** What the sign is by it; null where it says nothing of that. */
  contentState: ContentState | null;
  atMs: number;
}

/** What the history calls them. */
export const KINDS = CONTENT_REPORTS.map((event) => event.slice('sign:'.length));
const SHOWING = ['content_displayed', 'content_recovered'];
/** What the column holds: 24 days. */
const MOST_MS = 2 ** 31 - 1;

type ReportEvent = ContentReportEvent | 'sign:status';
const bare = { kinds: KINDS, reason: null, detail: null, durationMs: null, httpStatus: null };
const error = { ...bare, kind: 'content_error', same: ['content_error'], contentState: 'error' } as const;
const unreachable = { ...bare, kind: 'content_unreachable', same: ['content_unreachable'] };
const status = { ...bare, kind: 'status', kinds: ['status'], same: ['status'], url: null, contentState: null };
const showing = { ...bare, same: SHOWING, contentState: 'showing' } as const;

/** What each message says, as an entry. */
const SAID: { [Event in ReportEvent]: (message: KioskMessage<Event>) => Omit<Report, 'atMs'> } = {
  'sign:content_displayed': ({ url, loadMs, httpStatus, detail = null }) => {
    const durationMs = Math.min(MOST_MS, Math.round(loadMs));
    return { ...showing, kind: 'content_displayed', url, durationMs, httpStatus, detail };
  },
  'sign:content_error': ({ url, code: reason, detail }) => ({ ...error, url, reason, detail }),
  'sign:content_unreachable': ({ url, detail = null, httpStatus = null }) => {
    return { ...unreachable, url, detail, httpStatus, contentState: 'unreachable' };
  },
  'sign:content_recovered': ({ url, detail = null }) => ({ ...showing, kind: 'content_recovered', url, detail }),
  'sign:status': ({ state: reason, detail = null }) => ({ ...status, reason, detail }),
};

/** What a kiosk's message says, as an entry. */
export const reportOf = <Event extends ReportEvent>(
  event: Event,
  given: KioskMessage<Event>,
  atMs: number,
): Report => ({
  ...SAID[event](given),
  atMs,
});

export const BURST = 20;
export const REFILL_MS = 900_000;
const MOST_WAITING = 10;
/** After so long the same report is looked at again: the record may be another since. */
const RECHECK_MS = 600_000;

export interface ReportQueue {
  /** By what they are about (`kinds`), that heard last at the end: the last report, and when it was noted. */
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
  const about = aboutOf(report);
  const says = JSON.stringify([report.same, report.url, report.reason]);
  const last = queue.last.get(about);
  const isKnown = last?.says === says && nowMs - last.atMs < RECHECK_MS;
  queue.last.delete(about);
  queue.last.set(about, isKnown ? last : { says, atMs: nowMs });
  if (isKnown) return false;
  queue.waiting.push(report);
  dropAllBut(queue, MOST_WAITING);
  return true;
}

const aboutOf = ({ kinds }: Report): string => kinds.join();

/** Drops the oldest over `count`, but never the last about a thing: coming again it would say nothing new, and so would be lost. */
function dropAllBut(queue: ReportQueue, count: number): void {
  const { waiting } = queue;
  const last = new Set(new Map(waiting.map((report) => [aboutOf(report), report])).values());
  let excess = waiting.length - count;
  queue.waiting = waiting.filter((report) => last.has(report) || (excess -= 1) < 0);
  queue.unlisted += waiting.length - queue.waiting.length;
}

/** Takes the last about what the sign spoke of last. */
function takeHeardLast({ waiting, last }: ReportQueue): Report | undefined {
  for (const about of [...last.keys()].toReversed()) {
    const index = waiting.findLastIndex((report) => aboutOf(report) === about);
    if (index !== -1) return waiting.splice(index, 1)[0];
  }
  return undefined;
}

/** The next report that may be written now, with the number of those before it that are not; null where none may. */
export function next(queue: ReportQueue, nowMs: number): { report: Report; unlisted: number } | null {
  const refills = Math.floor((nowMs - queue.refilledAtMs) / REFILL_MS);
  queue.tokens = Math.min(BURST, queue.tokens + refills);
  queue.refilledAtMs += refills * REFILL_MS;
  if (queue.tokens <= 1) dropAllBut(queue, 1);
  if (queue.tokens === 0) return null;
  // The next entry may be long in coming.
  const report = queue.tokens === 1 ? takeHeardLast(queue) : queue.waiting.shift();
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
