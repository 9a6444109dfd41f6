import { resolveObjectURL } from 'node:buffer';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@sign-display/client/client';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readScreenshot, type Screenshot } from '../../api/read-screenshot.ts';
import { AT_ONCE } from './picture-pace.ts';
import { pictureQueue } from './picture-queue.ts';

/** A service whose pictures break off in the middle, as where it is killed. */
let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '1000' });
    response.write('half', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A clock that goes when it is told to. */
function handClock() {
  let nowMs = 0;
  let due: { atMs: number; task: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs, task) {
      const one = { atMs: nowMs + delayMs, task };
      due.push(one);
      return () => void (due = due.filter((other) => other !== one));
    },
  };
  function go(ms: number): void {
    nowMs += ms;
    const ready = due.filter(({ atMs }) => atMs <= nowMs);
    due = due.filter(({ atMs }) => atMs > nowMs);
    for (const { task } of ready) task();
  }
  return { clock, go };
}
const wanted = (count: number) => Array.from({ length: count }, (_, number) => ({ id: `s${number}`, at: 'then' }));
const good = (): Screenshot => ({ ok: true, jpeg: new Blob(['jpeg']) });

test('A3: a picture that breaks off in the middle is one that did not come', async () => {
  expect(await readScreenshot(createClient({ origin }), 's1', 480)).toEqual({ ok: false, body: null });
});

test('A3: after pictures that broke off the others are asked for all the same', async () => {
  const { clock, go } = handClock();
  const broken = createClient({ origin });
  let isBroken = true;
  let settled = Promise.withResolvers<void>();
  let open = 0;
  const queue = pictureQueue({
    clock,
    changed: () => {},
    async read(id) {
      open += 1;
      const answer = isBroken ? await readScreenshot(broken, id, 480) : good();
      open -= 1;
      // After the queue has taken it.
      if (open === 0) setImmediate(() => settled.resolve());
      return answer;
    },
  });
  queue.want(wanted(AT_ONCE + 1));
  await settled.promise;
  expect(queue.of('s0')).toBeUndefined();
  isBroken = false;
  settled = Promise.withResolvers();
  go(60_000);
  await settled.promise;
  expect(wanted(AT_ONCE + 1).map(({ id }) => typeof queue.of(id)?.src)).toEqual(Array(AT_ONCE + 1).fill('string'));
  queue.stop();
});

test('A3: a view that comes back asks again for no picture that is known, and nothing is left when the wall goes', async () => {
  const { clock } = handClock();
  const asked: string[] = [];
  const got = Promise.withResolvers<void>();
  const queue = pictureQueue({
    clock,
    changed: () => asked.length === 3 && queue.of('s2') && got.resolve(),
    read: async (id) => (asked.push(id), good()),
  });
  queue.want(wanted(3));
  await got.promise;
  queue.want([]);
  queue.want(wanted(3));
  expect(asked).toEqual(['s0', 's1', 's2']);
  const { src } = queue.of('s0')!;
  expect(resolveObjectURL(src!)).toBeDefined();
  queue.stop();
  expect(resolveObjectURL(src!)).toBeUndefined();
});
