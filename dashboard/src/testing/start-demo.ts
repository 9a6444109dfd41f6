import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** `npm run demo` as a process of its own, known by the lines that it prints. */
export interface Demo {
  /** Where its service is, and the path of its wall there. */
  origin: string;
  path: string;
  /** Who can sign in there. */
  owner: { email: string; password: string };
  /** Ends it as Ctrl-C does. Resolves with its exit code. */
  end(): Promise<number | null>;
}

const PROGRAM = join(import.meta.dirname, '../../../simulator/src/demo/cli.ts');
const WALL = /^The wall: (\S+)$/;
const OWNER = /^ {2}owner +(\S+) {2}(\S+)/;

/** Resolves when its signs are claimed and it has printed its wall. */
export async function startDemo(args: readonly string[]): Promise<Demo> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close') as Promise<[number | null]>;
  let wall: URL | null = null;
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    const address = WALL.exec(line)?.[1];
    if (address !== undefined) wall = new URL(address);
    const [, email, password] = OWNER.exec(line) ?? [];
    if (wall === null || email === undefined || password === undefined) continue;
    child.stdout.resume();
    return {
      origin: wall.origin,
      path: wall.pathname,
      owner: { email, password },
      async end() {
        child.kill('SIGINT');
        return (await ended)[0];
      },
    };
  }
  throw new Error(`the demo has ended: ${said.join('\n')}`);
}
