import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { STRIPS_MOST } from '@sign-display/contracts/limits';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { Browser, Route } from 'playwright-core';

/** What passes between the real service and a browser that has a wall open: recorded once, so that the page can be measured without the service beside it. */

const SERVICE = fileURLToPath(new URL('../../../../backend/src/bench/run-wall-service.bench.ts', import.meta.url));
/** How often each sign changes until all are as they were (run-wall-service.bench.ts). */
const PASSES = 5;
/** A wall that has just subscribed is told whole signs for 10 s. */
const YOUNG_MS = 12_000;
const SNAPSHOTS = 5;

/** What `run-wall-service.bench.ts` sends first. */
interface WallService {
  url: string;
  email: string;
  password: string;
  organizationId: string;
  eventId: string;
}

interface RecordedAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

export interface Recording {
  /** Of the wall. */
  path: string;
  /** The header of the page itself. */
  policy: string;
  /** By method, path and query. */
  answers: ReadonlyMap<string, RecordedAnswer>;
  /** What the service said on the socket, as it was sent: the first frame, those until the subscription was confirmed, and those since. */
  opening: string;
  connected: string;
  subscribed: string;
  frames: readonly { atMs: number; text: string }[];
  /** From when to when the frames may be repeated: signs are at its end as they were at its beginning. In ms since the subscription. */
  cycle: { fromMs: number; toMs: number };
}

/** How long the service took for a snapshot of all signs that was made anew, in ms. */
export interface ServerPart {
  firstByteMs: number[];
  wholeMs: number[];
}

/** What a person asks for with a press is of one sign: any answer stands for that of each. */
export const ofAnySign = (path: string): string => path.replace(/\/signs\/[\da-f-]{36}\//, '/signs/:id/');

export const PATCH = /^42\/dashboard,\["signs:patch",\{"cursor":(\d+)/;

function readSnapshot(url: string, cookie: string): Promise<{ firstByteMs: number; wholeMs: number }> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie, 'accept-encoding': 'gzip' } }, (response) => {
      let firstByteMs = 0;
      response.on('data', () => (firstByteMs ||= performance.now() - beganMs));
      response.once('end', () => resolve({ firstByteMs, wholeMs: performance.now() - beganMs }));
      response.once('error', reject);
      if (response.statusCode !== 200) reject(new Error(`a snapshot returned ${response.statusCode}`));
    }).once('error', reject);
  });
}

/** Starts the service with so many signs, measures its part, and opens the wall on it while `rate` signs a second change. `pages`: the folder of the built pages. */
export async function record(
  browser: Browser,
  { signs, rate, pages }: { signs: number; rate: number; pages: string },
): Promise<{ recording: Recording; server: ServerPart }> {
  const child = fork(SERVICE, [String(signs), String(rate), pages]);
  try {
    const failed = once(child, 'exit').then(() => {
      throw new Error('the service stopped during the recording');
    });
    const [service] = (await Promise.race([once(child, 'message'), failed])) as [WallService];
    failed.catch(() => undefined);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const { email, password, url } = service;
    const signedIn = await context.request.post(`${url}/api/auth/sign-in/email`, {
      data: { email, password },
      headers: { origin: url },
    });
    if (!signedIn.ok()) throw new Error(await signedIn.text());
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

    const server: ServerPart = { firstByteMs: [], wholeMs: [] };
    const query = new URLSearchParams({ organizationId: service.organizationId, eventId: service.eventId });
    for (let round = 0; round <= SNAPSHOTS; round += 1) {
      const touched = once(child, 'message');
      child.send({ do: 'touch' });
      await touched;
      const { firstByteMs, wholeMs } = await readSnapshot(`${url}/api/signs/snapshot?${query}`, cookie);
      // The very first of a process compiles what it needs.
      if (round === 0) continue;
      server.firstByteMs.push(firstByteMs);
      server.wholeMs.push(wholeMs);
    }

    child.send({ do: 'start' });
    const page = await context.newPage();
    const answers = new Map<string, RecordedAnswer>();
    // The browser may drop a body before it is asked for it, so each passes through here.
    let failure: unknown;
    const pass = async (route: Route): Promise<void> => {
      const { pathname, search } = new URL(route.request().url());
      const response = await route.fetch();
      const body = await response.body();
      const contentType = response.headers()['content-type'] ?? 'application/json';
      answers.set(`${route.request().method()} ${pathname}${search}`, { status: response.status(), contentType, body });
      await route.fulfill({ response, body });
    };
    await page.route(`${url}/api/**`, (route) => pass(route).catch((error: unknown) => void (failure ??= error)));
    const said: { atMs: number; text: string }[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => said.push({ atMs: performance.now(), text: String(payload) })),
    );
    const path = pathOf('wall', { eventId: service.eventId });
    const opened = await page.goto(url + path);
    const policy = opened!.headers()['content-security-policy'] ?? '';
    await page.getByRole('grid').waitFor({ timeout: 60_000 });

    // What is asked for when somebody touches the wall, which nobody does here.
    const [snapshotOf] = [...answers.keys()].filter((key) => key.startsWith('GET /api/signs/snapshot'));
    const ids = answers
      .get(snapshotOf!)!
      .body.toString()
      .split('\n', STRIPS_MOST)
      .map((line) => (JSON.parse(line) as { id: string }).id);
    for (const asked of [
      `/api/events/${service.eventId}/strips?signIds=${ids.join(',')}`,
      `/api/signs/${ids[0]}/commands?limit=50`,
    ]) {
      const response = await context.request.get(url + asked);
      if (!response.ok()) throw new Error(`${asked} returned ${response.status()}`);
      const contentType = response.headers()['content-type'] ?? 'application/json';
      answers.set(`GET ${ofAnySign(asked)}`, { status: response.status(), contentType, body: await response.body() });
    }

    const cycleMs = ((signs * PASSES) / rate) * 1_000;
    const subscribedAt = said.findIndex(({ text }) => text.startsWith('43/dashboard,'));
    const fromMs = said[subscribedAt]!.atMs;
    while (performance.now() < fromMs + YOUNG_MS + cycleMs + 1_000) await page.waitForTimeout(1_000);
    if (failure !== undefined) throw failure;
    // What is asked for at the very end is not waited for.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    const frames = said
      .slice(subscribedAt + 1)
      .map(({ atMs, text }) => ({ atMs: atMs - fromMs, text }))
      // Whether somebody is still there is asked by the replay, too.
      .filter(({ text }) => text !== '2');
    return {
      server,
      recording: {
        path,
        policy,
        answers,
        opening: said[0]!.text,
        connected: said.find(({ text }) => text.startsWith('40/dashboard,'))!.text,
        subscribed: said[subscribedAt]!.text,
        frames,
        cycle: { fromMs: YOUNG_MS, toMs: YOUNG_MS + cycleMs },
      },
    };
  } finally {
    if (child.connected) child.disconnect();
  }
}

export interface Traffic {
  changesASecond: number;
  patchesASecond: number;
  /** Of the largest patch. */
  changesAtOnce: number;
  bytesASecond: number;
}

/** Of the frames of the cycle. */
export function trafficOf({ frames, cycle }: Recording): Traffic {
  const patches = frames.filter(({ atMs, text }) => atMs >= cycle.fromMs && atMs < cycle.toMs && PATCH.test(text));
  const seconds = (cycle.toMs - cycle.fromMs) / 1_000;
  const sizes = patches.map(({ text }) => {
    const [, patch] = JSON.parse(text.slice(text.indexOf(',') + 1)) as [string, { changes: unknown[] }];
    return patch.changes.length;
  });
  return {
    changesASecond: sizes.reduce((sum, size) => sum + size, 0) / seconds,
    patchesASecond: patches.length / seconds,
    changesAtOnce: Math.max(0, ...sizes),
    bytesASecond: patches.reduce((sum, { text }) => sum + text.length, 0) / seconds,
  };
}

export const describeTraffic = ({ changesASecond, patchesASecond, changesAtOnce, bytesASecond }: Traffic): string =>
  `${changesASecond.toFixed(0)} changes a second in ${patchesASecond.toFixed(1)} patches, of at most ${changesAtOnce}; ${(bytesASecond / 1_000).toFixed(0)} kB a second`;
