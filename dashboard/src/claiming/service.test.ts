import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@sign-display/client/client';
import { expect, test } from 'vitest';
import type { Happening } from './happenings.ts';
import { createService } from './service.ts';
import { EVENTS, uuid } from './testing/claims.ts';

/** A network that answers as the test says (null: never), and a clock in the test's hand. */
function build(answer: (method: string, path: string) => object | null) {
  let nowMs = 0;
  const timers = new Map<() => void, number>();
  const asked: string[] = [];
  const told: Happening[] = [];
  const clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs: number, task: () => void) {
      timers.set(task, nowMs + delayMs);
      return () => void timers.delete(task);
    },
  };
  const client = createClient({
    origin: '',
    fetch(url, { method, signal }) {
      const path = url.split('?')[0]!;
      asked.push(`${method} ${path}`);
      const body = answer(method, path);
      if (body !== null) return Promise.resolve(Response.json(body));
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    },
  });
  const organizations = [{ id: uuid(500), name: 'Nordlicht Events', role: 'operator' }] as never;
  const service = createService({ client, clock, organizations, tell: (happening) => told.push(happening) });
  return {
    service,
    asked,
    told,
    timers,
    async pass(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        for (let turns = 0; turns < 5; turns += 1) await turn();
        const [next] = [...timers].filter(([, atMs]) => atMs <= untilMs).toSorted(([, a], [, b]) => a - b);
        if (!next) break;
        timers.delete(next[0]);
        nowMs = next[1];
        next[0]();
      }
      nowMs = untilMs;
    },
  };
}

test('D3: an opening that gets no answer says so after ten seconds, and asks no longer', async () => {
  const { service, told, timers, pass } = build(() => null);
  void service['ask-events']();
  void service['ask-target']({ do: 'ask-target', signId: uuid(601) });
  const signs = service['ask-signs']({ do: 'ask-signs', choice: EVENTS[0]! });
  await pass(9_999);
  expect(told).toEqual([]);
  await pass(1);
  await signs;
  expect(told).toEqual([
    { type: 'no-events', why: null },
    { type: 'no-events', why: null },
  ]);
  expect(timers.size).toBe(0);
});

const SIGN = uuid(700);

test('a sign that was claimed is looked at no longer when the person goes on', async () => {
  const { service, asked, told, timers, pass } = build((_, path) =>
    path.endsWith('/now')
      ? { content: null }
      : { id: SIGN, url: 'https://menu.example/', status: 'offline', screenshotAt: null },
  );
  const looking = service.look({ do: 'look', signId: SIGN });
  await pass(2_000);
  expect(asked.length).toBe(4);
  service.endLook();
  await looking;
  await pass(60_000);
  expect([asked.length, told.length, timers.size]).toEqual([4, 2, 0]);
});

test('a look that waits for its answer ends with the page', async () => {
  const { service, timers, pass } = build(() => null);
  const looking = service.look({ do: 'look', signId: SIGN });
  await pass(1_000);
  service.endLook();
  await looking;
  expect(timers.size).toBe(0);
});

test('a sign whose page never shows is asked for two pictures at the most', async () => {
  let pictures = 0;
  const { service, asked, told, pass } = build((method, path) => {
    if (path.endsWith('/now')) return { content: null };
    if (method === 'POST') pictures += 1;
    return {
      id: SIGN,
      url: 'https://menu.example/',
      status: 'idle',
      screenshotAt: `2026-11-20T18:57:0${pictures}.000Z`,
    };
  });
  void service.look({ do: 'look', signId: SIGN });
  await pass(60_000);
  expect(asked.filter((each) => each.startsWith('POST')).length).toBe(2);
  expect(told.at(-1)).toMatchObject({ type: 'looked', takenAtMs: null, isLast: true });
});
