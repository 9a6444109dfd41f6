import { expect, test } from 'vitest';
import type { TestKiosk } from './testing/kiosk.ts';
import { openWorld } from './testing/display-service-and-pages.ts';
import { good } from '@sign-display/testing/service';
import { until } from './testing/poll-until.ts';

const { world, freshMachine, unclaimed, claim, seen, spot } = openWorld();
const GREEN = [16, 160, 64];

test('two kiosks on one data folder: the second says so and ends, the first stays', async () => {
  const machine = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(machine);
  const { code, words } = await machine.startInVain();
  expect(code).toBe(3);
  expect(words).toMatch(/is already running/);
  expect((await kiosk.face('code')).shortCode).toBe(shortCode);
});

test('K13: the key held for five seconds asks for the code; a wrong one changes nothing, the right one makes it a new sign', async () => {
  const machine = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(machine);
  const { sign } = good(await claim(shortCode, world().pages.url('good'))).body;
  await seen(GREEN);
  const key = (...types: ('keyDown' | 'keyUp')[]) =>
    kiosk.app.evaluate(({ BrowserWindow }, each) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!;
      for (const type of each)
        webContents.sendInputEvent({ type, keyCode: 'R', modifiers: ['control', 'alt', 'shift'] });
    }, types);
  await key('keyDown', 'keyUp');
  const pressedAtMs = performance.now();
  await key('keyDown');
  await kiosk.overlay('release');
  expect(performance.now() - pressedAtMs).toBeGreaterThanOrEqual(5_000);
  const answered = (text: string) =>
    kiosk.screen.evaluate(
      (typed) => (globalThis as never as { kiosk: { releaseTyped(text: string): void } }).kiosk.releaseTyped(typed),
      text,
    );
  await answered('000000');
  await kiosk.overlay('release', 'wrong_code');
  const gone = kiosk.ended();
  await answered(shortCode.toLowerCase());
  await gone;
  // It has started itself again, out of our hands.
  await machine.endOthers();
  const again = await machine.start();
  expect((await again.face('code')).shortCode).not.toBe(shortCode);
  const record = good(await world().service.owner.call('GET /api/signs/:id', { params: { id: sign.id } })).body;
  expect(record.status).toBe('unlinked');
});

test('K12: whoever looks for a sign sees its code over the page, which goes on below', async () => {
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { sign } = good(await claim(shortCode, world().pages.url('good'))).body;
  await seen(GREEN);
  const { length } = world().pages.loads;
  const command = { command: 'identify', args: { seconds: 2 } } as const;
  good(await world().service.owner.call('POST /api/signs/:id/commands', { params: { id: sign.id }, body: command }));
  await kiosk.overlay('identify');
  await until('the page to be covered', spot, (colour) => colour !== GREEN.join());
  await seen(GREEN);
  expect(world().pages.loads).toHaveLength(length);
});

/**
 * Sets the clock back by a day, in both processes in which code of ours asks what time it is. The system's own clock belongs to all programs of this machine, so it is moved where the
 * clock's port asks it (`Date.now`): what Chromium and the system do with the time is not moved.
 */
async function setBack({ app, screen }: TestKiosk): Promise<void> {
  const byADay = (): void => {
    const before = Date.now;
    Date.now = () => before() - 86_400_000;
  };
  await screen.evaluate(byADay);
  await app.evaluate(byADay);
}

test('a clock that is set back a day while the sign runs changes neither claim nor page nor heartbeats, and the sign says that it is wrong where it shows its code', async () => {
  const { owner } = world().service;
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  await setBack(kiosk);
  await kiosk.says('The clock is 24 hours slow', 'Clock\n24 h behind', 'NTP');
  expect((await kiosk.face('code')).qrText).not.toBeNull();

  const { sign } = good(await claim(shortCode, world().pages.url('good'))).body;
  await seen(GREEN);
  const loads = world().pages.loadsOf('good');
  await setBack(kiosk);
  const afterwardsMs = Date.now();
  const command = { command: 'identify', args: { seconds: 3 } } as const;
  const isGreen = (colour: string): boolean => colour === GREEN.join();
  good(await owner.call('POST /api/signs/:id/commands', { params: { id: sign.id }, body: command }));
  await until('the code over the page', spot, (colour) => !isGreen(colour));
  const shownAtMs = performance.now();
  await until('the page', spot, isGreen);
  // Not at once, and not a day later.
  expect(performance.now() - shownAtMs).toBeGreaterThan(1_500);

  const get = async () => good(await owner.call('GET /api/signs/:id', { params: { id: sign.id } })).body;
  const lastHeard = async (): Promise<number> => Date.parse((await get()).lastSeenAt!);
  await expect.poll(lastHeard, { timeout: 60_000, interval: 250 }).toBeGreaterThan(afterwardsMs);
  expect(await get()).toMatchObject({ id: sign.id, status: 'showing', device: { shortCode } });
  expect(world().pages.loadsOf('good')).toBe(loads);
});
