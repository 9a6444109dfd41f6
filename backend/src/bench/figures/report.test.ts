import { expect, test } from 'vitest';
import type { Watched } from '../servers/explain-event-loop-stalls.ts';
import { readOptions } from './command-line-options.ts';
import { describeRun, jsonOf, type Run } from './report.ts';

const watched: Watched = {
  longestMs: 41.2,
  stood: [
    { atMs: 1_000, ms: 25, ranMs: 3 },
    { atMs: 3_000, ms: 41, ranMs: 44 },
    { atMs: 4_000, ms: 21, ranMs: 22 },
  ],
  collections: [
    { atMs: 3_010, ms: 12, kind: 'scavenge' },
    { atMs: 9_000, ms: 5, kind: 'scavenge' },
  ],
  sampled: [
    { atMs: 3_020, stack: ['runs nodes/write.ts:7', 'calls nodes/turn.ts:3', '(root)'] },
    { atMs: 3_040, stack: ['runs nodes/write.ts:7', 'calls nodes/turn.ts:3', '(root)'] },
  ],
};
const run = (change: Partial<Run> = {}): Run => ({
  notes: ['a machine'],
  options: readOptions(['--rounds', '2', '--only', 'heartbeat']),
  samples: [{ figure: 'heartbeatLongest', server: 'ours', round: 1, value: 120, invalid: null }],
  stalls: [{ server: 'ours', round: 3, isSampled: true, watched }],
  failures: [],
  isWhole: true,
  ...change,
});

test('a report lists when the loop stood, the longest first, with the collections and the functions that ran then', () => {
  expect(describeRun(run())).toContain(
    [
      'When event loops stood while heartbeats were measured, and what ran:',
      '',
      "- ours, one more round, with samples of what ran: 3 times for more than 20 ms, 87 ms in all; the longest by Node's own measure 41 ms",
      '  - 41 ms at 3.0 s: 1 × scavenge 12 ms; runs nodes/write.ts:7 ← calls nodes/turn.ts:3 (2 of 2 samples)',
      '  - 25 ms at 1.0 s: no collection; it ran for 3 ms of them, so others had its core',
      '  - 21 ms at 4.0 s: no collection; it ran for 22 ms: code',
    ].join('\n'),
  );
});

test('a report judges the bounds, and names what failed', () => {
  const text = describeRun(run({ failures: ['round 2 of 2, heartbeat: ours ended'] }));
  expect(text).toMatch(/^- a machine\n\n\| {2}\| ours/);
  expect(text).toContain('- BROKEN: the longest ack of all rounds: at most 100 ms; measured 120');
  expect(text).toContain('- FAILED: round 2 of 2, heartbeat: ours ended');
});

test('a report says first that a run was quick, or broken off, and then says nothing of what it has not', () => {
  const options = readOptions(['--quick']);
  const text = describeRun(run({ options, isWhole: false, samples: [], stalls: [] }));
  expect(text).toBe(
    [
      '- **a quick run: it shows that everything runs, and its figures say nothing**',
      '- **broken off: these are the rounds that were measured until then**',
      '- a machine',
    ].join('\n'),
  );
});

test('its JSON has every figure, the verdicts, and each standstill with what ran', () => {
  const json: unknown = JSON.parse(jsonOf(run()));
  expect(json).toMatchObject({
    isWhole: true,
    options: { rounds: 2, lines: ['heartbeat'] },
    samples: [{ figure: 'heartbeatLongest', value: 120 }],
    verdicts: [{ outcome: 'BROKEN' }],
    stalls: [
      {
        server: 'ours',
        isSampled: true,
        times: 3,
        totalMs: 87,
        stood: [{ atMs: 3_000, ms: 41 }, { atMs: 1_000 }, { atMs: 4_000 }],
      },
    ],
  });
});
