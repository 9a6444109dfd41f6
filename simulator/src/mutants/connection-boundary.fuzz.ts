import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDatabase, type TestDatabase } from '@sign-display/backend/testing/create-test-database';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readBackendMetrics } from '../backend/backend-metrics.ts';
import { seededRandom } from '../adapters/seeded-random.ts';
import { ROOT } from './prepare-mutant.ts';
import { makeWorkingCopy, type WorkingCopy } from './working-copy.ts';

/**
 * That the boundary of a connection is what keeps the service alive (promise A5, decision 14): the service from a copy of the tree, with the fault that
 * once ended it put back, with the boundary and without.
 */

const COUNTER = {
  file: 'backend/src/sockets/socket-io-shared.ts',
  // Of a packet with nothing in it there is no data.
  text: '    if (data === undefined) return;\n',
};
const BOUNDARY = {
  file: 'backend/src/sockets/guarded-web-sockets.ts',
  text: "        boundary.caught('frame', error);\n",
};

let copy: WorkingCopy;
let database: TestDatabase;
let dataFolder: string;
let running: ChildProcess | null = null;

beforeAll(async () => {
  copy = await makeWorkingCopy(ROOT);
  database = await createTestDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), 'sign-display-boundary-'));
});
afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) {
    const ended = once(running, 'close');
    running.kill('SIGKILL');
    await ended;
  }
  running = null;
});
afterAll(async () => {
  await database.drop();
  await copy.remove();
  await rm(dataFolder, { recursive: true });
});

/** Takes a text out of a file of the copy, or puts another in its place. It must be there. */
async function change({ file, text }: { file: string; text: string }, by: string): Promise<void> {
  const path = join(copy.folder, file);
  const source = await readFile(path, 'utf8');
  if (!source.includes(text)) throw new Error(`${file} has no longer what this test changes: ${text}`);
  await writeFile(path, source.replace(text, by));
}

interface Service {
  url: string;
  metricsUrl: string;
  stderr(): string;
  ended: Promise<{ code: number | null; signal: string | null }>;
}

async function start(): Promise<Service> {
  const child = spawn(process.execPath, [join(copy.folder, 'backend/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PORT: '0', METRICS_PORT: '0', DATA_DIR: dataFolder, DATABASE_URL: database.url, LOG_LEVEL: 'info' },
  });
  running = child;
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  const ready = new Promise<{ url: string; metricsUrl: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as { msg: string; url: string; metricsUrl: string };
      if (entry.msg === 'ready') resolve(entry);
    });
  });
  const early = ended.then((how) => Promise.reject(new Error(`not ready: ${JSON.stringify(how)}\n${stderr}`)));
  early.catch(() => {});
  const { url, metricsUrl } = await Promise.race([ready, early]);
  return { url, metricsUrl, stderr: () => stderr, ended };
}

/** Joins as a kiosk that nobody knows, sends `frames`, and resolves when the connection has ended. */
async function sendFrames(url: string, frames: readonly string[]): Promise<void> {
  const random = seededRandom('boundary', url);
  const identity = {
    protocol: 1,
    signId: makeUuidV4(random),
    deviceSecret: makeSecret(random),
    bootId: makeUuidV4(random),
    macAddress: '00:1a:2b:3c:4d:5e',
    appVersion: '1.0.0',
  };
  const wire = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const closed = new Promise((resolve) => wire.addEventListener('close', resolve));
  const joined = new Promise<void>((resolve) =>
    wire.addEventListener('message', ({ data }) => {
      if (String(data).startsWith('0')) wire.send(`40/kiosk,${JSON.stringify(identity)}`);
      if (String(data).startsWith('40/kiosk')) resolve();
    }),
  );
  await joined;
  for (const frame of frames) wire.send(frame);
  await closed;
}

it('A5: an empty packet ends its connection, and nothing reaches the boundary', async () => {
  const service = await start();
  await sendFrames(service.url, ['4']);
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  expect(await readBackendMetrics(service.metricsUrl)).toMatchObject({ boundaryCaught: 0 });
});

it('A5: without the byte counter’s check the boundary catches it: the service lives, and the count makes every run red', async () => {
  await change(COUNTER, '');
  const service = await start();
  await sendFrames(service.url, ['4']);
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  expect(await readBackendMetrics(service.metricsUrl)).toMatchObject({ boundaryCaught: 1 });
});

it('A5: without the boundary as well the service dies of it', async () => {
  await change(BOUNDARY, '        throw error;\n');
  const service = await start();
  await sendFrames(service.url, ['4']);
  expect((await service.ended).code).not.toBe(0);
  expect(service.stderr()).toContain("reading 'byteLength'");
});
