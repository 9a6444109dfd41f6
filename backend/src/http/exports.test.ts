import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../adapters/system-random.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createExports, type Exports, type ExportSource } from './exports.ts';
import { createGuardedStreams, type GuardedStreams } from './guard-response-streams.ts';
import type { Answer } from './router.ts';
import { sendRefusal } from './problem.ts';
import { createHttpServer, type HttpServer } from './create-http-server.ts';

const PAGE = 100;
/** Wide enough that a hundred pages are more than any buffer on the way holds. */
const WIDE = 'x'.repeat(2_000);

let app: HttpServer;
let exports: Exports;
let streams: GuardedStreams;
let clock: ManualClock;
let port: number;
/** The pages that were read, by what they came after. */
let read: (number | null)[];
/** Called before each page. */
let beforePage: (last: number | null) => Promise<void>;

const source = (rows: number, format: 'csv' | 'ndjson' = 'ndjson'): ExportSource<number> => ({
  format,
  organizationId: '0199a1b2-0000-7000-8000-000000000000',
  role: 'viewer',
  fileName: 'numbers',
  columns: ['number', 'wide'],
  cellsOf: (row) => [row, WIDE],
  objectOf: (row) => ({ row, WIDE }),
  async readPage(last) {
    await beforePage(last);
    read.push(last);
    const from = (last ?? 0) + 1;
    return Array.from({ length: Math.max(0, Math.min(PAGE, rows - from + 1)) }, (_, index) => from + index);
  },
});

let mayRead = true;

beforeEach(async () => {
  read = [];
  beforePage = async () => {};
  clock = createManualClock();
  mayRead = true;
  streams = createGuardedStreams({ clock, mayRead: async () => mayRead });
  exports = createExports(streams);
  app = createHttpServer({ log: pino({ level: 'silent' }), random: systemRandom });
  app.get('/numbers/:person/:rows/:format', async (request, reply) => {
    const { person, rows, format } = request.params as { person: string; rows: string; format: 'csv' };
    const caller = { userId: person, name: person, email: person, sessionId: person };
    const result = await exports.answer({ caller, raw: request }, source(Number(rows), format));
    if ('code' in result) return sendRefusal(reply, result);
    const { status, headers, body } = result as Answer;
    return await reply.code(status).headers(headers!).send(body);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  streams.cutAll();
  app.server.closeAllConnections();
  await app.close();
});

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

/** A client that asks, and then takes nothing. */
async function askAndStall(path: string, version = '1.1'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${path} HTTP/${version}\r\nhost: x\r\n\r\n`);
  return socket;
}

/**
 * Resolves when nothing more is read: the export waits for its client. Nothing tells when the buffers on the way are full: that is when the
 * server, which is this process, comes round so many times without a page. On a machine that is slow each round takes longer.
 */
async function untilWaiting(): Promise<number> {
  let seen = -1;
  for (let still = 0; still < 20; still += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (read.length === seen && seen > 0) continue;
    seen = read.length;
    still = 0;
  }
  return seen;
}

test('all rows, page after page, in both formats', async () => {
  const csv = await get('/numbers/ann/250/csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="numbers.csv"');
  expect(csv.headers.get('cache-control')).toBe('no-store');
  const lines = (await csv.text()).split('\r\n');
  expect(lines[0]).toBe('number,wide');
  expect(lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: 250 }, (_, index) => index + 1),
  );
  expect(read).toEqual([null, 100, 200, 250]);
  const ndjson = await get('/numbers/ann/250/ndjson');
  expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson');
  expect((await ndjson.text()).trim().split('\n')).toHaveLength(250);
});

test('nothing is an empty file, with its header where it is CSV', async () => {
  expect(await (await get('/numbers/ann/0/csv')).text()).toBe('number,wide\r\n');
  expect(await (await get('/numbers/ann/0/ndjson')).text()).toBe('');
});

test('a client that takes nothing holds the next pages back, and one that is gone ends them', async () => {
  const socket = await askAndStall('/numbers/ann/1000000/ndjson');
  const pages = await untilWaiting();
  expect(pages).toBeLessThan(200);
  socket.destroy();
  // Its place is free again.
  while ((await get('/numbers/ann/1/csv')).status !== 200);
  expect(read.length).toBeLessThan(pages + 20);
});

test('a client that has stalled for a minute is cut off', async () => {
  const socket = await askAndStall('/numbers/ann/1000000/ndjson');
  const failed = new Promise((resolve) => socket.once('error', resolve));
  await untilWaiting();
  clock.advance(60_000);
  socket.resume();
  expect(await failed).toMatchObject({ code: 'ECONNRESET' });
});

test.each(['1.1', '1.0'])('an export that fails on its way never ends like a whole one (HTTP/%s)', async (version) => {
  beforePage = async (last) => {
    if (last === 5 * PAGE) throw new Error('the database is away');
  };
  const socket = await askAndStall('/numbers/ann/1000000/ndjson', version);
  let bytes = 0;
  socket.on('data', (data) => (bytes += data.length));
  const failed = new Promise((resolve) => socket.once('error', resolve));
  socket.resume();
  expect(await failed).toMatchObject({ code: 'ECONNRESET' });
  if (version === '1.1') await expect((await get('/numbers/ann/1000000/csv')).text()).rejects.toThrow('terminated');
});

test('one that fails before its first byte is an answer like any other', async () => {
  beforePage = async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  };
  expect((await get('/numbers/ann/10/csv')).status).toBe(503);
  beforePage = async () => {};
  expect((await get('/numbers/ann/10/csv')).status).toBe(200);
});

test('a person has two at once, a node six, and those that are cut make place', async () => {
  const sockets: Socket[] = [];
  const stall = async (person: string) => {
    sockets.push(await askAndStall(`/numbers/${person}/1000000/ndjson`));
    await untilWaiting();
  };
  await stall('ann');
  await stall('ann');
  expect((await get('/numbers/ann/1/csv')).status).toBe(429);
  for (const person of ['bob', 'bob', 'cyd', 'cyd']) await stall(person);
  const refused = await get('/numbers/dan/1/csv');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  streams.cutAll();
  for (const socket of sockets) socket.destroy();
  while ((await get('/numbers/ann/1/csv')).status !== 200);
});

test('HEAD reads nothing', async () => {
  const head = await fetch(`http://127.0.0.1:${port}/numbers/ann/1000000/csv`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(head.headers.get('content-length')).toBeNull();
  expect(read).toEqual([]);
});

test('A3: who loses the session or the role meanwhile gets no further page, and no whole file', async () => {
  beforePage = async (last) => {
    if (last === null) return;
    mayRead = false;
    clock.advance(1_000);
  };
  await expect(get('/numbers/ann/100000/ndjson').then((response) => response.text())).rejects.toThrow(/terminated/);
  expect(read.length).toBeLessThan(4);
});
