import { expect, test } from 'vitest';
import { createLatencies } from '../evidence/record-latencies.ts';
import { htmlReport } from './html-report.ts';
import type { Report } from './report.ts';

const none = createLatencies().summary();
const sample = { kiosksOnline: 2, signsOnline: 2, mails: 0, inboxes: 0, pushes: 0, mailsRefused: 0 };
const report: Report = {
  verdict: 'broken',
  run: {
    command: 'npm run sim',
    seed: '<7>',
    kiosks: 2,
    scenario: 'venue-power-cut',
    backend: 'its own',
    versions: {},
    startedAt: '',
    durationSeconds: 1,
    interrupted: false,
  },
  promises: [
    {
      promise: 'N3',
      title: 'every alert is true',
      verdict: 'broken',
      cases: 1,
      broken: 1,
      counterexamples: [{ kiosk: 1, expected: 'no alert', seen: '"<b>" is offline' }],
    },
  ],
  claims: [],
  figures: {
    latenciesMs: { claimOverhead: none, claimTotal: none, heartbeatAck: none, qrGone: none },
    heartbeats: { sent: 1, acked: 1, inFlight: 0, lost: 0, unasked: 0 },
    reconnects: 0,
    server: { cpuSeconds: null, cpuShare: null, memoryPeakBytes: null },
    simulator: { cpuSeconds: 1, memoryPeakBytes: 1 },
    quiet: { seconds: 0, heartbeats: 0, statements: null, statementsPer1000Heartbeats: null },
  },
  alerts: {
    precision: 0.5,
    recall: null,
    told: 2,
    trueTold: 1,
    must: 0,
    mustTold: 0,
    detectionMs: none,
    verdictToMessageMs: none,
    mailsRefused: 0,
    incidents: [{ atMs: 500, what: 'power cut' }],
    subscribers: [
      {
        email: 'me',
        event: 'Hall',
        channels: ['email'],
        graceMs: 0,
        quietUntilMs: null,
        messages: [{ atMs: 1_000, channel: 'email', title: '1 < 2', counts: {} }],
      },
    ],
    timeline: [
      { ...sample, atMs: 0 },
      { ...sample, atMs: 2_000, kiosksOnline: 1 },
    ],
  },
  outcomesDigest: '',
  kiosks: [],
};

test('the page draws signs and messages over time, and escapes what people wrote', () => {
  const page = htmlReport(report);
  expect(page).toContain('<polyline class="kiosks" points="40.0,10.0 900.0,120.0"/>');
  expect(page).toContain('<circle class="email" cx="470.0"');
  for (const words of ['seed &lt;7&gt;', '&quot;&lt;b&gt;&quot; is offline', '1 &lt; 2', '0.50', 'power cut'])
    expect(page).toContain(words);
  expect(page).not.toMatch(/<b>" is|<script|src=|href=/);
  expect(htmlReport({ ...report, alerts: null })).not.toContain('<svg');
});
