import { readFileSync } from 'node:fs';
import { DataDirectoryError, EmbeddedPostgresError } from '@sign-display/embedded-postgres';
import { readConfig, ConfigError } from '../config/config.ts';
import { systemClock } from '../adapters/system-clock.ts';
import type { Ancestors } from './note-ancestor-processes.ts';
import { onEndOfProcess } from './process-signals.ts';
import { MigrationError } from '../db/migrate.ts';
import { createProcessLog } from './process-log.ts';
import { runService, type Service } from './start-whole-service.ts';
import { StartError } from './start-error.ts';

/** The service's process: runs the service, ends it. Exit codes: 0 drained, 1 failed, 2 could not start. */

const HELP = `Sign Display Service

  npm start            runs the whole service: its own database, the API, the connections of the kiosks, and the pages
  npm start -- --https runs the service with https on a local network, so that phones can use the camera, notifications and the
                       app offline (HTTPS=true; with a local certificate authority: docs/operations/https.md)
  npm start -- --help  prints this help

All settings are environment variables with defaults; docs/CONFIGURATION.md lists them.
`;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What a person can mend is told in words; anything else is ours and is told with its stack. */
function tellStartFailure(error: unknown): never {
  const expected =
    error instanceof ConfigError ||
    error instanceof DataDirectoryError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError ||
    error instanceof StartError;
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(expected ? 2 : 1);
}

interface Start {
  ancestors: Ancestors;
  args: string[];
  env: Record<string, string | undefined>;
}

async function run({ ancestors, args, env }: Start): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return;
  }
  const unknown = args.find((arg) => arg !== '--https');
  if (unknown !== undefined)
    throw new StartError(
      `Unknown argument ${unknown}. Settings are environment variables. Run with --help for details.`,
    );
  const config = readConfig(args.includes('--https') ? { ...env, HTTPS: 'true' } : env);
  let service: Service | null = null;
  const aborted = new AbortController();
  onEndOfProcess({
    clock: systemClock,
    ancestors,
    underNpm: env.npm_lifecycle_event !== undefined,
    end(reason) {
      aborted.abort(reason);
      // Started or not yet: `runService` stops what it has already started when it is aborted.
      void service?.stop(reason).then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${(error as Error).stack}\n`);
          process.exit(1);
        },
      );
    },
    endNow: () => process.exit(130),
  });
  const log = createProcessLog(config.logLevel, process.stdout, { colorize: !env.NO_COLOR });
  service = await runService({ config, version, log, signal: aborted.signal });
  if (aborted.signal.aborted) {
    await service.stop(String(aborted.signal.reason));
    process.exit(0);
  }
}

export const runProgram = (start: Start): Promise<void> => run(start).catch(tellStartFailure);
