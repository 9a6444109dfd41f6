import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from './judge-figures.ts';
import { describeMiddle, invalidBecause, medianOf, middleOf, ratioOf, type Sample } from './figures.ts';
import { UsageError, describeSizes, readOptions } from './command-line-options.ts';
import { describeSamples } from './table.ts';

const FULL = { connections: 10_000, storm: 5_000 };
const sample = (change: Partial<Sample>): Sample => ({
  figure: 'heartbeatCpu',
  server: 'ours',
  round: 1,
  value: 100,
  invalid: null,
  ...change,
});

describe('the arithmetic of a benchmark', () => {
  const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 });

  test('as many values lie above a median as below it, and the range holds it', () => {
    fc.assert(
      fc.property(values, (all) => {
        const { median, least, most } = middleOf(all);
        expect(all.filter((value) => value < median).length).toBeLessThanOrEqual(all.length / 2);
        expect(all.filter((value) => value > median).length).toBeLessThanOrEqual(all.length / 2);
        expect(least <= median && median <= most).toBe(true);
      }),
    );
    expect(medianOf([4, 1, 2, 3])).toBe(2.5);
  });

  test('a ratio compares only what was measured in the same round, and nothing invalid', () => {
    const samples = [
      sample({ value: 200 }),
      sample({ server: 'socket.io', value: 100 }),
      sample({ round: 2, value: 900, invalid: 'busy' }),
      sample({ round: 2, server: 'socket.io', value: 1 }),
      sample({ round: 3, value: 300 }),
    ];
    expect(ratioOf(samples, 'heartbeatCpu', 'socket.io')).toEqual({ median: 2, least: 2, most: 2 });
    expect(ratioOf(samples, 'heartbeatCpu', 'ws')).toBeNull();
  });

  test('a figure is invalid where the clients had no time or others had the server’s core, and says so', () => {
    expect(invalidBecause({ clients: 0.8, others: 0.1 })).toBeNull();
    expect(invalidBecause({ clients: 0.97, others: 0 })).toBe("the clients' core was 97 % busy (at most 80 %)");
    expect(invalidBecause({ clients: 0, others: 0.4 })).toBe("others took 40 % of the server's core (at most 10 %)");
  });

  test('a range is told where there is more than one value', () => {
    expect(describeMiddle({ median: 1234.56, least: 1000, most: 2000 }, 1)).toBe('1,234.6 (1,000.0–2,000.0)');
    expect(describeMiddle({ median: 5, least: 5, most: 5 }, 0)).toBe('5');
  });
});

describe('the table of a benchmark', () => {
  test('a row is a figure, a column a server, and the last one the ratio', () => {
    const samples = [
      sample({ value: 150 }),
      sample({ server: 'socket.io', value: 100 }),
      sample({ server: 'ws', value: 50 }),
    ];
    expect(describeSamples(samples)).toBe(
      [
        '|  | ours | bare Socket.IO | bare `ws` | ours / bare Socket.IO |',
        '| --- | ---: | ---: | ---: | ---: |',
        '| CPU per heartbeat, µs | 150 | 100 | 50 | 1.50 |',
      ].join('\n'),
    );
  });

  test('an invalid round is left out of a median and named; where all are invalid the figure is marked', () => {
    const busy = 'the clients’ core was 97 % busy';
    const some = describeSamples([sample({ value: 150 }), sample({ round: 2, value: 999, invalid: busy })]);
    expect(some).toContain('| 150, 1 ✗ |');
    expect(some).toContain(`- ✗ heartbeat, ours, round 2: ${busy}`);
    expect(describeSamples([sample({ value: 999, invalid: busy })])).toContain('| ✗ 999 |');
  });

  test('requests have a table of their own, beside a bare route', () => {
    const samples = [sample({ figure: 'listP50', value: 8 }), sample({ figure: 'listP50', server: 'bare', value: 2 })];
    expect(describeSamples([...samples, sample({})]).split('\n\n')[1]).toContain(
      '| sign list page (50 of 10,000), p50, ms | 8.0 | 2.0 | 4.00 |',
    );
  });
});

describe('the bounds of a benchmark', () => {
  const longest = (value: number, change: Partial<Sample> = {}): Sample =>
    sample({ figure: 'heartbeatLongest', value, ...change });
  const outcomes = (samples: Sample[], size = FULL): string[] => judge(samples, size).map(({ outcome }) => outcome);

  test('one ack above 100 ms in any valid round breaks the bound', () => {
    expect(outcomes([longest(100), longest(20, { round: 2 })])).toEqual(['kept']);
    expect(outcomes([longest(20), longest(101, { round: 2 })])).toEqual(['BROKEN']);
    expect(outcomes([longest(20), longest(900, { round: 2, invalid: 'busy' })])).toEqual(['kept']);
  });

  test('known signs are held to 5 s, a second of refusals and twice bare Socket.IO’s CPU', () => {
    const storm = (seconds: number, refusing: number, cpu: number): Sample[] => [
      sample({ figure: 'backSeconds', value: seconds }),
      sample({ figure: 'backRefusing', value: refusing }),
      sample({ figure: 'backCpu', value: cpu }),
      sample({ figure: 'backCpu', server: 'socket.io', value: 2 }),
    ];
    expect(outcomes(storm(5, 1, 4))).toEqual(['kept', 'kept', 'kept']);
    expect(outcomes(storm(5.1, 1.1, 4.1))).toEqual(['BROKEN', 'BROKEN', 'BROKEN']);
  });

  test('a smaller run and one without a valid round judge nothing', () => {
    expect(judge([longest(20)], { ...FULL, connections: 500 })).toMatchObject([
      { outcome: 'not judged', isFullSize: false },
    ]);
    expect(judge([longest(20, { invalid: 'busy' })], FULL)).toMatchObject([
      { outcome: 'not judged', isFullSize: true },
    ]);
    expect(judge([sample({})], FULL)).toEqual([]);
  });
});

describe('the options of a benchmark', () => {
  test('without any, all is measured at its full size', () => {
    expect(readOptions([])).toMatchObject({ rounds: 5, connections: 10_000, storm: 5_000, reports: [] });
    expect(readOptions([]).lines).toHaveLength(8);
  });

  test('a quick run is small, and its sizes can be said too', () => {
    expect(readOptions(['--quick'])).toMatchObject({ rounds: 1, connections: 500, seconds: 3 });
    expect(readOptions(['--quick', '--rounds', '2'])).toMatchObject({ rounds: 2, connections: 500 });
  });

  test('lines and reports are picked by name', () => {
    expect(readOptions(['--only', 'storm,heartbeat,sweep'])).toMatchObject({
      lines: ['heartbeat', 'storm'],
      reports: ['sweep'],
    });
  });

  test('a run says how large its lines are, and nothing of lines that it has not', () => {
    expect(describeSizes(readOptions(['--only', 'storm,bulk']))).toBe(
      '5 rounds; storm: 5,000 at once; bulk: 1,000 signs',
    );
    expect(describeSizes(readOptions(['--quick', '--rounds', '1', '--only', 'snapshot,bulk']))).toBe(
      '1 round; snapshot: 2,000 signs; bulk: 500 signs',
    );
    expect(describeSizes(readOptions(['--only', 'list', '--stalls']))).toBe(
      '5 rounds; heartbeat: 10,000 connections, 25 s after 10 s; list: among 10,000 signs',
    );
  });

  test.each([
    [['--only', 'speed']],
    [['--only', '']],
    [['--only', 'list,,bulk']],
    [['--only', 'sweep', '--json', 'figures.json']],
    [['--only', 'sweep', '--stalls']],
    [['--json', '']],
    [['list']],
    [['--rounds', '0']],
    [['--seconds', 'ten']],
    [['--servers', 'apache']],
    [['--fast']],
  ])('what it can’t do is a fault of usage: %j', (args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
  });
});
