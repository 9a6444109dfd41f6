import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BUILD_PAGES, pagesFolder } from '@sign-display/dashboard/pages-folder';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Logger } from 'pino';
import { repeat } from '../flow/repeated-task.ts';
import { withTimeout } from '../flow/with-timeout.ts';

/** A build takes seconds; on a machine that is very busy, some more. */
const BUILD_WITHIN_MS = 120_000;
/** A build that was not touched for a day is one that nobody serves (dashboard/builds-to-prune.ts). */
const TOUCHED_EVERY_MS = 60 * 60 * 1_000;
/** What helps, whatever was wrong. */
const HINT =
  'the service goes on without its pages; `npm run build:pages` in the checkout builds them, then start it again';

export interface BuiltPages {
  /** Where they are; null where they could not be built. Never rejects. */
  folder: Promise<string | null>;
  /** Ends a build that goes on, and no longer keeps its pages from being removed. */
  stop(): Promise<void>;
}

/** Shows those who build that these pages are served, now and each hour. Who may not write in the checkout can't, and serves them all the same. */
function keepTouched(folder: string, clock: Clock) {
  const touch = (): Promise<void> => {
    const now = new Date(clock.now());
    return utimes(folder, now, now).catch(() => {});
  };
  void touch();
  return repeat(clock, () => TOUCHED_EVERY_MS, touch);
}

/** The pages of the sources that this service was started from: those that were built before, or else built now, in a process of its own. They are kept as long as it runs. */
export function findOrBuildPages(deps: { clock: Clock; log: Logger }): BuiltPages {
  const found = findOrBuild(deps);
  let isStopped = false;
  let touching: ReturnType<typeof keepTouched> | undefined;
  void found.folder.then((folder) => {
    if (folder !== null && !isStopped) touching = keepTouched(folder, deps.clock);
  });
  return {
    folder: found.folder,
    async stop() {
      isStopped = true;
      await Promise.all([found.stop(), touching?.stop()]);
    },
  };
}

function findOrBuild({ clock, log }: { clock: Clock; log: Logger }): BuiltPages {
  const { path, isBuilt } = pagesFolder();
  if (isBuilt) return { folder: Promise.resolve(path), stop: async () => {} };

  const sinceMs = clock.monotonicMs();
  log.info({ folder: path }, 'building pages');
  const child = spawn(process.execPath, [BUILD_PAGES], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
  const exited = once(child, 'exit').then(
    ([code]) => code as number | null,
    () => null,
  );
  let isStopped = false;
  async function build(): Promise<string | null> {
    const code = await withTimeout(clock, exited, BUILD_WITHIN_MS, 'late' as const);
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
