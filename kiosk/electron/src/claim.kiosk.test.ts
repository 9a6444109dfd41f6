import { LIMITS } from '@sign-display/contracts/limits';
import { expect, test } from 'vitest';
import { openWorld } from './testing/display-service-and-pages.ts';
import { filmLight } from './testing/record-display-light.ts';
import { good } from '@sign-display/testing/service';
import { until } from './testing/poll-until.ts';

const { world, serviceAway, freshMachine, unclaimed, claim, spot, seen } = openWorld({ LOAD_TIMEOUT_MS: '6000' });
const GREEN = [16, 160, 64];
const BLUE = [16, 64, 160];

test('K4: a claim puts the page on the display, and a claim whose page fails leaves the code there', async () => {
  const machine = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(machine);

  const failed = await claim(shortCode, world().pages.url('missing'));
  expect(failed.body).toMatchObject({
    code: 'device_load_failed',
    reason: 'url_load_failed',
    detail: expect.stringMatching(/404/) as string,
  });
  expect((await kiosk.face('code')).shortCode).toBe(shortCode);

  expect((await claim(shortCode, world().pages.refusing)).body).toMatchObject({ reason: 'url_unreachable' });
  expect((await claim(shortCode, world().pages.url('hanging'))).body).toMatchObject({ reason: 'sign_timeout' });

  good(await claim(shortCode, world().pages.url('good')));
  await until('the page within a second of the claim', spot, (one) => one === GREEN.join(), 1_000);
});

test('K2: a sign that starts again shows its page while the backend is away, and is the same sign afterwards', async () => {
  const machine = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(machine);
  const { sign } = good(await claim(shortCode, world().pages.url('blue'))).body;
  await seen(BLUE);
  await machine.remembers(world().pages.url('blue'));
  await kiosk.kill();
  await serviceAway();
  const again = await machine.start();
  await seen(BLUE);
  await world().service.start();
  await until('the page', spot, (one) => one === BLUE.join());
  const found = good(await world().service.owner.call('GET /api/signs/:id', { params: { id: sign.id } })).body;
  expect(found.device?.shortCode).toBe(shortCode);
  await again.stop();
});

test('K4: a page that draws in animation frames alone is proved and shown', async () => {
  const machine = await freshMachine();
  const { shortCode } = await unclaimed(machine);
  good(await claim(shortCode, world().pages.url('frames')));
  expect(await seen([160, 16, 128])).toBe('160,16,128');
});

test('a page that is another one on its server is loaded again, and the app goes on meanwhile', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { sign } = good(await claim(shortCode, world().pages.url('changing'))).body;
  await seen(GREEN);
  const { owner } = world().service;
  const params = { id: sign.id };
  const body = { settings: { reachabilityIntervalMs: 1_000 } };
  good(await owner.call('PATCH /api/signs/:id', { params, body, ifMatch: `"${sign.version}"` }));
  await world().pages.checked('changing', 3);
  expect(world().pages.loadsOf('changing')).toBe(1);
  world().pages.change('changing', 'blue');
  await seen(BLUE);
  expect(kiosk.app.process().exitCode).toBeNull();
});

test('D6, K8: the code blinks in step with the phone that found it, and is gone within a second of the claim', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { owner } = world().service;
  const { body: pending } = good(await owner.call('POST /api/signs/claim/start', { body: { shortCode } }));
  const { startsAtMs } = await kiosk.overlay('identify');
  const offMs = startsAtMs - (Date.parse(pending.expiresAt) - LIMITS.pendingTtlMs);
  const blinks = await until('some blinks', filmLight(world().display), (changes) => changes.length > 8);
  // Each is seen late, by as much as this machine has to do; the least late tells the phase.
  const lateMs = Math.min(
    ...blinks.slice(1).map(({ atMs, isLight }) => Math.abs(phaseMs(atMs - startsAtMs + (isLight ? 0 : 500)))),
  );

  // Whichever is heard first: the phone's answer, or what the sign says when it is told.
  const told = new Promise<number>((resolve) =>
    kiosk.app.process().stdout!.on('data', (said: Buffer) => {
      if (said.includes('"message":"claimed"')) resolve(Date.now());
    }),
  );
  const green = until(
    'the page',
    () => ({ colour: spot(), atMs: Date.now() }),
    ({ colour }) => colour === GREEN.join(),
  );
  good(await claim(shortCode, world().pages.url('good')));
  const answeredAtMs = Date.now();
  const goneMs = (await green).atMs - Math.min(answeredAtMs, await told);
  console.log(`  the code was gone ${goneMs} ms after sign:claimed`);
  console.log(
    `  it blinked ${Math.round(lateMs)} ms off what it was told, which was ${Math.round(offMs)} ms off the phone's time`,
  );
  expect(goneMs).toBeLessThanOrEqual(1_000);
  expect(lateMs).toBeLessThan(200);
  expect(Math.abs(offMs)).toBeLessThan(500);
  expect(spot()).toBe(GREEN.join());
});

/** How far that is from a whole second, from -500 to 500. */
const phaseMs = (ms: number): number => ((((ms + 500) % 1_000) + 1_000) % 1_000) - 500;
