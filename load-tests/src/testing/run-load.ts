import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findK6 } from '../run/find-k6.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

function findOrNull(): string | null {
  try {
    return findK6({ K6_BINARY: process.env['K6_BINARY'], PATH: process.env['PATH'] });
  } catch {
    return null;
  }
}

/** For `describe.skipIf`: k6 is missing, and that is no failure. */
export const k6MayBeSkipped = findOrNull() === null && process.env['CI_REQUIRES_K6'] !== '1';
/** For the title of what needs it. */
export const needsK6 = 'needs k6 (K6_BINARY=$(.ci/k6.sh)); skipped without it, red with CI_REQUIRES_K6=1';

export interface LoadRun {
  /** All that it printed so far. */
  said(): string;
  /** Fulfilled when it has printed this. Rejects where it ends without. */
  hear(words: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  ended: Promise<number | null>;
  folder: string;
}

/** `npm run load -- …`, with its files in a folder of its own. `environment` takes the place of ours. */
export async function startLoad(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<LoadRun> {
  const folder = await mkdtemp(join(tmpdir(), 'load-'));
  const child = spawn(process.execPath, [CLI, ...words, '--out', folder], { env: environment });
  let text = '';
  const waiting = new Set<() => void>();
  const add = (chunk: Buffer): void => {
    text += String(chunk);
    for (const look of waiting) look();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    said: () => text,
    hear: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(text);
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended without ${String(pattern)}:\n${text}`)));
      }),
    signal: (name) => void child.kill(name),
    ended,
    folder,
  };
}
