import { Command, Option } from 'commander';
import { PROFILES } from '../plan/profiles.ts';
import { SCENARIOS, type Scenario } from '../plan/scenarios.ts';
import { KIOSKS_PER_VU, MOST, SettingsError, readSettings, type Settings } from '../plan/settings.ts';

/** The command line of `npm run load`. */
export interface Asked {
  settings: Settings;
  /** False: a service of the run's own is to be started, and the settings have no address yet. */
  isForeign: boolean;
  out: string;
}

/** What is printed in place of a run: the help, or what does not fit. */
export class NoRun extends Error {
  readonly isHelp: boolean;

  constructor(words: string, isHelp: boolean) {
    super(words);
    this.isHelp = isHelp;
  }
}

const listed = (table: Record<string, { says: string }>): string =>
  Object.entries(table)
    .map(([name, { says }]) => `  ${name.padEnd(16)} ${says}`)
    .join('\n');

const createProgram = (): Command =>
  new Command('npm run load --')
    .description(
      'Runs load tests with k6: virtual signs, operators and walls use a service that the run starts, or one that is already running.',
    )
    .argument('<scenario>', 'the scenario to run (see below)')
    .option('-p, --profile <name>', 'load over time (see below)')
    .option('-k, --kiosks <number>', `signs at full load, up to ${MOST.kiosks} (default: from the profile)`)
    .option(
      '-r, --rate <number>',
      'claims, reads, commands or races per second at full load (default: from the profile)',
    )
    .option('-m, --minutes <number>', 'length of the profile’s longest stage')
    .option(
      '--kiosks-per-vu <number>',
      `signs per virtual user of k6; each virtual user takes about 3 MB (default: ${KIOSKS_PER_VU})`,
    )
    .option('-o, --out <folder>', 'folder for summary.json and report.html (default: report/load/SCENARIO-PROFILE)')
    .option('--url <address>', 'use a service that is already running (with --email and LOAD_PASSWORD)')
    .option('--metrics-url <address>', 'URL of the metrics of that service (soak reads its memory use there)')
    .option('--email <address>', 'account of an admin or owner on that service')
    .addOption(new Option('--password <text>').hideHelp())
    .addHelpText(
      'after',
      `
Scenarios:
${listed(SCENARIOS)}

Profiles:
${listed(PROFILES)}

Examples:
  npm run load -- mixed --profile smoke
  npm run load -- heartbeat --profile average --kiosks 2000
  npm run load -- claim --url https://signs.example --email me@example.org    (with the password in LOAD_PASSWORD)

Exit codes: 0 passed · 1 failed · 2 the run could not start · 3 invalid: k6 had too little CPU time to measure speed · 4 k6 is missing ·
  5 invalid: k6 did not run as configured · 130 interrupted
docs/load-testing.md explains what each scenario proves and how to read the results.`,
    );

interface Options {
  profile?: string;
  kiosks?: string;
  rate?: string;
  minutes?: string;
  kiosksPerVu?: string;
  out?: string;
  url?: string;
  metricsUrl?: string;
  email?: string;
  password?: string;
}

/** What a service of the run's own will be reached by; its real address is known once it runs. */
const OWN = { url: 'http://127.0.0.1', email: 'owner@load.example' };

/**
 * Reads the words after `npm run load --`. `fresh`: a seed, and a password for a service of the run's own. `password`: that of the environment. Throws a `NoRun`.
 */
export function readArguments(
  words: readonly string[],
  fresh: { seed: string; password: string },
  password?: string,
): Asked {
  let said = '';
  const program = createProgram()
    .configureOutput({ writeOut: (text) => (said += text), writeErr: (text) => (said += text) })
    .exitOverride((error) => {
      throw new NoRun(said || error.message, error.exitCode === 0);
    });
  program.parse(words, { from: 'user' });
  if (program.getOptionValueSource('password') === 'cli')
    throw new NoRun(
      '--password is not supported, because every user of this machine can read the command line. Use LOAD_PASSWORD.',
      false,
    );
  const options: Options = { ...(password ? { password } : {}), ...program.opts<Options>() };
  const scenario = program.args[0] ?? '';
  // A variable of the shell's that is not set: the profile's own number would be a surprise.
  const empty = Object.entries(options).find(([, value]) => value === '')?.[0];
  if (empty !== undefined)
    throw new NoRun(`--${empty.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is empty`, false);
  const isForeign = options.url !== undefined;
  if (isForeign && (options.email === undefined || options.password === undefined))
    throw new NoRun('--url needs --email and LOAD_PASSWORD', false);
  if (!isForeign && options.email !== undefined)
    throw new NoRun('--email needs --url, because the run’s own service has its own operators', false);
  try {
    const usual = (
      Object.hasOwn(SCENARIOS, scenario) ? SCENARIOS[scenario as keyof typeof SCENARIOS] : null
    ) as Scenario | null;
    const settings = readSettings({
      LOAD_SCENARIO: scenario,
      LOAD_PROFILE: options.profile ?? usual?.profile,
      LOAD_KIOSKS: options.kiosks,
      LOAD_RATE: options.rate,
      LOAD_MINUTES: options.minutes,
      LOAD_KIOSKS_PER_VU: options.kiosksPerVu,
      LOAD_SEED: fresh.seed,
      LOAD_URL: options.url ?? OWN.url,
      LOAD_EMAIL: options.email ?? OWN.email,
      LOAD_PASSWORD: isForeign ? options.password : fresh.password,
      LOAD_METRICS_URL: options.metricsUrl,
    });
    return { settings, isForeign, out: options.out ?? `report/load/${settings.scenario}-${settings.profile}` };
  } catch (error) {
    if (error instanceof SettingsError) throw new NoRun(error.message, false);
    throw error;
  }
}
