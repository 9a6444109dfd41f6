import { spawn } from 'node:child_process';

/** k6, while it runs. */
export interface K6Process {
  /** Its exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  /** Asks it to stop: it ends what it does, removes what it made, and writes its summary. */
  interrupt(): void;
  kill(): void;
}

/**
 * Starts k6 with its output on ours. Its own process group: Ctrl-C reaches us alone, and we pass it on once. The whole group ends with us, however we end
 * (by SIGKILL alone it does not). Rejects where it can't be started.
 */
export function startK6(command: readonly string[], environment: Record<string, string>): K6Process {
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, { env: environment, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      // It has ended a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
  return {
    ended: ended.finally(() => process.off('exit', kill)),
    interrupt: () => void child.kill('SIGINT'),
    kill,
  };
}
