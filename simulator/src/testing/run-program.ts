import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';

/** A program as a process of its own: what it says on both streams, and how it ends. It ends with the test at the latest. */
export function runProgram(command: string, args: readonly string[], environment: Record<string, string>, input = '') {
  const child = spawn(command, args, { stdio: 'pipe', env: { ...process.env, ...environment } });
  child.stdin.end(input);
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
      child.emit('said');
    });
  }
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    child,
    text: () => text,
    ended: async () => (await closed)[0],
    /** Resolves with what matches, once it was said. */
    async says(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(text);
        if (found) return found[1] ?? found[0];
        await Promise.race([once(child, 'said'), closed.then(([code]) => expect.fail(`ended with ${code}: ${text}`))]);
      }
    },
  };
}
