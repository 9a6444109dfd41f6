import { buildQrText } from '@sign-display/contracts/qr-payload';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCameraPage, serveCameraPage } from '../testing/camera/open-camera-page.ts';
import { kioskScreen, openStudio, qrPlate, type Scene } from '../testing/camera/fake-camera-videos.ts';

/** The camera alone on a built page, in a real Chromium whose fake device is fed with photographs of a real kiosk's screen. */

let served: Awaited<ReturnType<typeof serveCameraPage>>;
let studio: Awaited<ReturnType<typeof openStudio>>;
beforeAll(async () => {
  [served, studio] = await Promise.all([serveCameraPage(), openStudio()]);
});
afterAll(async () => {
  await studio.close();
  await served.close();
});

const ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const FOUND = `found ${JSON.stringify({ kind: 'sign', signId: ID, shortCode: '4QB50C' })}`;
const SIGN = kioskScreen('qr');
const PORTRAIT = kioskScreen('qr-portrait');

/** Resolves when the video has shown so many more frames. */
const FORTY_FRAMES = `new Promise((resolve) => {
  const video = document.querySelector('video');
  let frames = 40;
  const next = () => ((frames -= 1) > 0 ? video.requestVideoFrameCallback(next) : resolve());
  next();
})`;

/** Shows the scene to a camera. */
async function film(scene: Scene) {
  const frame = await studio.shoot(scene);
  return openCameraPage(served.url, { film: [frame, frame] });
}

describe('D5: the camera reads the screen of a real kiosk', () => {
  test.each<[string, Scene]>([
    ['straight on', { content: SIGN, seen: 'width:100vw' }],
    ['upright', { content: PORTRAIT, seen: 'width:40vw' }],
    ['skewed', { content: SIGN, seen: 'width:90vw;transform:perspective(900px) rotateY(-32deg) rotateZ(-9deg)' }],
    ['upside down', { content: SIGN, seen: 'width:90vw;transform:rotate(176deg)' }],
    ['out of focus', { content: SIGN, seen: 'width:95vw;filter:blur(1.6px)' }],
    ['in the dark', { content: SIGN, seen: 'width:95vw', room: 'filter:brightness(.22) contrast(.7)' }],
    ['far away', { content: SIGN, seen: 'width:38vw' }],
    ['with its colours inverted', { content: SIGN, seen: 'width:95vw;filter:invert(1)' }],
    ['under a reflection', { content: SIGN, seen: 'width:95vw', room: 'filter:contrast(.35) brightness(1.5)' }],
  ])('%s', async (_, scene) => {
    const { waitFor, complaints, close } = await film(scene);
    expect(await waitFor('found')).toBe(FOUND);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('D6: the camera tells what is no sign it knows, once', () => {
  test.each([
    ['a poster', 'https://band.example/follow', { kind: 'not_a_sign' }],
    ['a newer sign', '{"type":"service-sign","version":2,"id":"x"}', { kind: 'newer_version', version: 2 }],
    ['a sign that contradicts itself', buildQrText(ID).replace('4QB50C', 'VE05BR'), { kind: 'short_code_mismatch' }],
    ['a sign’s address', 'https://signs.example/claim?code=4QB50C', { kind: 'code', shortCode: '4QB50C' }],
  ])('%s', async (_, text, scanned) => {
    const { page, told, waitFor, close } = await film({ content: qrPlate(text) });
    expect(await waitFor('found')).toBe(`found ${JSON.stringify(scanned)}`);
    // Going on with the same code still in the picture.
    const switched = page.getByRole('button', { name: 'scanning' });
    await switched.dispatchEvent('click');
    await switched.dispatchEvent('click');
    await page.evaluate(FORTY_FRAMES);
    expect((await told()).filter((line) => line.startsWith('found'))).toHaveLength(1);
    expect(page.url()).toBe(served.url);
    await close();
  });
});
