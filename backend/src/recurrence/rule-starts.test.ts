import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { lookUpOccurrences, STEPS_PER_LOOKUP, type Timing } from './occurrences.ts';
import { ruleProblem, startsAPeriod } from './recurrence-cost.ts';
import { parseRule, type Rule } from './recurrence-rule.ts';
import { wallStarts } from './rule-starts.ts';
import { createSteps, TooManySteps } from './step-budget.ts';
import { anyRule, sensibleRule } from './testing/any-rule.ts';
import { recurrenceProblem } from './testing/occurrence-lookups.ts';

const DAY_MS = 86_400_000;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
const UNBOUNDED = { untilWallMs: Infinity };

const ruleOf = (text: string): Rule => {
  const rule = parseRule(text);
  if ('problem' in rule) throw new Error(`${text} ${rule.problem}`);
  return rule;
};

/** What `work` gives, or null where it takes more than `most` steps. */
function within<Value>(most: number, work: (steps: ReturnType<typeof createSteps>) => Value) {
  const steps = createSteps(most);
  try {
    return { value: work(steps), taken: steps.taken };
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return { value: null, taken: steps.taken };
  }
}

/** The first starts of a rule, one after the other. */
function startsOf(rule: Rule, firstWallMs: number, many: number, steps: ReturnType<typeof createSteps>): number[] {
  const starts = wallStarts(rule, { firstWallMs, ...UNBOUNDED }, steps);
  const found: number[] = [];
  for (let at = starts.next(firstWallMs - 1); at !== null && found.length < many; at = starts.next(at)) found.push(at);
  return found;
}

const minute = fc
  .integer({ min: Date.UTC(2019, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 })
  .map((minutes) => minutes * 60_000);

describe('the starts of a rule', () => {
  test('M2: are those that another implementation of RFC 5545 finds', () => {
    fc.assert(
      fc.property(sensibleRule, minute, (text, firstWallMs) => {
        const rule = ruleOf(text);
        // The other one forgets BYDAY and BYMONTHDAY beside BYYEARDAY (to it the 366th day of 2020 is a Saturday, and a first of a month), and
        // BYMONTHDAY beside a numbered BYDAY of a year (to it the fifth Wednesday of 2019 is a 29th).
        const isForgotten = /BYYEARDAY.*(BYDAY|BYMONTHDAY)|FREQ=YEARLY.*BYMONTHDAY.*BYDAY=[^;]*\d/.test(text);
        fc.pre(ruleProblem(rule) === null && !isForgotten && !/COUNT=1000/.test(text));
        const own = within(1_500, (steps) => startsOf(rule, firstWallMs, 4, steps)).value;
        // It searches for what is very rare, or never happens, by the second.
        fc.pre(own !== null && own.length > 0);
        const dtstart = Temporal.Instant.fromEpochMilliseconds(firstWallMs).toZonedDateTimeISO('UTC');
        const other = new RRuleTemporal({ rruleString: text, dtstart, cache: false });
        let after = dtstart.subtract({ seconds: 1 });
        for (const start of own!) {
          const next = other.next(after, false)!;
          expect(next.epochMilliseconds).toBe(start);
          after = next;
        }
      }),
      { numRuns: 120 },
    );
  });

  test('M2: are the same ones backwards', () => {
    fc.assert(
      fc.property(sensibleRule, minute, (text, firstWallMs) => {
        const both = within(3_000, (steps) => {
          const forward = startsOf(ruleOf(text), firstWallMs, 12, steps);
          const starts = wallStarts(ruleOf(text), { firstWallMs, ...UNBOUNDED }, steps);
          const back: number[] = [];
          for (let at = starts.last(forward.at(-1) ?? 0); at !== null; at = starts.last(at - 1)) back.unshift(at);
          return { forward, back };
        }).value;
        fc.pre(both !== null && both.forward.length > 0);
        expect(both!.back).toEqual(both!.forward);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what a rule costs', () => {
  test.each([
    ['FREQ=WEEKLY;BYDAY=MO,TU', 2],
    ['FREQ=WEEKLY', 1],
    ['FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=9,12,15;BYMINUTE=0,30', 12],
    ['FREQ=MONTHLY;BYDAY=FR', 5],
    ['FREQ=MONTHLY;BYDAY=-1FR,1MO', 2],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15;BYHOUR=8,20', 4],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 1],
    ['FREQ=YEARLY;BYDAY=MO', 53],
    ['FREQ=YEARLY', 1],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,6,12,18', 4 * 366],
    ['FREQ=HOURLY;BYMINUTE=0,30', 2],
  ])('H3: %s makes %i starts in one period at the most', (text, starts) => {
    expect(startsAPeriod(ruleOf(text))).toBe(starts);
  });

  test('H3: no rule makes more starts in a period than its price says', () => {
    fc.assert(
      fc.property(sensibleRule, minute, (text, firstWallMs) => {
        const rule = { ...ruleOf(text.replace(/;(BYSETPOS|COUNT)=[^;]*/g, '')) };
        const most = startsAPeriod(rule);
        // One beyond the price, and all before it: the position is never there.
        const beyond = within(3_000, (steps) =>
          startsOf({ ...rule, positions: [most + 1] }, firstWallMs, 1, steps),
        ).value;
        expect(beyond ?? []).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('H3: a position beyond what the rule makes is refused, with the positions that there are', () => {
    expect(ruleProblem(ruleOf('FREQ=WEEKLY;BYSETPOS=300;BYDAY=MO,TU'))).toMatch(
      /BYSETPOS=300.* 2 starts a week.*from 1 to 2/,
    );
    expect(ruleProblem(ruleOf('FREQ=WEEKLY;BYSETPOS=1,-3;BYDAY=MO,TU'))).toMatch(/BYSETPOS=-3/);
    expect(ruleProblem(ruleOf('FREQ=WEEKLY;BYSETPOS=1,-2;BYDAY=MO,TU'))).toBeNull();
    expect(ruleProblem(ruleOf('FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR'))).toBeNull();
  });

  const given = fc.record({
    text: fc.oneof(sensibleRule, anyRule),
    startsAtMs: minute,
    timeZone: fc.constantFrom(...ZONES),
    hours: fc.integer({ min: 1, max: 60 }),
    later: fc.oneof(fc.integer({ min: -10, max: 400 }), fc.integer({ min: 0, max: 90_000 })),
    most: fc.integer({ min: 1, max: STEPS_PER_LOOKUP }),
    leftOut: fc.oneof(
      fc.constant<number[]>([]),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 100 }),
      fc
        .tuple(fc.nat(2_000), fc.constantFrom(1, 7, 365))
        .map(([from, apart]) => Array.from({ length: 100 }, (_, index) => from + index * apart)),
    ),
  });
  const timingOf = (of: {
    text: string;
    startsAtMs: number;
    hours: number;
    timeZone: string;
    leftOut: number[];
  }): Timing & { recurrence: string } => ({
    startsAtMs: of.startsAtMs,
    endsAtMs: of.startsAtMs + of.hours * 3_600_000,
    recurrence: of.text,
    timeZone: of.timeZone,
    exdates: of.leftOut.map((days) => new Date(of.startsAtMs + days * DAY_MS).toISOString().slice(0, 10)),
  });

  test('H3: whatever the rule, a look takes no more steps than it may, and gives what an unbounded look gives or nothing', () => {
    fc.assert(
      fc.property(given, ({ most, later, ...of }) => {
        const timing = timingOf(of);
        const nowMs = of.startsAtMs + later * DAY_MS;
        const steps = createSteps(most);
        const look = lookUpOccurrences(timing, nowMs, steps);
        expect(steps.taken).toBeLessThanOrEqual(most);
        if (look !== null) expect(look).toEqual(lookUpOccurrences(timing, nowMs, createSteps(Infinity)));
      }),
      { numRuns: 300 },
    );
  });

  test('H3: a rule that is let in can be looked at within the budget at any time', () => {
    let letIn = 0;
    fc.assert(
      fc.property(given, ({ later, ...of }) => {
        const timing = timingOf(of);
        if (recurrenceProblem(timing) !== null) return;
        letIn += 1;
        const nowMs = of.startsAtMs + later * DAY_MS;
        const look = lookUpOccurrences(timing, nowMs);
        expect(look).not.toBeNull();
        expect(look).toEqual(lookUpOccurrences(timing, nowMs, createSteps(Infinity)));
      }),
      { numRuns: 1_500 },
    );
    expect(letIn).toBeGreaterThan(100);
  });
});
