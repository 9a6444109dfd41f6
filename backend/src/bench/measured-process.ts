import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PoolConfig } from 'pg';
import { findCores, pinnedTo } from './servers/assign-cores.ts';
import { ROOT, flagsOfStart } from './servers/start-measured-server.ts';

/** What benchmarks measure from outside: a process of its own, as `npm start` has it. Linux only (proc(5)). */
export interface StartedProcess {
  child: ChildProcess;
  url: string;
}

/** Starts a program on the server's core and waits until it tells where it listens. It ends when whoever started it is gone, where it is the service. */
export async function startProcess(args: string[], env: Record<string, string> = {}): Promise<StartedProcess> {
  const [command, ...all] = [...pinnedTo(findCores()?.server), process.execPath, ...args];
  const child = spawn(command!, all, {
    cwd: ROOT,
    env: { ...process.env, npm_lifecycle_event: 'bench', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url !== undefined) {
      child.stdout!.resume();
      return { child, url };
    }
  }
  throw new Error('the process ended before it was listening');
}

/** Asks it to end, and waits until it has. */
export async function endProcess({ child }: Pick<StartedProcess, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

export const BENCH_EMAIL = 'owner@example.org';
const PASSWORD = 'correct horse battery staple';

/** The service on a database, with somebody who is signed in. */
export async function startService(
  { host, port, user, database }: PoolConfig,
  dataFolder: string,
  env: Record<string, string> = {},
): Promise<StartedProcess & { headers: { 'content-type': string; authorization: string } }> {
  const started = await startProcess([...(await flagsOfStart()), join(import.meta.dirname, '../main.ts')], {
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(host!)}&port=${port}&user=${user}`,
    DATA_DIR: dataFolder,
    PORT: '0',
    METRICS_PORT: '0',
    BOOTSTRAP_EMAIL: BENCH_EMAIL,
    BOOTSTRAP_PASSWORD: PASSWORD,
    ...env,
  });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: BENCH_EMAIL, password: PASSWORD });
  const signedIn = await fetch(`${started.url}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  const authorization = `Bearer ${signedIn.headers.get('set-auth-token')}`;
  return { ...started, headers: { ...headers, authorization } };
}

/** A process' resident memory, in kB. */
const kilobytesOf = async ({ pid }: ChildProcess): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]);

/** What `run` gives, with the process' memory before it and the most of it meanwhile, in MB. */
export async function watchMemory<Result>(child: ChildProcess, run: () => Promise<Result>) {
  const idle = await kilobytesOf(child);
  let peak = idle;
  const look = async (): Promise<void> => void (peak = Math.max(peak, await kilobytesOf(child)));
  const sampling = setInterval(() => void look(), 20);
  try {
    const result = await run();
    await look();
    return { result, idleMb: Math.round(idle / 1_024), aboveMb: Math.round((peak - idle) / 1_024) };
  } finally {
    clearInterval(sampling);
  }
}
