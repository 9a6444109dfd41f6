import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@sign-display/client/client';
import { expect, test } from 'vitest';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { createService } from './claim-requests.ts';
import { EVENTS, uuid } from './testing/claims.ts';

/** A network that answers as the test says (null: never), and a clock in the test's hand. */
function build(answer: (method: string, path: string) => object | null) {
  let nowMs = 0;
  const timers = new Map<() => void, number>();
  const asked: string[] = [];
  const told: ClaimEvent[] = [];
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
      if (body !== null) return Promise.resolve(body instanceof Response ? body : Response.json(body));
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
    { type: 'no-target', signId: uuid(601), why: null },
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

test('N2: a refusal that may be our own fault is told with how long the service has been up, any other at once', async () => {
  let code = 'sign_not_connected';
  const warmUp = { reason: 'start', since: '2026-11-20T18:57:00.000Z', until: '2026-11-20T18:58:00.000Z' };
  const { service, asked, told } = build((_, path) =>
    path === '/health'
      ? { uptimeSeconds: 4.5, presence: { warmUp } }
      : Response.json(
          { code, detail: 'why' },
          { status: 400, headers: { 'content-type': 'application/problem+json' } },
        ),
  );
  const start = () => service.start({ do: 'start', nth: 1, asked: { shortCode: '4QB50C' } });
  await start();
  expect(told.at(-1)).toMatchObject({ type: 'not-found', service: { upMs: 4_500, isWarmingUp: true } });
  code = 'short_code_mismatch';
  await start();
  expect(told.at(-1)).toMatchObject({ type: 'not-found', service: null });
  expect(asked.filter((each) => each === 'GET /health').length).toBe(1);
});

test('D3: whose a sign is that is claimed already, is told with who claimed it, and of a stranger’s nothing', async () => {
  const deviceOf = (number: number, shortCode: string) => ({ deviceSignId: uuid(number), shortCode });
  const sign = { id: SIGN, eventId: EVENTS[0]!.eventId, name: 'Bar 3', device: deviceOf(900, '4QB50C') };
  const twins = [902, 903].map((number) => ({ ...sign, id: uuid(number), device: deviceOf(number, 'VE05BR') }));
  const attempt = (outcome: string, name: string) => {
    return { outcome, signRecordId: SIGN, actor: { id: name, name }, at: '2026-11-20T18:20:00.000Z' };
  };
  const { service, told } = build((_, path) =>
    path.endsWith('/claim-attempts')
      ? { items: [attempt('device_no_ack', 'Ana'), attempt('committed', 'Ben')], nextCursor: null }
      : { items: [{ ...sign, id: uuid(1), device: null }, ...twins, sign], nextCursor: null },
  );
  const ask = (shortCode: string, number?: number) => {
    const asked = { shortCode, ...(number !== undefined && { signId: uuid(number) }) };
    return service['ask-owner']({ do: 'ask-owner', organizationId: uuid(500), asked });
  };
  await ask('4QB50C');
  expect(told).toMatchObject([
    { type: 'owner', owner: { sign: { id: SIGN, shortCode: '4QB50C' }, by: { userId: 'Ben', name: 'Ben' } } },
  ]);
  await ask('ABCDEF');
  await ask('4QB50C', 901);
  await ask('VE05BR');
  expect(told.length).toBe(1);
  await ask('VE05BR', 903);
  expect(told.at(-1)).toMatchObject({ type: 'owner', owner: { sign: { id: uuid(903) } } });
});
