import { execFile } from 'node:child_process';
import type { Account } from './choose-os-account.ts';

/** What a program said and how it ended. `code` is null where it did not run or was ended by a signal. */
export interface Outcome {
  code: number | null;
  output: string;
  error: NodeJS.ErrnoException | null;
}

/** Who PostgreSQL's programs run as, and what they see of the environment. */
export interface RunAs {
  account: Account;
  env: NodeJS.ProcessEnv;
}

/**
 * For glibc: a server process keeps the memory that a statement needed for the next one. By default it gives it back each time and has the
 * kernel clear it anew, a sixth of what small statements cost.
 */
const KEEP_MEMORY = {
  MALLOC_TOP_PAD_: String(1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 ** 2),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 ** 2),
};

/**
 * The few variables that PostgreSQL needs. Not the rest: PGPORT and its like would change what it does, a locale would change the
 * words it prints, which are read here, and the service's secrets are none of its business.
 */
export function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC', ...KEEP_MEMORY };
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TMPDIR']) {
    if (env[name] !== undefined) kept[name] = env[name];
  }
  return kept;
}

/** For `spawn` and `execFile`. In `/`, because the account may not be allowed into the folder we stand in. */
export function spawnOptions({ account, env }: RunAs) {
  return { ...account, cwd: '/', env };
}

/** Runs `program` to its end. Never rejects. */
export function run(as: RunAs, program: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { ...spawnOptions(as), maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      const failure = error as NodeJS.ErrnoException | null;
      const code = failure ? (typeof failure.code === 'number' ? failure.code : null) : 0;
      resolve({ code, output: `${stdout}${stderr}`.trim(), error: failure });
    });
  });
}
