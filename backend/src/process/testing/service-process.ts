import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CAUGHT } from '../../sockets/error-boundary.ts';

/** The service in a process of its own, as `npm start` runs it, in a test's hand. */

export type LogLine = Record<string, unknown> & { msg: string };

export interface ServiceProcess {
  readonly pid: number;
  /** What a person at the terminal has read so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** The first line of the log with this message, also one that has come already. Rejects when the process ends without it. */
  logged(message: string): Promise<LogLine>;
  /** Where it serves, from its ready line. */
  ready(): Promise<{ url: string; metricsUrl: string }>;
  /** Resolves when it is gone and all that it printed has been read. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

export interface ServiceProcesses {
  /**
   * Starts one. `env` is all of its environment, but for free ports. With `below: 'sh'` a shell stands between, as npm's may; one
   * that is gone before the service begins with `below: 'gone'`.
   */
  start(env: Record<string, string>, options?: { args?: string[]; below?: Below }): ServiceProcess;
  /** Kills what is left, by pid, and resolves when it is gone. For `afterEach`. */
  end(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../main.ts');
/** What Node has compiled, by content: with it a start takes half as long. */
const COMPILED = join(import.meta.dirname, '../../../../node_modules/.cache/service-process');

type Below = 'sh' | 'gone';
const SCRIPTS: Record<Below, string> = {
  // The last `:` keeps the shell from replacing itself by its only command.
  sh: '"$@"; :',
  // What is in brackets goes on when the shell, whose id `$$` is, has gone.
  gone: '(while kill -0 $$ 2>&-; do :; done; exec "$@") & :',
};

const commandLine = (main: string, args: string[], below?: Below): [string, string[]] =>
  below === undefined
    ? [process.execPath, [main, ...args]]
    : ['sh', ['-c', SCRIPTS[below], 'sh', process.execPath, main, ...args]];

function isLogLine(value: unknown): value is LogLine {
  return typeof value === 'object' && value !== null && typeof (value as { msg?: unknown }).msg === 'string';
}

/** `main`: the program, where it is that of another checkout. */
export function createServiceProcesses({ main = MAIN }: { main?: string } = {}): ServiceProcesses {
  const started = new Set<{ killGroup(): void; exited: Promise<unknown>; caught(): LogLine[] }>();

  function start(env: Record<string, string>, options: { args?: string[]; below?: Below } = {}): ServiceProcess {
    const [command, args] = commandLine(main, options.args ?? [], options.below);
    const child = spawn(command, args, {
      // A group of its own, so that `end` also finds what stands below a shell.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PORT: '0',
        METRICS_PORT: '0',
        NODE_COMPILE_CACHE: COMPILED,
        // As under npm it ends when whoever started it is gone: a run of tests that is killed leaves none that had started.
        npm_lifecycle_event: 'test',
        ...env,
      },
    });
    const output = { stdout: '', stderr: '' };
    const lines: LogLine[] = [];
    const waiting = new Set<() => void>();
    const look = (): void => {
      for (const each of waiting) each();
    };
    let isOver = false;
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.stdout += `${line}\n`;
      const parsed: unknown = line.startsWith('{') ? JSON.parse(line) : null;
      if (isLogLine(parsed)) lines.push(parsed);
      look();
    });
    const exited = once(child, 'close').then(([code, signal]) => {
      isOver = true;
      look();
      return { code: code as number | null, signal: signal as NodeJS.Signals | null };
    });

    const logged: ServiceProcess['logged'] = (message) =>
      new Promise((resolve, reject) => {
        const each = (): void => {
          const line = lines.find(({ msg }) => msg === message);
          if (line === undefined && !isOver) return;
          waiting.delete(each);
          if (line !== undefined) resolve(line);
          else reject(new Error(`ended without "${message}":\n${output.stdout}${output.stderr}`));
        };
        waiting.add(each);
        each();
      });
    const handle = {
      exited,
      caught: () => lines.filter(({ msg }) => msg === CAUGHT),
      killGroup() {
        try {
          process.kill(-child.pid!, 'SIGKILL');
        } catch {
          // The whole group is gone.
        }
      },
    };
    started.add(handle);
    return {
      pid: child.pid!,
      get stdout() {
        return output.stdout;
      },
      get stderr() {
        return output.stderr;
      },
      logged,
      async ready() {
        const { url, metricsUrl } = await logged('ready');
        return { url: url as string, metricsUrl: metricsUrl as string };
      },
      exited,
      kill: (signal) => void process.kill(child.pid!, signal),
    };
  }

  return {
    start,
    async end() {
      for (const { killGroup } of started) killGroup();
      await Promise.all(Array.from(started, ({ exited }) => exited));
      const caught = Array.from(started).flatMap((each) => each.caught());
      started.clear();
      if (caught.length > 0) throw new Error(`the boundary of a connection caught errors: ${JSON.stringify(caught)}`);
    },
  };
}

/** The command lines of everything that runs and names `text` in them: a folder's database servers and their watchdogs. */
export async function processesNaming(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(text)) found.push(command.replaceAll('\0', ' '));
  }
  return found;
}

/** What the service printed for its first owner. */
export function ownerPrintedIn({ stderr }: ServiceProcess): { email: string; password: string } | null {
  const [, email, password] = /e-mail +(\S+)\n +password +(\S+) +\(shown only once;/.exec(stderr) ?? [];
  return email !== undefined && password !== undefined ? { email, password } : null;
}

export function signIn(url: string, account: { email: string; password: string }): Promise<Response> {
  return fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
}
