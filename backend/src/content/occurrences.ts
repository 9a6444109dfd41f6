import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { readRule, readUntil } from './recurrence-rule.ts';
import { changeAround, instantOf, wallAt } from './wall-clock.ts';

/**
 * When a schedule shows (contract, 3.1; promise M2). A recurrence is expanded on the wall clock of the schedule's own zone, and each
 * occurrence lasts as long on the wall clock as the first: 22:00–06:00 stays that through both changes of the clock. The library is
 * given wall times as if they were UTC: where the clock changes it would leave out what falls into the missing hour, and we shift it.
 * Nothing is ever expanded from the start: the library is asked for what is around a moment, whatever the age of the rule.
 */
export interface Timing {
  startsAtMs: number;
  endsAtMs: number;
  /** An RRULE value that `readRule` lets through; null: once. */
  recurrence: string | null;
  timeZone: string;
}

/** From `startMs` up to and without `endMs`. */
export interface Occurrence {
  startMs: number;
  endMs: number;
}

/** What of a schedule is around a moment: the occurrence that it is in, and when the next one begins. */
export interface Around {
  current: Occurrence | null;
  nextStartMs: number | null;
}

const SECOND_MS = 1_000;
/** So many occurrences of a new rule are looked for: what is sparse is so at its beginning. */
const TRIED = 5;
/** So many occurrences of nothing (they fall into the missing hour) are passed over in the search for the next. */
const EMPTY_MOST = 200;

const asUtc = (wallMs: number) => Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC');

/** The rule on the wall clock. UNTIL is compared there as well; a whole day is in it to its end. */
function openRule(parts: ReadonlyMap<string, string>, firstWallMs: number, timeZone: string) {
  const rule = new Map(parts);
  const until = readUntil(parts.get('UNTIL') ?? '');
  if (until?.kind === 'instant') {
    const wall = new Date(wallAt(until.atMs, timeZone)).toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
    rule.set('UNTIL', `${wall}Z`);
  } else if (until?.kind === 'wall') rule.set('UNTIL', `${parts.get('UNTIL')}Z`);
  const rruleString = [...rule].map(([name, value]) => `${name}=${value}`).join(';');
  // The library's own bounds stand: after 10,000 periods without an occurrence it gives up. (Others take its fast ways from it.)
  return new RRuleTemporal({ rruleString, dtstart: asUtc(firstWallMs), cache: false });
}

interface WallRule {
  /** The last start at or before, the first one after, and those from one time to another, on the wall; each null or empty where there is none. */
  last(wallMs: number): number | null;
  next(wallMs: number): number | null;
  within(fromMs: number, toMs: number): number[];
  occurrence(wallMs: number): Occurrence;
}

function wallRule({ startsAtMs, endsAtMs, timeZone }: Timing, parts: ReadonlyMap<string, string>): WallRule {
  const firstWallMs = wallAt(startsAtMs, timeZone);
  const lengthMs = wallAt(endsAtMs, timeZone) - firstWallMs;
  // The library counts in seconds; what the first start has beyond them, all have.
  const beyondMs = ((firstWallMs % SECOND_MS) + SECOND_MS) % SECOND_MS;
  const rule = openRule(parts, firstWallMs - beyondMs, timeZone);
  const from = (wallMs: number) => asUtc(wallMs - beyondMs);
  const to = (start: { epochMilliseconds: number } | null) => start && start.epochMilliseconds + beyondMs;
  return {
    last: (wallMs) => to(rule.previous(from(wallMs), true)),
    next: (wallMs) => to(rule.next(from(wallMs), false)),
    within: (fromMs, toMs) => rule.between(from(fromMs), from(toMs), true).map((start) => to(start)!),
    occurrence(wallMs) {
      // The first one was given as instants, which may be the second coming of their times.
      if (wallMs === firstWallMs) return { startMs: startsAtMs, endMs: endsAtMs };
      return { startMs: instantOf(wallMs, timeZone), endMs: instantOf(wallMs + lengthMs, timeZone) };
    },
  };
}

/** The starts on the wall that can matter at a moment: around a change of the clock their order is not that of their instants. */
function startsAround(rule: WallRule, timing: Timing, nowMs: number): number[] {
  const { timeZone } = timing;
  const lengthMs = wallAt(timing.endsAtMs, timeZone) - wallAt(timing.startsAtMs, timeZone);
  const nowWallMs = wallAt(nowMs, timeZone);
  const changeMs = changeAround(nowMs, timeZone);
  const near = (wallMs: number) => (changeMs === 0 ? [] : rule.within(wallMs - changeMs, wallMs + changeMs));
  const last = rule.last(nowWallMs - changeMs);
  return [...near(nowWallMs), ...near(nowWallMs - lengthMs), ...(last === null ? [] : [last])];
}

function nextStart(rule: WallRule, afterWallMs: number, nowMs: number): number | null {
  let wallMs = rule.next(afterWallMs);
  for (let passed = 0; wallMs !== null && passed < EMPTY_MOST; passed += 1) {
    const { startMs, endMs } = rule.occurrence(wallMs);
    if (startMs > nowMs && startMs < endMs) return startMs;
    wallMs = rule.next(wallMs);
  }
  return null;
}

const later = (one: Occurrence, other: Occurrence) => one.startMs - other.startMs || one.endMs - other.endMs;

function aroundRecurring(timing: Timing, parts: ReadonlyMap<string, string>, nowMs: number): Around {
  const rule = wallRule(timing, parts);
  const starts = startsAround(rule, timing, nowMs);
  const real = starts.map((wallMs) => rule.occurrence(wallMs)).filter(({ startMs, endMs }) => startMs < endMs);
  const current = real.filter(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs).toSorted(later);
  const afterWallMs = wallAt(nowMs, timing.timeZone) + changeAround(nowMs, timing.timeZone);
  const coming = [nextStart(rule, afterWallMs, nowMs), ...real.map(({ startMs }) => startMs)].filter(
    (startMs): startMs is number => startMs !== null && startMs > nowMs,
  );
  return { current: current.at(-1) ?? null, nextStartMs: coming.length === 0 ? null : Math.min(...coming) };
}

/**
 * The occurrence that a schedule is in at `nowMs` (of several, the one that began last), and the start of the next. One that nothing is left of,
 * because it lies in an hour that the clock leaves out, does not happen.
 */
export function occurrencesAround(timing: Timing, nowMs: number): Around {
  const { startsAtMs, endsAtMs, recurrence } = timing;
  if (recurrence === null) {
    const isOn = startsAtMs <= nowMs && nowMs < endsAtMs;
    return {
      current: isOn ? { startMs: startsAtMs, endMs: endsAtMs } : null,
      nextStartMs: startsAtMs > nowMs ? startsAtMs : null,
    };
  }
  const read = readRule(recurrence);
  if ('problem' in read) throw new Error(`a schedule with a recurrence that was never let in: ${read.problem}`);
  try {
    return aroundRecurring(timing, read.parts, nowMs);
  } catch {
    // What the library can't find is not there: one rule must never keep the others of a fleet from being computed.
    return { current: null, nextStartMs: null };
  }
}

const DAY_MS = 86_400_000;
/**
 * What the library steps through to cross a day, by the rule's frequency, and measured against a daily rule's steps: a week costs it four, and
 * an hourly rule passes over whole days.
 */
const STEPS_A_DAY: Record<string, number> = { HOURLY: 1, DAILY: 1, WEEKLY: 4 / 7, MONTHLY: 1 / 28, YEARLY: 1 / 365 };

/**
 * Tries a recurrence by its first occurrences: that it has some which can be found (a rule for 30 February would be searched for in vain again
 * and again), and how many steps a look at it takes at the most, by the widest gap between them (some 30 to 100 µs each). Or why it can't
 * be used, in words for whoever wrote it.
 */
export function tryRecurrence(timing: Timing & { recurrence: string }): { steps: number } | { problem: string } {
  const read = readRule(timing.recurrence);
  if ('problem' in read) return read;
  const { parts } = read;
  const stepsAMs = STEPS_A_DAY[parts.get('FREQ')!]! / DAY_MS / Number(parts.get('INTERVAL') ?? 1);
  try {
    const rule = wallRule(timing, parts);
    let wallMs = wallAt(timing.startsAtMs, timing.timeZone) - 1;
    let steps = 1;
    for (let found = 0; found < TRIED; found += 1) {
      const nextMs = rule.next(wallMs);
      if (nextMs === null) return found === 0 ? { problem: 'has no occurrence' } : { steps };
      steps = Math.max(steps, Math.ceil((nextMs - wallMs) * stepsAMs));
      wallMs = nextMs;
    }
    return { steps };
  } catch {
    // The library's words are about its own bounds.
    return { problem: 'has no occurrence, or so few that they can’t be found' };
  }
}

/** `tryRecurrence` without its price: null where the recurrence can be used. */
export function recurrenceProblem(timing: Timing & { recurrence: string }): string | null {
  const tried = tryRecurrence(timing);
  return 'problem' in tried ? tried.problem : null;
}
