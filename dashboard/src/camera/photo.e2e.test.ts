import { buildQrText } from '@sign-display/contracts/qr-payload';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCameraPage, serveCameraPage, type CameraPage } from '../testing/camera/open-camera-page.ts';
import { kioskScreen, openStudio, qrPlate, withOrientation, type Scene } from '../testing/camera/fake-camera-videos.ts';

/** Photos in place of the camera's picture, on a page over http from another machine, which gets no camera. */

let served: Awaited<ReturnType<typeof serveCameraPage>>;
let studio: Awaited<ReturnType<typeof openStudio>>;
let phone: CameraPage;
beforeAll(async () => {
  [served, studio] = await Promise.all([serveCameraPage(), openStudio()]);
  phone = await openCameraPage(served.url.replace('127.0.0.1', 'hall.example'), {
    film: null,
    args: ['--host-resolver-rules=MAP hall.example 127.0.0.1'],
  });
});
afterAll(async () => {
  await phone.close();
  await studio.close();
  await served.close();
});

const ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const FOUND = { kind: 'sign', signId: ID, shortCode: '4QB50C' };
const SIGN = kioskScreen('qr');
/** Twelve million pixels. */
const BIG = { width: 4_000, height: 3_000 };

/** What is told of a photo. */
async function look(buffer: Buffer, name = 'IMG_0815.jpg', mimeType = 'image/jpeg'): Promise<unknown> {
  const before = (await phone.told()).length;
  await phone.page.setInputFiles('input', { name, mimeType, buffer });
  const line = phone.page.locator('li').nth(before);
  await line.waitFor({ state: 'attached' });
  return JSON.parse((await line.textContent())!.replace(/^photo /, ''));
}
const lookAt = async (scene: Scene): Promise<unknown> => look(await studio.shoot(scene));

test('D5: a page over http says that it gets no camera, and reads photos all the same', async () => {
  expect(await phone.waitFor('unusable')).toBe('state {"kind":"unusable","why":"insecure"}');
  expect(await lookAt({ content: SIGN, seen: 'width:100vw' })).toEqual(FOUND);
});

describe('D5: a photo of 12 million pixels', () => {
  test.each<[string, Scene]>([
    ['of the whole sign', { ...BIG, content: SIGN, seen: 'width:100vw' }],
    ['of a sign across the hall', { ...BIG, content: SIGN, seen: 'width:18vw;transform:rotate(7deg)' }],
    ['of a sign beside a poster', { ...BIG, content: `${SIGN}${qrPlate('https://band.example')}`, seen: 'width:45vw' }],
  ])('%s is read', async (_, scene) => {
    expect(await lookAt(scene)).toEqual(FOUND);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is read however the phone was held: EXIF orientation %i',
    async (orientation) => {
      // How the sensor saw what these orientations show unmirrored.
      const isMirrored = [2, 4, 5, 7].includes(orientation);
      const seen = `width:90vw;transform:scaleX(${isMirrored ? -1 : 1})`;
      const jpeg = await studio.shoot({ content: SIGN, seen });
      expect(await look(withOrientation(jpeg, orientation))).toEqual(FOUND);
    },
  );
});

describe('G21: a mirrored photo, of a front camera or a rear projection', () => {
  const MIRRORED = 'scaleX(-1)';
  const poster = qrPlate('https://band.example/follow');

  test.each<[string, Scene]>([
    ['of the whole sign', { content: SIGN, seen: `width:90vw;transform:${MIRRORED}` }],
    ['upside down', { content: SIGN, seen: 'width:90vw;transform:scaleY(-1)' }],
    ['held sideways', { content: SIGN, seen: `width:60vw;transform:rotate(90deg) ${MIRRORED}` }],
    ['of a tilted sign', { content: SIGN, seen: `width:70vw;transform:perspective(900px) rotateY(25deg) ${MIRRORED}` }],
    [
      'of 12 million pixels, across the hall',
      { ...BIG, content: SIGN, seen: `width:18vw;transform:rotate(7deg) ${MIRRORED}` },
    ],
    ['of a sign beside a poster', { ...BIG, content: `${SIGN}${poster}`, seen: `width:45vw;transform:${MIRRORED}` }],
    [
      'of a sign beside a poster that is not mirrored',
      {
        ...BIG,
        content: `<div style="transform:${MIRRORED}">${SIGN}</div>${poster}`,
        seen: 'width:45vw',
      },
    ],
  ])('G21: %s is read', async (_, scene) => {
    expect(await lookAt(scene)).toEqual(FOUND);
  });

  test('G21: shows a QR of something else as such', async () => {
    const scene = { content: poster, seen: `transform:${MIRRORED}` };
    expect(await lookAt(scene)).toEqual({ kind: 'not_a_sign' });
  });
});

describe('D6: what a photo lacks is told apart', () => {
  test('no QR', async () => {
    expect(await lookAt({ content: '<h1>Bar</h1>' })).toEqual({ kind: 'no_qr' });
  });

  test('a QR of something else', async () => {
    expect(await lookAt({ content: qrPlate('https://band.example/follow') })).toEqual({ kind: 'not_a_sign' });
  });

  test('two signs', async () => {
    const other = qrPlate(buildQrText('9b2f6c1a-54d0-4f6e-8a57-1f0e2d3c4b5a'));
    const content = `<div style="display:flex;gap:8vw">${[qrPlate(buildQrText(ID)), other].map((plate) => `<div style="width:30vw">${plate}</div>`).join('')}</div>`;
    expect(await lookAt({ content, seen: 'width:auto' })).toEqual({ kind: 'several_signs', count: 2 });
  });

  test.each([
    ['HEIC', 'IMG_0816.HEIC', 'image/heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a text', 'notes.jpg', 'image/jpeg', Buffer.from('4QB 50C')],
    ['nothing', 'empty.jpg', 'image/jpeg', Buffer.alloc(0)],
  ])('a file that the browser can’t open: %s', async (_, name, type, content) => {
    expect(await look(content, name, type)).toEqual({ kind: 'unreadable' });
  });

  test('a photo that is cut off', async () => {
    const jpeg = await studio.shoot({ content: SIGN, seen: 'width:100vw' });
    expect(['unreadable', 'no_qr']).toContain(
      ((await look(jpeg.subarray(0, jpeg.length / 20))) as { kind: string }).kind,
    );
  });
});

describe('D6: a photo that can’t be read is told, and no worker is left', () => {
  /** A reader whose worker begins with that, for one photo. */
  async function lookWith(script: string, meanwhile: () => Promise<void> = async () => undefined): Promise<unknown> {
    await phone.page.route('**/assets/reader.worker*', async (route) => {
      const address = new URL(new URL(route.request().url()).pathname, served.url);
      const body = `${script};${await (await fetch(address)).text()}`;
      await route.fulfill({ contentType: 'text/javascript', body });
    });
    const large = await studio.shoot({ ...BIG, content: '<h1>Bar</h1>' });
    const told = look(large);
    const worker = await phone.page.waitForEvent('worker');
    await meanwhile();
    const result = await told;
    if (phone.page.workers().includes(worker)) await worker.waitForEvent('close');
    await phone.page.unroute('**/assets/reader.worker*');
    return result;
  }

  test('where the browser has no memory for its pixels', async () => {
    const throws = `{ const { prototype } = OffscreenCanvasRenderingContext2D, all = prototype.getImageData;
      prototype.getImageData = function (...at) { if (at[2] > 3000) throw new RangeError('Out of memory'); return all.apply(this, at) } }`;
    expect(await lookWith(throws)).toEqual({ rejected: 'RangeError: Out of memory' });
  });

  test('where the reader never answers: after 15 s', async () => {
    await phone.page.clock.install();
    const result = await lookWith('self.postMessage = () => {}', () => phone.page.clock.fastForward(15_000));
    expect(result).toEqual({ rejected: 'the reader of codes was closed' });
  });
});

test('K5: nothing threw, and nothing was wanted that the policy refuses', () => {
  expect(phone.complaints).toEqual([]);
});
