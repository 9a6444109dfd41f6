import fc from 'fast-check';

/** Rules that can be read, most of which make sense: RFC 5545's parts in frequencies that may have them, with values that meet. */

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);
const some = (items: string[], maxLength = 3) =>
  fc.subarray(items, { minLength: 1, maxLength }).map((list) => list.join(','));
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

const parts = fc.record(
  {
    INTERVAL: fc.integer({ min: 1, max: 5 }),
    BYMONTH: some(numbers(1, 12)),
    BYWEEKNO: some(['1', '2', '20', '52', '53', '-1', '-2']),
    BYYEARDAY: some(['1', '60', '100', '200', '366', '-1', '-366']),
    BYMONTHDAY: some(['1', '13', '29', '31', '-1', '-31']),
    BYDAY: fc.oneof(some(DAYS), some(['1MO', '-1FR', '2TU', '5WE', '-3SU'])),
    BYHOUR: some(numbers(0, 23)),
    BYMINUTE: some(numbers(0, 59)),
    BYSETPOS: some(['1', '-1', '2', '-2', '5', '300']),
    WKST: fc.constantFrom(...DAYS),
    COUNT: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(1_000)),
  },
  { requiredKeys: [] },
);

const FITS: Record<string, (part: string, value: string) => boolean> = {
  YEARLY: (part, value) => part !== 'BYWEEKNO' || !/\d/.test(value),
  MONTHLY: (part) => !['BYWEEKNO', 'BYYEARDAY'].includes(part),
  WEEKLY: (part, value) =>
    !['BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'].includes(part) && (part !== 'BYDAY' || !/\d/.test(value)),
  DAILY: (part, value) =>
    !['BYWEEKNO', 'BYYEARDAY', 'BYSETPOS'].includes(part) && (part !== 'BYDAY' || !/\d/.test(value)),
  HOURLY: (part, value) => !['BYWEEKNO', 'BYSETPOS'].includes(part) && (part !== 'BYDAY' || !/\d/.test(value)),
};

/** What RFC 5545 lets a rule say, but for BYWEEKNO: libraries differ about the weeks at both ends of a year. */
export const sensibleRule: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...Object.keys(FITS)), parts)
  .map(([freq, given]) => {
    const said = Object.entries(given).filter(([part, value]) => FITS[freq]!(part, String(value)));
    return [`FREQ=${freq}`, ...said.map(([part, value]) => `${part}=${value}`)].join(';');
  });

const list = (most: number, signed: boolean) =>
  fc
    .array(
      fc.integer({ min: signed ? -most : 0, max: most }).filter((number) => number !== 0 || !signed),
      { minLength: 1, maxLength: 100 },
    )
    .map((items) => items.join(','));

/** What can be read, however little sense it makes and however much it would make. */
export const anyRule: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'),
    fc.record(
      {
        INTERVAL: fc.integer({ min: 1, max: 1_000 }),
        BYMONTH: some(numbers(1, 12), 12),
        BYWEEKNO: list(53, true),
        BYYEARDAY: list(366, true),
        BYMONTHDAY: list(31, true),
        BYDAY: fc.oneof(
          some(DAYS, 7),
          list(53, true).map((text) =>
            text
              .split(',')
              .map((nth, at) => `${nth}${DAYS[at % 7]}`)
              .join(','),
          ),
        ),
        BYHOUR: some(numbers(0, 23), 24),
        BYMINUTE: some(numbers(0, 59), 60),
        BYSECOND: some(numbers(0, 59), 60),
        BYSETPOS: list(366, true),
        WKST: fc.constantFrom(...DAYS),
        COUNT: fc.integer({ min: 1, max: 1_000 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([freq, given]) =>
    [`FREQ=${freq}`, ...Object.entries(given).map(([part, value]) => `${part}=${value}`)].join(';'),
  );
