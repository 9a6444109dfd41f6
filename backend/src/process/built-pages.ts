import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { BUILD_PAGES, pagesFolder } from '@sign-display/dashboard/built';
import type { Clock } from '@sign-display/contracts/ports';
import type { Logger } from 'pino';
import { within } from '../flow/within.ts';

/** A build takes seconds; on a machine that is very busy, some more. */
const BUILD_WITHIN_MS = 120_000;
/** What helps, whatever was wrong. */
const HINT =
  'the service goes on without its pages; `npm run build:pages` in the checkout builds them, then start it again';

export interface BuiltPages {
  /** Where they are; null where they could not be built. Never rejects. */
  folder: Promise<string | null>;
  /** Ends a build that goes on. */
  stop(): Promise<void>;
}

/** The pages of the sources that this service was started from: those that were built before, or else built now, in a process of its own. */
export function findOrBuildPages({ clock, log }: { clock: Clock; log: Logger }): BuiltPages {
  const { path, isBuilt } = pagesFolder();
  if (isBuilt) return { folder: Promise.resolve(path), stop: async () => {} };

  const sinceMs = clock.monotonicMs();
  log.info({ folder: path }, 'building the pages');
  const child = spawn(process.execPath, [BUILD_PAGES], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
  const exited = once(child, 'exit').then(
    ([code]) => code as number | null,
    () => null,
  );
  let isStopped = false;
  async function build(): Promise<string | null> {
    const code = await within(clock, exited, BUILD_WITHIN_MS, 'late' as const);
    if (code === 'late') child.kill('SIGKILL');
    if (isStopped) return null;
    if (code !== 0) {
      log.error(
        { folder: path, why: code === 'late' ? 'it took too long' : (await said).trim(), hint: HINT },
        'pages not built',
      );
      return null;
    }
    log.info({ folder: path, tookMs: Math.round(clock.monotonicMs() - sinceMs) }, 'pages built');
    return path;
  }
  return {
    folder: build(),
    async stop() {
      isStopped = true;
      child.kill('SIGKILL');
      await exited;
    },
  };
}
