import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planRun } from '../plan/plan.ts';
import { readSettings } from '../plan/settings.ts';
import { readSummary, type Summary } from './read-k6-summary.ts';
import { holds, judge, type Evidence } from './verdict.ts';
import { printVerdict } from './verdict-text.ts';

const planOf = (scenario: string) =>
  planRun(
    readSettings({
      LOAD_SCENARIO: scenario,
      LOAD_SEED: 'x',
      LOAD_URL: 'http://127.0.0.1:3000',
      LOAD_EMAIL: 'a@b.example',
      LOAD_PASSWORD: 'p',
    }),
  );
const plan = planOf('heartbeat');

const trend = (value: number) => ({ med: value, 'p(95)': value, 'p(99)': value, max: value, count: 9, samples: 9 });
/** A run of 50 signs in which all went well. */
const GOOD: Record<string, Record<string, number>> = {
  heartbeat_ack_ms: trend(3),
  heartbeat_acked: { rate: 1, samples: 150 },
  kiosk_connect_ms: trend(20),
  kiosks_registered: { count: 50, samples: 50 },
  sockets_begun: { count: 100 },
  sockets_opened: { count: 100 },
  left_behind: { count: 0 },
};
const summaryOf = (more: Record<string, Record<string, number>> = {}): Summary =>
  new Map(Object.entries({ ...GOOD, ...more }));
const judged = (more: Record<string, Record<string, number>> = {}, evidence: Partial<Evidence> = {}) =>
  judge({ plan, summary: summaryOf(more), exitCode: 0, idle: 0.6, isInterrupted: false, ...evidence });

describe('the verdict on a run', () => {
  test('passed, where every threshold held and k6 had time', () => {
    expect(judged()).toEqual({ outcome: 'passed', reasons: [] });
  });

  test('failed, where the service was slow and k6 had time', () => {
    expect(judged({ heartbeat_ack_ms: trend(150) }, { exitCode: 99 })).toEqual({
      outcome: 'failed',
      reasons: ['heartbeat_ack_ms: p(95) is 150, but p(95)<100 was promised'],
    });
  });

  test('invalid, where k6’s cores had less than a fifth of their time left, whether thresholds held or were of speed', () => {
    expect(judged({}, { idle: 0.19 }).outcome).toBe('invalid');
    expect(judged({}, { idle: 0.2 }).outcome).toBe('passed');
    expect(judged({ heartbeat_ack_ms: trend(900) }, { idle: 0.05, exitCode: 99 }).outcome).toBe('invalid');
    expect(judged({ dropped_iterations: { count: 3 } }, { idle: 0.05, exitCode: 99 }).outcome).toBe('invalid');
  });

  test('failed, where something was wrong that no busy machine explains', () => {
    const verdict = judged({ heartbeat_acked: { rate: 0.9, samples: 150 } }, { idle: 0.05, exitCode: 99 });
    expect(verdict).toMatchObject({
      outcome: 'failed',
      reasons: ['heartbeat_acked: rate is 0.9, but rate>0.999 was promised'],
    });
  });

  test('of walls: told to read anew is a busy machine’s fault where k6 had no time, patches in disorder never are', () => {
    const walls = (more: Record<string, Record<string, number>>, idle: number) =>
      judged(
        {
          sockets_begun: { count: 105 },
          sockets_opened: { count: 105 },
          subscribed: { rate: 1, samples: 5 },
          patch_lag_ms: trend(300),
          read_ok: { rate: 1, samples: 50 },
          read_ms: trend(20),
          ...more,
        },
        { plan: planOf('dashboard'), idle, exitCode: 99 },
      ).outcome;
    expect(walls({ patch_gaps: { count: 10 } }, 0)).toBe('invalid');
    expect(walls({ patch_gaps: { count: 10 } }, 0.6)).toBe('failed');
    expect(walls({ patches_disordered: { count: 1 } }, 0)).toBe('failed');
  });

  test('undone, where virtual users hang in a handshake, although k6 reports success', () => {
    const verdict = judged({ sockets_opened: { count: 97 }, sockets_failed: { count: 1 } });
    expect(verdict).toEqual({
      outcome: 'undone',
      reasons: ['2 sockets neither opened nor failed, so some virtual users hang in a handshake'],
    });
  });

  test('undone, where k6 began fewer sockets than were asked for, although it reports success', () => {
    const verdict = judged({
      sockets_begun: { count: 60 },
      sockets_opened: { count: 60 },
      kiosks_registered: { count: 10, samples: 10 },
    });
    expect(verdict.outcome).toBe('undone');
    expect(verdict.reasons[0]).toBe('k6 began 60 of 100 sockets, so not all virtual users were started');
  });

  test('failed, where nothing was measured that a threshold is about: k6 lets that pass', () => {
    const verdict = judged({
      heartbeat_ack_ms: { med: 0, 'p(95)': 0, 'p(99)': 0, max: 0, count: 0, samples: 0 },
      heartbeat_acked: { rate: 0, samples: 0 },
    });
    expect(verdict.outcome).toBe('failed');
    expect(verdict.reasons).toContain('heartbeat_acked: nothing was measured');
  });

  test('undone, where k6 did not run to its end, or left no summary', () => {
    expect(judged({}, { exitCode: 107 }).outcome).toBe('undone');
    expect(judged({}, { exitCode: null }).outcome).toBe('undone');
    expect(judge({ plan, summary: null, exitCode: 0, idle: 1, isInterrupted: false }).outcome).toBe('undone');
  });

  test('a run is never passed if k6 reports that a threshold was crossed', () => {
    expect(judged({}, { exitCode: 99 }).outcome).toBe('failed');
  });

  test('interrupted, where somebody ended it, whatever else', () => {
    expect(judged({ heartbeat_acked: { rate: 0, samples: 9 } }, { isInterrupted: true }).outcome).toBe('interrupted');
  });

  test('its last lines have the figures, the reasons and how idle k6 was', () => {
    const summary = summaryOf({ heartbeat_ack_ms: trend(150) });
    const words = printVerdict(plan, summary, judged({ heartbeat_ack_ms: trend(150) }), 0.6);
    expect(words).toContain('heartbeat, smoke, 50 signs');
    expect(words).toContain('p50 150 ms');
    expect(words).toContain('60 % idle');
    expect(words).toContain('FAILED\n  heartbeat_ack_ms: p(95) is 150');
  });
});

test('a threshold holds as arithmetic says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }), (value, limit) => {
      const of = (comparison: string) => holds(`p(95)${comparison}${limit}`, { 'p(95)': value });
      expect([of('<'), of('<='), of('=='), of('>='), of('>')]).toEqual([
        value < limit,
        value <= limit,
        value === limit,
        value >= limit,
        value > limit,
      ]);
    }),
  );
  expect(holds('p(99)<5', {})).toBe(null);
  expect(() => holds('p95 below 5', {})).toThrow('not a threshold expression');
});

describe('k6’s summary is read in both of its forms', () => {
  test('that of k6 1.8', () => {
    const summary = readSummary(
      JSON.stringify({
        metrics: {
          heartbeat_ack_ms: { med: 1, 'p(95)': 4, max: 9, count: 7, thresholds: { 'p(95)<100': false } },
          heartbeat_acked: { passes: 7, fails: 0, value: 1, thresholds: { 'rate>0.999': false } },
          kiosks_registered: { count: 50, rate: 2 },
        },
      }),
    );
    expect(summary?.get('heartbeat_ack_ms')).toMatchObject({ 'p(95)': 4, samples: 7 });
    expect(summary?.get('heartbeat_acked')).toEqual({ rate: 1, samples: 7 });
    expect(summary?.get('kiosks_registered')).toMatchObject({ count: 50, samples: 50 });
  });

  test('that of later ones', () => {
    const metrics = [
      { name: 'heartbeat_ack_ms', type: 'trend', values: { med: 1, p95: 4, max: 9 } },
      { name: 'heartbeat_acked', type: 'rate', values: { matches: 6, rate: 1, total: 6 } },
      { name: 'kiosks_registered', type: 'counter', values: { count: 50 } },
    ];
    const summary = readSummary(JSON.stringify({ results: { metrics } }));
    expect(summary?.get('heartbeat_ack_ms')).toMatchObject({ 'p(95)': 4, samples: 1 });
    expect(summary?.get('heartbeat_acked')).toEqual({ rate: 1, samples: 6 });
    expect(summary?.get('kiosks_registered')).toMatchObject({ count: 50 });
  });

  test('and what is none is none', () => {
    const texts = ['', 'null', '7', '{}', '{"results":{}}', '{"metrics":[]}'];
    expect(texts.filter((text) => readSummary(text) !== null)).toEqual([]);
  });
});
