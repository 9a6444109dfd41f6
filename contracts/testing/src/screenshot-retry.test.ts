import { expect, test, vi } from 'vitest';
import { screenshotOf } from './screenshot-retry.ts';

const refused = () =>
  new Error('page.screenshot: Protocol error (Page.captureScreenshot): Unable to capture screenshot');

test('a screenshot that Chromium refuses is asked for once more, with the same options', async () => {
  const screenshot = vi
    .fn<() => Promise<Buffer>>()
    .mockRejectedValueOnce(refused())
    .mockResolvedValueOnce(Buffer.from('picture'));
  expect(await screenshotOf({ screenshot }, { fullPage: true })).toEqual(Buffer.from('picture'));
  expect(screenshot.mock.calls).toEqual([[{ fullPage: true }], [{ fullPage: true }]]);
});

test('a screenshot that is refused twice fails', async () => {
  const screenshot = vi.fn<() => Promise<Buffer>>().mockRejectedValue(refused());
  await expect(screenshotOf({ screenshot })).rejects.toThrow('Unable to capture screenshot');
  expect(screenshot).toHaveBeenCalledTimes(2);
});

test('another failure of a screenshot is told at once', async () => {
  const screenshot = vi.fn<() => Promise<Buffer>>().mockRejectedValue(new Error('Target closed'));
  await expect(screenshotOf({ screenshot })).rejects.toThrow('Target closed');
  expect(screenshot).toHaveBeenCalledTimes(1);
});
