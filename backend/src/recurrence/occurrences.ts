import { leftOutDays, type LeftOutDays } from './left-out-days.ts';
import { ruleProblem } from './recurrence-cost.ts';
import { parseRule, type Rule, type Until } from './recurrence-rule.ts';
import { wallStarts } from './rule-starts.ts';
import { createSteps, TooManySteps, type Steps } from './step-budget.ts';
import { changeAround, instantOf, wallAt } from './wall-clock.ts';

/**
 * When a schedule shows (contract, 3.1; promise M2). A recurrence is expanded on the wall clock of the schedule's own zone, and each
 * occurrence lasts as long on the wall clock as the first: 22:00–06:00 stays that through both changes of the clock. A start that falls into an
 * hour which the clock leaves out shifts forward. Every computation has a number of steps that it may take (decision 15).
 */
export interface Timing {
  startsAtMs: number;
  endsAtMs: number;
  /** An RRULE value; null: once. */
  recurrence: string | null;
  timeZone: string;
  /** Days of the calendar (`2027-10-31`) on which no occurrence of the recurrence starts; absent: none. */
  exdates?: readonly string[];
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

/** The same with the end of the next one: enough to say what is right until that. */
export interface OccurrenceLookup {
  current: Occurrence | null;
  next: Occurrence | null;
}

export const NOTHING_AROUND: OccurrenceLookup = { current: null, next: null };

/** What one look at one rule may cost, some tens of milliseconds; rules that are let in stay below it. */
export const STEPS_PER_LOOKUP = 30_000;
/** What a new rule may cost from one occurrence to the next, and for counting its starts where it has COUNT. */
const STEPS_A_GAP = 5_000;
const STEPS_A_COUNT = 10_000;

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** So many occurrences of a new rule are looked for: what is sparse is so at its beginning. */
const TRIED = 5;
/** So many occurrences of nothing (they fall into the missing hour) are passed over in the search for the next. */
const EMPTY_MOST = 200;

/** UNTIL on the wall; a whole day is in it to its end. */
function untilWallMs(until: Until | null, timeZone: string): number {
  if (until === null) return Infinity;
  if (until.kind === 'instant') return wallAt(until.atMs, timeZone);
  return until.kind === 'day' ? until.atMs + DAY_MS - SECOND_MS : until.atMs;
}

interface WallRule {
  /** The last start at or before, the first one after, and those from one time to another, on the wall; each null or empty where there is none. */
  last(wallMs: number): number | null;
  next(wallMs: number): number | null;
  within(fromMs: number, toMs: number): number[];
  occurrence(wallMs: number): Occurrence;
  leftOut: LeftOutDays;
}

function wallRule({ startsAtMs, endsAtMs, timeZone, exdates = [] }: Timing, rule: Rule, steps: Steps): WallRule {
  const firstWallMs = wallAt(startsAtMs, timeZone);
  const lengthMs = wallAt(endsAtMs, timeZone) - firstWallMs;
  // Rules count in seconds; what the first start has beyond them, all have.
  const beyondMs = ((firstWallMs % SECOND_MS) + SECOND_MS) % SECOND_MS;
  const bounds = { firstWallMs: firstWallMs - beyondMs, untilWallMs: untilWallMs(rule.until, timeZone) };
  const starts = wallStarts(rule, bounds, steps);
  const plus = (wallMs: number | null) => (wallMs === null ? null : wallMs + beyondMs);
  const next = (wallMs: number) => plus(starts.next(wallMs - beyondMs));
  return {
    last: (wallMs) => plus(starts.last(wallMs - beyondMs)),
    next,
    leftOut: leftOutDays(exdates, timeZone),
    within(fromMs, toMs) {
      const found = [];
      for (let at = next(fromMs - 1); at !== null && at <= toMs; at = next(at)) found.push(at);
      return found;
    },
    occurrence(wallMs) {
      // The first one was given as instants, which may be the second coming of their times.
      if (wallMs === firstWallMs) return { startMs: startsAtMs, endMs: endsAtMs };
      return { startMs: instantOf(wallMs, timeZone), endMs: instantOf(wallMs + lengthMs, timeZone) };
    },
  };
}

/** The last start at or before `wallMs` that is not left out. */
function lastHeld(rule: WallRule, wallMs: number): number | null {
  const { leftOut, last } = rule;
  let at = last(wallMs);
  while (at !== null && leftOut.has(rule.occurrence(at).startMs)) at = last(leftOut.firstMs(at) - 1);
  return at;
}

/** The starts on the wall that can matter at a moment: around a change of the clock their order is not that of their instants. */
function startsAround(rule: WallRule, timing: Timing, nowMs: number): number[] {
  const { timeZone } = timing;
  const lengthMs = wallAt(timing.endsAtMs, timeZone) - wallAt(timing.startsAtMs, timeZone);
  const nowWallMs = wallAt(nowMs, timeZone);
  const changeMs = changeAround(nowMs, timeZone);
  const near = (wallMs: number) => (changeMs === 0 ? [] : rule.within(wallMs - changeMs, wallMs + changeMs));
  const last = lastHeld(rule, nowWallMs - changeMs);
  return [...near(nowWallMs), ...near(nowWallMs - lengthMs), ...(last === null ? [] : [last])];
}

function nextOccurrence(rule: WallRule, afterWallMs: number, nowMs: number): Occurrence | null {
  const { leftOut, next } = rule;
  let wallMs = next(afterWallMs);
  let passed = 0;
  while (wallMs !== null && passed < EMPTY_MOST) {
    const occurrence = rule.occurrence(wallMs);
    if (leftOut.has(occurrence.startMs)) {
      wallMs = next(leftOut.lastMs(wallMs));
      continue;
    }
    if (occurrence.startMs > nowMs && occurrence.startMs < occurrence.endMs) return occurrence;
    passed += 1;
    wallMs = next(wallMs);
  }
  return null;
}

const later = (one: Occurrence, other: Occurrence) => one.startMs - other.startMs || one.endMs - other.endMs;

function lookAtRule(timing: Timing, parsed: Rule, nowMs: number, steps: Steps): OccurrenceLookup {
  const rule = wallRule(timing, parsed, steps);
  const starts = startsAround(rule, timing, nowMs);
  const real = starts
    .map((wallMs) => rule.occurrence(wallMs))
    .filter(({ startMs, endMs }) => startMs < endMs && !rule.leftOut.has(startMs));
  const current = real.filter(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs).toSorted(later);
  const afterWallMs = wallAt(nowMs, timing.timeZone) + changeAround(nowMs, timing.timeZone);
  const found = nextOccurrence(rule, afterWallMs, nowMs);
  const coming = [...(found ? [found] : []), ...real.filter(({ startMs }) => startMs > nowMs)].toSorted(later);
  // Of two that begin together the one that lasts longer.
  const next = coming.findLast(({ startMs }) => startMs === coming[0]!.startMs);
  return { current: current.at(-1) ?? null, next: next ?? null };
}

/** What `work` gives, or null where it takes too many steps. */
function within<Value>(steps: Steps, work: (steps: Steps) => Value): Value | null {
  try {
    return work(steps);
  } catch (error) {
    if (error instanceof TooManySteps) return null;
    throw error;
  }
}

/** What of a schedule without a recurrence is around a moment. */
export function lookUpSingleOccurrence({ startsAtMs, endsAtMs }: Timing, nowMs: number): OccurrenceLookup {
  const once = { startMs: startsAtMs, endMs: endsAtMs };
  return { current: startsAtMs <= nowMs && nowMs < endsAtMs ? once : null, next: startsAtMs > nowMs ? once : null };
}

/**
 * The occurrence that a schedule is in at `nowMs` (of several, the one that began last), and the next. One that nothing is left of, because it
 * lies in an hour that the clock leaves out, does not happen. Null where finding them takes more than `steps`, or the rule can't be read. Throws a
 * RangeError on a time zone that the runtime does not know (`isTimeZone`).
 */
export function lookUpOccurrences(
  timing: Timing,
  nowMs: number,
  steps: Steps = createSteps(STEPS_PER_LOOKUP),
): OccurrenceLookup | null {
  const { recurrence } = timing;
  if (recurrence === null) return lookUpSingleOccurrence(timing, nowMs);
  const parsed = parseRule(recurrence);
  if ('problem' in parsed) return null;
  return within(steps, () => lookAtRule(timing, parsed, nowMs, steps));
}

/** What it takes to get past `exdates` in a row, at the most; null: more than a look may take in all. */
function stepsPastLeftOut(timing: Timing, rule: Rule): number | null {
  const all = createSteps(STEPS_PER_LOOKUP);
  let [most, untilMs] = [0, -Infinity];
  for (const day of leftOutDays(timing.exdates ?? [], timing.timeZone).days) {
    const fromMs = day * DAY_MS;
    if (fromMs < untilMs) continue;
    const before = all.taken;
    const found = within(all, () => ({ next: nextOccurrence(wallRule(timing, rule, all), fromMs - 1, -Infinity) }));
    if (found === null) return null;
    most = Math.max(most, all.taken - before);
    untilMs = found.next === null ? Infinity : wallAt(found.next.startMs, timing.timeZone);
  }
  return most;
}

/**
 * Tries a recurrence by its first occurrences: that it has some which can be found (a rule for 30 February would be searched for in vain again
 * and again), and how many steps it takes from one to the next at the most. Or why it can't be used, in words for whoever wrote it.
 */
export function tryRecurrence(timing: Timing & { recurrence: string }): { steps: number } | { problem: string } {
  const parsed = parseRule(timing.recurrence);
  if ('problem' in parsed) return parsed;
  const problem = ruleProblem(parsed);
  if (problem !== null) return { problem };
  const counting = createSteps(STEPS_A_COUNT);
  if (within(counting, () => wallRule(timing, parsed, counting)) === null)
    return { problem: 'has so few occurrences that counting them takes too long: say with UNTIL when it ends' };
  const uncounted = { ...parsed, count: null };
  const pastLeftOut = stepsPastLeftOut(timing, uncounted);
  if (pastLeftOut === null || pastLeftOut > STEPS_A_GAP)
    return { problem: 'has so few occurrences that too many in a row are in exdates: a rarer FREQ may say the same' };
  let wallMs: number | null = wallAt(timing.startsAtMs, timing.timeZone) - 1;
  let most = Math.max(1, pastLeftOut);
  for (let found = 0; found < TRIED; found += 1) {
    const steps = createSteps(STEPS_A_GAP);
    const afterMs: number = wallMs;
    const gap = within(steps, () => ({ next: wallRule(timing, uncounted, steps).next(afterMs) }));
    if (gap === null)
      return { problem: 'has no occurrence, or so few that they can’t be found: a rarer FREQ may say the same' };
    if (gap.next === null) return found === 0 ? { problem: 'has no occurrence' } : { steps: most };
    most = Math.max(most, steps.taken);
    wallMs = gap.next;
  }
  return { steps: most };
}
