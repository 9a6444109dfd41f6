import { describe, expect, test } from 'vitest';
import { planRun } from '../plan/plan.ts';
import { PROFILES, type ProfileName } from '../plan/profiles.ts';
import { kiosksThere } from './waiting-helpers.ts';

const planOf = (profile: ProfileName, minutes: number | null = null) =>
  planRun({
    scenario: 'commands',
    profile,
    kiosks: 50,
    rate: 5,
    kiosksPerVu: 100,
    minutes,
    seed: 'seed',
    url: 'http://127.0.0.1:3000',
    email: 'a@b.example',
    password: 'secret',
    metricsUrl: null,
  });

describe('signs that a command is fair to', () => {
  const smoke = planOf('smoke');

  test('have had time to come in', () => {
    expect(kiosksThere(smoke, 8_000)).toBe(0);
    expect(kiosksThere(smoke, 10_000)).toBe(25);
    expect(kiosksThere(smoke, 12_000)).toBe(50);
  });

  test('have time left to do it and to tell', () => {
    expect(kiosksThere(smoke, 13_000)).toBe(50);
    expect(kiosksThere(smoke, 13_001)).toBe(0);
    // 180 s at full load, then 10 s in which they go.
    const average = planOf('average');
    expect(kiosksThere(average, 20_000 + 180_000 - 3_000)).toBe(50);
    expect(kiosksThere(average, 20_000 + 180_000 + 2_000)).toBe(25);
  });

  test('are there in every profile, also for as short as it may be', () => {
    for (const profile of Object.keys(PROFILES) as ProfileName[]) {
      const plan = planOf(profile, 0.2);
      const most = Math.max(
        ...Array.from({ length: plan.durationMs / 500 }, (_, half) => kiosksThere(plan, half * 500)),
      );
      expect({ profile, isThere: most > 0 }).toEqual({ profile, isThere: true });
    }
  });
});
