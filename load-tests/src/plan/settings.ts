import { PROFILES, type ProfileName } from './profiles.ts';
import { SCENARIOS, type ScenarioName } from './scenarios.ts';

/** One run, as the person asked for it. */
export interface Settings {
  scenario: ScenarioName;
  profile: ProfileName;
  kiosks: number;
  rate: number;
  kiosksPerVu: number;
  minutes: number | null;
  /** Makes the identities of the run's signs, so it must be new for each run on one service. */
  seed: string;
  url: string;
  email: string;
  password: string;
  /** Where the service's own metrics are; null: nobody reads them. */
  metricsUrl: string | null;
}

/** What the person asked for does not fit. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** k6 gives a script its environment alone. */
const VARIABLES = {
  scenario: 'LOAD_SCENARIO',
  profile: 'LOAD_PROFILE',
  kiosks: 'LOAD_KIOSKS',
  rate: 'LOAD_RATE',
  kiosksPerVu: 'LOAD_KIOSKS_PER_VU',
  minutes: 'LOAD_MINUTES',
  seed: 'LOAD_SEED',
  url: 'LOAD_URL',
  email: 'LOAD_EMAIL',
  password: 'LOAD_PASSWORD',
  metricsUrl: 'LOAD_METRICS_URL',
} as const satisfies Record<keyof Settings, string>;

export const KIOSKS_PER_VU = 100;

export const MOST = { kiosks: 50_000, rate: 5_000, kiosksPerVu: 1_000, minutes: 10_000 } as const;

export const toEnvironment = (settings: Settings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(VARIABLES)
      .map(([field, name]) => [name, settings[field as keyof Settings]] as const)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, String(value)]),
  );

const oneOf = <Name extends string>(what: string, table: Record<Name, unknown>, text: string | undefined): Name => {
  if (text !== undefined && Object.hasOwn(table, text)) return text as Name;
  throw new SettingsError(`unknown ${what} “${text ?? ''}”; it must be one of ${Object.keys(table).join(', ')}`);
};

/** In less no command is a fair one: signs have some seconds to come, and some to do it (`roles/waiting-helpers.ts`). */
const MINUTES_LEAST = 0.2;

/** As the command line has them. */
const WORDS: Partial<Record<keyof typeof MOST, string>> = { kiosksPerVu: 'kiosks-per-vu' };

function number(what: keyof typeof MOST, text: string | undefined, least: number): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  if (!Number.isFinite(value) || value < least || value > MOST[what])
    throw new SettingsError(`${WORDS[what] ?? what} must be a number from ${least} to ${MOST[what]}, not “${text}”`);
  return value;
}

const whole = (what: keyof typeof MOST, text: string | undefined): number | null => {
  const value = number(what, text, 1);
  if (value !== null && !Number.isInteger(value))
    throw new SettingsError(`${WORDS[what] ?? what} must be a whole number, not “${text}”`);
  return value;
};

const given = (what: string, text: string | undefined): string => {
  if (text === undefined || text === '') throw new SettingsError(`${what} is missing`);
  return text;
};

function origin(text: string): string {
  const [found] = /^https?:\/\/[^/\s?#@]+/.exec(text) ?? [];
  if (found === undefined) throw new SettingsError(`the address must begin with http:// or https://, not “${text}”`);
  return found;
}

/** Reads a run from an environment. Throws a `SettingsError` in a person's words. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const of = (field: keyof Settings) => environment[VARIABLES[field]];
  const profile = oneOf('profile', PROFILES, of('profile') ?? 'smoke');
  return {
    scenario: oneOf('scenario', SCENARIOS, of('scenario')),
    profile,
    kiosks: whole('kiosks', of('kiosks')) ?? PROFILES[profile].kiosks,
    rate: number('rate', of('rate'), 0.1) ?? PROFILES[profile].rate,
    kiosksPerVu: whole('kiosksPerVu', of('kiosksPerVu')) ?? KIOSKS_PER_VU,
    minutes: number('minutes', of('minutes'), MINUTES_LEAST),
    seed: given(VARIABLES.seed, of('seed')),
    url: origin(given(VARIABLES.url, of('url'))),
    email: given(VARIABLES.email, of('email')),
    password: given(VARIABLES.password, of('password')),
    metricsUrl: of('metricsUrl') || null,
  };
}
