import fc from 'fast-check';
import { expect, test } from 'vitest';
import { METRICS, isSpeed } from './metrics.ts';
import { optionsOf } from './options.ts';
import { planRun } from './plan.ts';
import { PROFILES, type ProfileName } from './profiles.ts';
import { SCENARIOS, type ScenarioName } from './scenarios.ts';
import { MOST, SettingsError, readSettings, toEnvironment, type Settings } from './settings.ts';
import { thresholdsOf } from './thresholds.ts';

const settingsOf = (scenario: ScenarioName, profile: ProfileName, more: Partial<Settings> = {}): Settings => ({
  scenario,
  profile,
  kiosks: PROFILES[profile].kiosks,
  rate: PROFILES[profile].rate,
  kiosksPerVu: 100,
  minutes: null,
  seed: 'seed',
  url: 'http://127.0.0.1:3000',
  email: 'a@b.example',
  password: 'secret',
  metricsUrl: null,
  ...more,
});
const all = (Object.keys(SCENARIOS) as ScenarioName[]).flatMap((scenario) =>
  (Object.keys(PROFILES) as ProfileName[]).map((profile) => [scenario, profile] as const),
);

test.each(all)(
  '%s under %s: has thresholds, dropped_iterations = 0 among them, each on a metric that is counted',
  (scenario, profile) => {
    const plan = planRun(settingsOf(scenario, profile));
    const { thresholds, scenarios } = optionsOf(plan);
    expect(thresholds).toMatchObject({ dropped_iterations: [expect.anything()] });
    expect(JSON.stringify(thresholds['dropped_iterations'])).toContain('count==0');
    expect(Object.keys(scenarios)).toEqual(Object.keys(SCENARIOS[scenario].roles));
    // k6 refuses a metric that no script makes.
    const known = ['dropped_iterations', ...Object.keys(METRICS)];
    expect(Object.keys(thresholdsOf(plan)).filter((metric) => !known.includes(metric))).toEqual([]);
  },
);

test.each(all)('%s under %s: all virtual users are there before they are needed', (scenario, profile) => {
  for (const role of Object.values(optionsOf(planRun(settingsOf(scenario, profile))).scenarios)) {
    if ('maxVUs' in role) expect(role.preAllocatedVUs).toBe(role.maxVUs);
    else expect(role.vus).toBeGreaterThanOrEqual(1);
  }
});

test('10,000 signs take 100 virtual users, and each must register once', () => {
  const plan = planRun(settingsOf('heartbeat', 'average', { kiosks: 10_000 }));
  expect(plan).toMatchObject({ fleetUsers: 100, registrations: 10_000, claimedSigns: 10_000 });
  expect(thresholdsOf(plan)).toMatchObject({ kiosks_registered: ['count>=10000'] });
});

test('each storm asks for one more registration of each sign', () => {
  expect(planRun(settingsOf('reconnect-storm', 'smoke')).registrations).toBe(100);
});

test('trends are of speed, counts and rates are right or wrong', () => {
  expect(isSpeed('heartbeat_ack_ms')).toBe(true);
  expect(isSpeed('read_ms{read:list}')).toBe(true);
  expect(isSpeed('heartbeat_acked')).toBe(false);
  expect(isSpeed('sockets_opened')).toBe(false);
});

test('what the program asks for, k6’s script reads back', () => {
  const settings = fc.record({
    scenario: fc.constantFrom(...(Object.keys(SCENARIOS) as ScenarioName[])),
    profile: fc.constantFrom(...(Object.keys(PROFILES) as ProfileName[])),
    kiosks: fc.integer({ min: 1, max: MOST.kiosks }),
    rate: fc.integer({ min: 1, max: MOST.rate }),
    kiosksPerVu: fc.integer({ min: 1, max: MOST.kiosksPerVu }),
    minutes: fc.option(fc.integer({ min: 1, max: 100 })),
    seed: fc.string({ minLength: 1 }),
    url: fc.constantFrom('http://127.0.0.1:3000', 'https://signs.example'),
    email: fc.string({ minLength: 1 }),
    password: fc.string({ minLength: 1 }),
    metricsUrl: fc.option(fc.constant('http://127.0.0.1:9464/metrics')),
  });
  fc.assert(
    fc.property(settings, (one) => {
      expect(readSettings(toEnvironment(one))).toEqual(one);
    }),
  );
});

test('what does not fit is refused in words that name it', () => {
  const environment = toEnvironment(settingsOf('claim', 'smoke'));
  const refusal = (more: Record<string, string | undefined>) => () => readSettings({ ...environment, ...more });
  expect(refusal({ LOAD_SCENARIO: 'claims' })).toThrow(SettingsError);
  expect(refusal({ LOAD_SCENARIO: 'claims' })).toThrow(
    'unknown scenario “claims”; it must be one of heartbeat, claim, ack-race',
  );
  expect(refusal({ LOAD_PROFILE: 'big' })).toThrow('unknown profile “big”');
  expect(refusal({ LOAD_KIOSKS: '0' })).toThrow('kiosks must be a number from 1 to 50000, not “0”');
  expect(refusal({ LOAD_KIOSKS: '1.5' })).toThrow('kiosks must be a whole number');
  expect(refusal({ LOAD_MINUTES: '0.1' })).toThrow('minutes must be a number from 0.2');
  expect(refusal({ LOAD_RATE: 'fast' })).toThrow('rate must be a number');
  expect(refusal({ LOAD_URL: 'signs.example' })).toThrow('the address must begin with http');
  expect(refusal({ LOAD_PASSWORD: undefined })).toThrow('LOAD_PASSWORD is missing');
});
