import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCameraPage, serveCameraPage, type CameraOf } from '../testing/camera/open-camera-page.ts';
import { kioskScreen, openStudio } from '../testing/camera/fake-camera-videos.ts';

/** When a page has its camera, when it gives it back, and what it says where it gets none. */

let served: Awaited<ReturnType<typeof serveCameraPage>>;
let film: Buffer[];
let dark: Buffer[];
beforeAll(async () => {
  served = await serveCameraPage();
  const studio = await openStudio();
  const [frame, nothing] = [
    await studio.shoot({ content: kioskScreen('qr'), seen: 'width:95vw' }),
    await studio.shoot({ content: '' }),
  ];
  [film, dark] = [
    [frame, frame],
    [nothing, nothing],
  ];
  await studio.close();
});
afterAll(() => served.close());

const open = (camera: CameraOf) => openCameraPage(served.url, camera);
const LIVE = 'state {"kind":"live","torch":null}';

/**
 * Puts the page in the background, or back. The suite's Chromium shows every page for ever, so a script says what a phone's browser would say; the page's answer to
 * it, and the camera, are real.
 */
const turn = (visibility: 'hidden' | 'visible') =>
  `Object.defineProperty(document, 'visibilityState', { value: '${visibility}', configurable: true });
   document.dispatchEvent(new Event('visibilitychange'))`;
const KEEP_TRACK = `void (window.track = document.querySelector('video').srcObject.getVideoTracks()[0])`;

describe('D5: where there is no camera, the page is told why', () => {
  test('refused: the person, or the site’s settings, said no', async () => {
    const { waitFor, told, close } = await open({ film: dark, answer: 'deny' });
    expect(await waitFor('unusable')).toBe('state {"kind":"unusable","why":"refused"}');
    expect(await told()).toHaveLength(2);
    await close();
  });

  test('absent: the device has none', async () => {
    const { waitFor, close } = await open({ film: null });
    expect(await waitFor('unusable')).toBe('state {"kind":"unusable","why":"absent"}');
    await close();
  });

  test('busy: it is there, and can’t be had', async () => {
    const { page, waitFor, close } = await open({ film: dark });
    // No camera of Chromium's is ever busy. What browsers throw for one is thrown by a script.
    await page.addInitScript(`
      navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Could not start', 'NotReadableError') };`);
    await page.reload();
    expect(await waitFor('unusable')).toBe('state {"kind":"unusable","why":"busy"}');
    await close();
  });

  test('no_reader: what reads the picture did not load', async () => {
    const { page, waitFor, close } = await open({ film });
    await page.route(/worker/, (route) => route.abort());
    await page.reload();
    expect(await waitFor('unusable')).toBe('state {"kind":"unusable","why":"no_reader"}');
    expect(await page.evaluate(`document.querySelector('video').srcObject`)).toBe(null);
    await close();
  });
});

describe('D5: the camera is given back', () => {
  test('in the background, and taken again after it', async () => {
    const { page, waitFor, told, close } = await open({ film });
    await waitFor('found');
    await page.evaluate(KEEP_TRACK);
    await page.evaluate(turn('hidden'));
    await waitFor('resting');
    expect(await page.evaluate(`[track.readyState, document.querySelector('video').srcObject]`)).toEqual([
      'ended',
      null,
    ]);
    await page.evaluate(turn('visible'));
    await expect
      .poll(async () => (await told()).slice(-3))
      .toEqual(['state {"kind":"resting"}', 'state {"kind":"opening"}', LIVE]);
    await expect.poll(() => page.evaluate(`document.querySelector('video').readyState`)).toBe(4);
    await close();
  });

  test('when the view is closed, also while the browser still asks', async () => {
    const { page, waitFor, close } = await open({ film });
    await waitFor('live');
    await page.evaluate(KEEP_TRACK);
    const button = page.getByRole('button', { name: 'camera' });
    await button.dispatchEvent('click');
    expect(await page.evaluate('track.readyState')).toBe('ended');

    // Opened, and closed before the camera comes.
    await page.evaluate(`{
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const isClosed = new Promise((resolve) => (window.tellClosed = resolve));
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        window.isAsked = true;
        await isClosed;
        const stream = await ask(wanted);
        window.late = stream.getVideoTracks()[0];
        return stream;
      };
    }`);
    await button.dispatchEvent('click');
    await expect.poll(() => page.evaluate('window.isAsked')).toBe(true);
    await button.dispatchEvent('click');
    await page.evaluate('tellClosed()');
    await expect.poll(() => page.evaluate('window.late && late.readyState')).toBe('ended');
    await close();
  });

  test('to a call, and asked for again three times at most', async () => {
    const { page, waitFor, told, close } = await open({ film: dark });
    for (let losses = 1; losses <= 3; losses += 1) {
      await expect.poll(async () => (await told()).filter((line) => line === LIVE).length).toBe(losses);
      await page.evaluate(
        `document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))`,
      );
    }
    expect(await waitFor('unusable')).toBe('state {"kind":"unusable","why":"busy"}');
    await page.evaluate(turn('visible'));
    await expect.poll(async () => (await told()).at(-1)).toBe(LIVE);
    await close();
  });
});

test('D3: mounted anew before a sign that was turned down, it reads the picture and passes the sign over', async () => {
  const { page, waitFor, told, close } = await open({ film });
  await waitFor('found');
  await page.evaluate(`{
    window.reads = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...given) {
      this.addEventListener('message', () => (window.reads += 1), { once: true });
      return post.apply(this, given);
    };
  }`);
  const button = page.getByRole('button', { name: 'camera' });
  await button.dispatchEvent('click');
  await button.dispatchEvent('click');
  await expect.poll(() => page.evaluate('reads')).toBeGreaterThan(3);
  expect((await told()).filter((line) => line.startsWith('found'))).toHaveLength(1);
  await close();
});

test('D5: the light goes on and off where the camera has one, and on again after the background', async () => {
  const { page, waitFor, told, close } = await open({ film: dark });
  // No camera of Chromium's has a light. This one is told that it has, as a phone's would be.
  await page.addInitScript(`
    window.light = [];
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
    MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [{ torch }] }) => void window.light.push(torch);`);
  await page.reload();
  expect(await waitFor('torch":false')).toBe('state {"kind":"live","torch":false}');
  const button = page.getByRole('button', { name: 'torch' });
  await button.dispatchEvent('click');
  await waitFor('torch":true');
  await button.dispatchEvent('click');
  await expect.poll(async () => (await told()).at(-1)).toBe('state {"kind":"live","torch":false}');
  await button.dispatchEvent('click');
  await expect.poll(() => page.evaluate('light')).toEqual([true, false, true]);
  await page.evaluate(turn('hidden'));
  await page.evaluate(turn('visible'));
  await expect.poll(() => page.evaluate('light')).toEqual([true, false, true, true]);
  await expect.poll(async () => (await told()).at(-1)).toBe('state {"kind":"live","torch":true}');
  await close();
});

test('D5: the screen stays awake while it is asked to, also after the background, and sleeps again afterwards', async () => {
  const { page, close } = await open({ film: null });
  await page.context().grantPermissions(['screen-wake-lock']);
  // The real locks, kept where the test can look at them.
  await page.evaluate(`{
    window.locks = [];
    const request = WakeLock.prototype.request;
    WakeLock.prototype.request = async function (type) {
      const lock = await request.call(this, type);
      window.locks.push(lock);
      return lock;
    };
  }`);
  const released = () => page.evaluate('locks.map((lock) => lock.released)');
  const button = page.getByRole('button', { name: 'awake' });
  await button.dispatchEvent('click');
  await expect.poll(released).toEqual([false]);
  // A browser releases the lock of a page in the background.
  await page.evaluate(`${turn('hidden')}, locks[0].release()`);
  await expect.poll(released).toEqual([true]);
  await page.evaluate(turn('visible'));
  await expect.poll(released).toEqual([true, false]);
  await button.dispatchEvent('click');
  await expect.poll(released).toEqual([true, true]);
  await page.evaluate(turn('visible'));
  await expect.poll(released).toEqual([true, true]);
  await close();
});

test('D5: the reader’s script can be fetched ahead under the policy', async () => {
  const { page, waitFor, complaints, close } = await open({ film: null });
  await page.getByRole('button', { name: 'ahead' }).dispatchEvent('click');
  await waitFor('ahead');
  expect(complaints).toEqual([]);
  await close();
});
