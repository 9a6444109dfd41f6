import { describe, expect, test } from 'vitest';
import { planRun } from '../plan/plan.ts';
import { PROFILES, type ProfileName } from '../plan/profiles.ts';
import type { ScenarioName } from '../plan/scenarios.ts';
import { lacks, readMachine } from './check-machine.ts';

const planOf = (scenario: ScenarioName, profile: ProfileName, kiosks: number = PROFILES[profile].kiosks) =>
  planRun({
    scenario,
    profile,
    kiosks,
    rate: PROFILES[profile].rate,
    kiosksPerVu: 100,
    minutes: null,
    seed: 'seed',
    url: 'http://127.0.0.1:3000',
    email: 'a@b.example',
    password: 'secret',
    metricsUrl: null,
  });
const LARGE = { openFiles: 1_000_000, ports: 64_000 };

describe('what a run takes of the machine', () => {
  test('more signs than open files are allowed are named, with both numbers and what helps', () => {
    const plan = planOf('heartbeat', 'average', 10_000);
    expect(lacks(plan, { ...LARGE, openFiles: 10_200 })).toBe(null);
    expect(lacks(plan, { ...LARGE, openFiles: 10_199 })).toContain(
      'needs 10200 open files in a process, but this machine allows 10199. Raise the limit (`ulimit -n 10200`',
    );
  });

  test('signs that come back at once may have two connections each for a moment', () => {
    expect(lacks(planOf('reconnect-storm', 'average', 10_000), { ...LARGE, openFiles: 20_199 })).toContain('20200');
  });

  test('more connections than there are ports are named', () => {
    expect(lacks(planOf('heartbeat', 'average', 40_000), { ...LARGE, ports: 28_232 })).toContain('ports for 28232');
  });

  test('walls, races and requests count as well', () => {
    const plan = planOf('mixed', 'stress');
    expect(lacks(plan, { ...LARGE, openFiles: plan.claimedSigns + 200 })).not.toBe(null);
    expect(lacks(planOf('ack-race', 'smoke'), { ...LARGE, openFiles: 250 })).not.toBe(null);
  });

  test('is what Linux says; what nobody says stands in no way', () => {
    const limits =
      'Limit                     Soft Limit           Hard Limit           Units\nMax open files            20000                20000                files\n';
    expect(readMachine(limits, '32768\t60999\n')).toEqual({ openFiles: 20_000, ports: 28_232 });
    expect(readMachine(limits.replace('20000', 'unlimited'), null)).toEqual({ openFiles: Infinity, ports: null });
    expect(lacks(planOf('heartbeat', 'breakpoint'), readMachine(null, null))).toBe(null);
  });
});
