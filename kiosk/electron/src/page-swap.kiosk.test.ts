import { expect, test } from 'vitest';
import { openWorld } from './testing/display-service-and-pages.ts';
import { good } from '@sign-display/testing/service';
import { until } from './testing/poll-until.ts';

const { world, freshMachine, unclaimed, claim, seen } = openWorld();
const GREEN = [16, 160, 64];
const BLUE = [16, 64, 160];

test('K4: pages are swapped without a frame of anything else, and no renderer is left over', async () => {
  const { service, pages } = world();
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { sign } = good(await claim(shortCode, pages.url('good'))).body;
  await seen(GREEN);
  const renderers = () =>
    kiosk.app.evaluate(({ app }) => app.getAppMetrics().filter(({ type }) => type === 'Tab').length);

  const colours = new Set<string>();
  const counts: number[] = [];
  for (const [page, colour] of [
    ['blue', BLUE],
    ['good', GREEN],
    ['blue', BLUE],
    ['good', GREEN],
    ['blue', BLUE],
    ['good', GREEN],
  ] as const) {
    const command = { command: 'display_content', args: { url: pages.url(page) } } as const;
    good(await service.owner.call('POST /api/signs/:id/commands', { params: { id: sign.id }, body: command }));
    const look = (): string => {
      // Beside the middle, where the pointer of a display without a mouse stands: it flickers for an instant over a new page.
      const one = world().display.look().at(320, 180).join();
      colours.add(one);
      return one;
    };
    await until(`the page ${page}`, look, (one) => one === colour.join());
    // What is left of the old page has ended by then.
    await expect.poll(() => kiosk.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(2);
    counts.push(await renderers());
  }
  expect([...colours].sort()).toEqual([BLUE.join(), GREEN.join()].sort());
  await expect.poll(renderers, { timeout: 20_000 }).toBeLessThanOrEqual(counts[0]!);
});

test('a screenshot shows the page that is on screen', async () => {
  const { service, pages } = world();
  const { shortCode } = await unclaimed(await freshMachine());
  const { sign } = good(await claim(shortCode, pages.url('good'))).body;
  await seen(GREEN);
  const command = { command: 'screenshot', args: { maxWidth: 320 } } as const;
  const params = { id: sign.id };
  good(await service.owner.call('POST /api/signs/:id/commands', { params, body: command }));
  const rows = () => service.owner.call('GET /api/signs/:id/commands', { params });
  await expect.poll(async () => good(await rows()).body.items[0]!.state, { timeout: 30_000 }).toBe('acked');
  const { result } = good(await rows()).body.items[0]!;
  expect(result).toMatchObject({ width: 320, height: 180 });
});
