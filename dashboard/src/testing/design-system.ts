import type { JobPage, PastWarmUps, SystemFigures, SystemResponse } from '@sign-display/contracts/rest/system';
import { ORGANIZATION } from './design-people.ts';

/** The drawn state of the installation (system.html#well), at the drawn moment: 14 Nov 2026, 19:42:31 in Berlin. */

const A = '0193c5a0-1f00-7000-8000-00000000000a';
const B = '0193c5a0-1f00-7000-8000-00000000000b';

const node = (more: Partial<SystemResponse['nodes'][number]>): SystemResponse['nodes'][number] => ({
  nodeId: A,
  hostname: 'signs-a',
  version: '1.4.0',
  startedAt: '2026-11-08T16:40:00.000Z',
  renewedAt: '2026-11-14T18:42:30.000Z',
  kiosks: 114,
  dashboards: 4,
  rssBytes: 252_000_000,
  eventLoopDelayMs: 4,
  heartbeatsPerSecond: 22.8,
  clockOffsetMs: -1.6,
  warmUp: null,
  ...more,
});

export const DRAWN_SYSTEM: SystemResponse = {
  version: '1.4.0',
  nodes: [
    node({}),
    node({
      nodeId: B,
      hostname: 'signs-b',
      startedAt: '2026-11-14T18:06:34.000Z',
      dashboards: 12,
      rssBytes: 188_000_000,
      clockOffsetMs: 2.1,
    }),
  ],
  signs: {
    claimed: 235,
    offline: 7,
    unclaimed: 3,
    quarantined: 1,
    byAppVersion: [
      { version: '2.4.1', signs: 222 },
      { version: '2.4.0', signs: 10 },
      { version: '2.3.7', signs: 3 },
    ],
  },
  database: {
    status: 'up',
    latencyMs: 0.8,
    connections: 26,
    sizeBytes: 412_000_000,
    freeBytes: 61_000_000_000,
    oldestTransactionSeconds: 0,
    replicationLagSeconds: null,
  },
  cache: { status: 'up', latencyMs: 0.3 },
  jobs: { waiting: 2, due: 0, running: 1, dead: 0, oldestSeconds: 0.4 },
  deliveries: {
    sentToday: 1_204,
    waiting: 1,
    failed: [
      {
        organizationId: ORGANIZATION,
        name: 'Nordlicht Events',
        count: 2,
        lastError: '452 4.2.2 <[address]>: mailbox full',
      },
    ],
  },
  certificate: { notAfter: '2027-01-07T10:00:00.000Z' },
  availability: { days: 30, awaySeconds: 780, since: '2026-10-15T18:42:31.000Z' },
};

/** The state without problems, and without any optional part. */
export const QUIET_SYSTEM: SystemResponse = {
  ...DRAWN_SYSTEM,
  nodes: [node({ clockOffsetMs: null })],
  signs: { claimed: 0, offline: 0, unclaimed: 0, quarantined: 0, byAppVersion: [] },
  cache: { status: 'embedded', latencyMs: null },
  jobs: { waiting: 0, due: 0, running: 0, dead: 0, oldestSeconds: 0 },
  deliveries: { sentToday: 0, waiting: 0, failed: [] },
  certificate: null,
  availability: { days: 30, awaySeconds: 0, since: '2026-11-14T17:42:31.000Z' },
};

/** The state in which every part has a problem. */
export const BROKEN_SYSTEM: SystemResponse = {
  ...DRAWN_SYSTEM,
  nodes: [
    ...DRAWN_SYSTEM.nodes,
    node({
      nodeId: '0193c5a0-1f00-7000-8000-00000000000c',
      hostname: 'signs-mit-einem-recht-langen-namen.halle-5.messe.example',
      version: '1.3.9',
      clockOffsetMs: 2_400,
      warmUp: {
        reason: 'start',
        since: '2026-11-14T18:42:00.000Z',
        until: '2026-11-14T18:43:00.000Z',
        heard: 3,
        of: 235,
      },
    }),
  ],
  cache: { status: 'down', latencyMs: null },
  jobs: { waiting: 2, due: 40, running: 1, dead: 2, oldestSeconds: 9.2 },
  certificate: { notAfter: '2026-11-14T10:00:00.000Z' },
};

const MINUTES = 60;
const wave = (base: number, by: number) => Array.from({ length: MINUTES }, (_, at) => base + by * Math.sin(at / 3));
/** The node was restarted in this minute. */
const RESTART = 24;

export const DRAWN_FIGURES: SystemFigures = {
  from: '2026-11-14T17:42:00.000Z',
  minutes: MINUTES,
  nodes: [
    { nodeId: A, hostname: 'signs-a', eventLoopDelayMs: wave(4, 0.8), heartbeatsPerSecond: wave(22.8, 0.2) },
    {
      nodeId: '0193c5a0-1f00-7000-8000-00000000000d',
      hostname: 'signs-b',
      eventLoopDelayMs: wave(3.6, 0.8).map((value, at) => (at < RESTART - 1 ? value : null)),
      heartbeatsPerSecond: wave(22.8, 0.2).map((value, at) => (at < RESTART - 1 ? value : null)),
    },
    {
      nodeId: B,
      hostname: 'signs-b',
      eventLoopDelayMs: wave(3.6, 0.8).map((value, at) => (at < RESTART ? null : at === RESTART ? 19 : value)),
      heartbeatsPerSecond: wave(22.8, 0.2).map((value, at) => (at < RESTART ? null : value)),
    },
  ],
  queueAgeSeconds: wave(0.4, 0.1).map((value, at) => (at === RESTART ? 9.2 : at === RESTART + 1 ? 4 : value)),
};

export const DRAWN_WARM_UPS: PastWarmUps = {
  items: [
    {
      nodeId: B,
      hostname: 'signs-b',
      reason: 'start',
      since: '2026-11-14T18:06:34.000Z',
      until: '2026-11-14T18:07:34.000Z',
      heard: 114,
      of: 116,
      offlineAfter: 2,
    },
    {
      nodeId: A,
      hostname: 'signs-a',
      reason: 'mass_silence',
      since: '2026-11-13T02:11:00.000Z',
      until: '2026-11-13T02:12:00.000Z',
      heard: 120,
      of: 120,
      offlineAfter: 0,
    },
  ],
};

export const DEAD_JOBS: JobPage = {
  items: [
    {
      id: '48102',
      kind: 'deliver_mail',
      state: 'dead',
      attempts: 25,
      error: 'Error: connect ECONNREFUSED [address]',
      runAt: '2026-11-14T13:20:00.000Z',
    },
    {
      id: '4711',
      kind: 'of_a_newer_version',
      state: 'dead',
      attempts: 1,
      error: null,
      runAt: '2026-11-12T13:20:00.000Z',
    },
  ],
  nextCursor: null,
};
