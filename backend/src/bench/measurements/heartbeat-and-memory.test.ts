import { expect, test } from 'vitest';
import { readOptions } from '../figures/command-line-options.ts';
import type { Sample } from '../figures/figures.ts';
import type { Stalls } from '../figures/report.ts';
import { measureHeartbeat } from './heartbeat-and-memory.ts';
import { kioskOf, newHandshakes, type Stage } from './run-with-measured-server.ts';

test('the benchmark measures heartbeats of a real server in a process of its own, and ends both processes', async () => {
  const samples: Sample[] = [];
  const stood: Stalls[] = [];
  const kiosks = newHandshakes(200).map((handshake) => kioskOf(handshake, null));
  const toEnd = new Set<() => Promise<unknown>>();
  const stage: Stage = {
    options: readOptions(['--quick', '--connections', '200', '--seconds', '1']),
    cores: null,
    // Of a bare server, which knows no database.
    fleet: {
      folder: '',
      postgresPid: 0,
      organizationId: '',
      eventId: '',
      recordIds: [],
      environment: {},
      remove: async () => {},
    },
    claimed: kiosks,
    unclaimed: kiosks,
    say: () => {},
    add: (sample) => void samples.push(sample),
    stood: (stalls) => void stood.push(stalls),
    onEnd(end) {
      toEnd.add(end);
      return () => void toEnd.delete(end);
    },
  };
  await measureHeartbeat(stage, 'ws', 1);
  const valueOf = (name: Sample['figure']): number => samples.find(({ figure }) => figure === name)!.value;
  expect(samples.map(({ figure }) => figure)).toEqual([
    'heartbeatCpu',
    'heartbeatP50',
    'heartbeatP99',
    'heartbeatLongest',
  ]);
  expect(valueOf('heartbeatP50')).toBeGreaterThan(0);
  expect(valueOf('heartbeatP50')).toBeLessThanOrEqual(valueOf('heartbeatLongest'));
  expect(stood).toMatchObject([{ server: 'ws', round: 1, isSampled: false }]);
  expect(toEnd.size).toBe(0);
});
