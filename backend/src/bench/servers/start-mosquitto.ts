import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEnd } from '../benchmark-cleanup.bench.ts';
import { pinnedTo, type Cores } from './assign-cores.ts';
import type { Running } from './running-server-type.ts';

/** Mosquitto, the MQTT broker in C, where the machine has it. */

/** Debian has it where an ordinary user's PATH does not reach. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;
const ANSWERS_WITHIN_MS = 10_000;

export function hasMosquitto(): boolean {
  try {
    execFileSync('mosquitto', ['-h'], { stdio: 'ignore', env: { ...process.env, PATH } });
    return true;
  } catch (error) {
    // It calls its own help a failure.
    return (error as { status?: number }).status === 3;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** `folder`: for its configuration. */
export async function startMosquitto(cores: Cores | null, folder: string): Promise<Running> {
  const port = await freePort();
  const file = join(folder, `mosquitto-${port}.conf`);
  await writeFile(
    file,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nset_tcp_nodelay true\nlog_type error\n`,
  );
  const [command, ...args] = [...pinnedTo(cores?.server), 'mosquitto', '-c', file];
  const child = spawn(command!, args, { stdio: 'ignore', env: { ...process.env, PATH } });
  const exited = once(child, 'exit');
  const stopped = onEnd(stop);
  async function stop(): Promise<void> {
    stopped();
    child.kill('SIGTERM');
    await exited;
  }
  const untilMs = performance.now() + ANSWERS_WITHIN_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > untilMs) throw new Error('mosquitto did not start');
    await sleep(50);
  }
  const ended = exited.then((): never => {
    throw new Error('mosquitto exited');
  });
  ended.catch(() => {});
  return {
    kind: 'mosquitto',
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    ended,
    watch: null,
    stop,
  };
}
