import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CONTENT_TYPE } from '@sign-display/contracts/rest/problem';
import { PICTURE_WIDTHS } from '@sign-display/contracts/rest/telemetry';
import {
  patchOrganization,
  startTestService,
  type Person,
  type TestService,
} from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { startListeningApp, type ListeningApp, type ListeningKiosk } from '../../process/testing/listening-app.ts';
import { beatOnce } from '../../testing/fuzz/fuzz-world.ts';
import { jpegHead } from '../../testing/make-jpeg-head.ts';

/** Pictures of signs over real sockets and HTTP, as walls and phones ask for them, of kiosks that may send anything. */

let service: TestService;
let listening: ListeningApp;
let owner: Person;
let place: { organizationId: string; eventId: string };
let capturedAt: string;

beforeAll(async () => {
  service = await startTestService();
  listening = await startListeningApp(service.database.db, {
    env: { RATE_LIMIT_PER_MINUTE: '1000000', NEW_KIOSKS_PER_ADDRESS: '1000000' },
  });
  owner = await service.makePerson('owner');
  const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
  const organizationId = idOf(await owner.call('POST', '/api/organizations', { name: 'Opera' }));
  const event = await owner.call('POST', `/api/organizations/${organizationId}/events`, {
    name: 'Ball',
    timeZone: 'UTC',
  });
  // Signs are claimed without a handshake, because the tests are about screenshots after the claim.
  await patchOrganization(owner, organizationId, { linkHandshakeEnabled: false });
  place = { organizationId, eventId: idOf(event) };
  capturedAt = new Date(systemClock.now() - 1_000).toISOString();
});
afterAll(async () => {
  await listening.close();
  await service.close();
});

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${listening.url}${path}`, { ...init, headers: { authorization: `Bearer ${owner.token}`, ...headers } });
const post = (path: string, body: object) =>
  ask(path, { 'content-type': 'application/json' }, { method: 'POST', body: JSON.stringify(body) });

interface Sign {
  id: string;
  kiosk: ListeningKiosk;
  /** Asks for a screenshot, answers with this, and gives the command as it stands then. */
  shoot(image: unknown): Promise<{ state: string; error: { code: string; detail: string } | null }>;
  get(query?: string, headers?: Record<string, string>): Promise<Response>;
}

async function hang(): Promise<Sign> {
  const kiosk = await listening.connectKiosk();
  const { signId, shortCode } = kiosk;
  const claim = { ...place, name: 'Lobby', location: 'Hall 1', url: 'https://example.com/', signId, shortCode };
  const claimed = (await (await post('/api/signs/claim', claim)).json()) as { sign: { id: string } };
  const { id } = claimed.sign;
  return {
    id,
    kiosk,
    async shoot(image) {
      const asked = new Promise<{ commandId: string }>((resolve) => kiosk.socket.once('sign:screenshot', resolve));
      await post(`/api/signs/${id}/commands`, { command: 'screenshot' });
      const { commandId } = await asked;
      const result = { capturedAt, width: 8, height: 8, image };
      await kiosk.socket.emitWithAck('sign:command_ack', { commandId, result });
      const { items } = (await (await ask(`/api/signs/${id}/commands`)).json()) as {
        items: ({ commandId: string } & Awaited<ReturnType<Sign['shoot']>>)[];
      };
      return items.find((each) => each.commandId === commandId)!;
    },
    get: (query = '', headers = {}) => ask(`/api/signs/${id}/screenshot${query}`, headers),
  };
}

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c42912' } })
    .jpeg()
    .toBuffer();
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
async function sizeOf(response: Response) {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { width, height, format } = await sharp(await bytesOf(response)).metadata();
  return { width, height, format };
}
const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe(PROBLEM_CONTENT_TYPE);
  return (await response.json()) as { code: string; detail: string };
};

describe('a picture for a wall', () => {
  test('is scaled down to the widest step within the width that is asked for, never up, and keeps its shape and its time', async () => {
    const sign = await hang();
    const width = fc.integer({ min: 64, max: 3_840 });
    const shapes = fc.constantFrom([1_920, 1_080], [1_080, 1_920], [640, 360], [64, 2_000], [1, 1]);
    await fc.assert(
      fc.asyncProperty(shapes, width, async ([wide = 0, high = 0], maxWidth) => {
        await sign.shoot(await draw(wide, high));
        const response = await sign.get(`?maxWidth=${maxWidth}`);
        expect(response.headers.get('x-captured-at')).toBe(capturedAt);
        const step = PICTURE_WIDTHS.filter((width) => width <= maxWidth).at(-1)!;
        expect(response.headers.get('etag')).toMatch(new RegExp(`-${step}"$`));
        const scaled = Math.min(wide, step);
        expect(await sizeOf(response)).toEqual({
          width: scaled,
          height: Math.round((high * scaled) / wide),
          format: 'jpeg',
        });
      }),
      { numRuns: 20 },
    );
  });

  test('is the very bytes that the kiosk sent where no width is asked for', async () => {
    const sign = await hang();
    const image = await draw(320, 180);
    expect(await sign.shoot(image)).toMatchObject({ state: 'acked' });
    expect(await bytesOf(await sign.get())).toEqual(image);
  });

  test('X9: no browser or proxy may store a screenshot, whole, scaled or unchanged', async () => {
    const sign = await hang();
    await sign.shoot(await draw(640, 360));
    for (const query of ['', '?maxWidth=320']) {
      const first = await sign.get(query);
      const again = await sign.get(query, { 'if-none-match': first.headers.get('etag')! });
      expect([first.status, again.status]).toEqual([200, 304]);
      for (const { headers } of [first, again]) expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(['63', '3841', '320.5', '-320', 'wide', ''])('of maxWidth=%s is validation_failed', async (maxWidth) => {
    const sign = await hang();
    expect((await problemOf(await sign.get(`?maxWidth=${maxWidth}`))).code).toBe('validation_failed');
  });

  test('is 304 without a body where If-None-Match names it, and another once the sign shows another', async () => {
    const sign = await hang();
    await sign.shoot(await draw(640, 360));
    const [whole, small] = [
      (await sign.get()).headers.get('etag')!,
      (await sign.get('?maxWidth=320')).headers.get('etag')!,
    ];
    expect(whole).not.toBe(small);
    for (const tags of [small, `W/${small}`, `"other", ${small}`, '*']) {
      const response = await sign.get('?maxWidth=320', { 'if-none-match': tags });
      expect([tags, response.status, await response.text()]).toEqual([tags, 304, '']);
      const { headers } = response;
      expect([headers.get('etag'), headers.get('x-captured-at')]).toEqual([small, capturedAt]);
      expect([headers.get('cache-control'), headers.get('content-type')]).toEqual(['no-store', null]);
    }
    for (const tags of [whole, small.slice(1, -1), '"other"'])
      expect((await sign.get('?maxWidth=320', { 'if-none-match': tags })).status).toBe(200);
    await sign.shoot(await draw(640, 360));
    expect((await sign.get('?maxWidth=320', { 'if-none-match': small })).status).toBe(200);
    // Who may not see it hears nothing of whether it has changed.
    const stranger = await service.makePerson(`stranger-${sign.id}`);
    const asStranger = { authorization: `Bearer ${stranger.token}`, 'if-none-match': '*' };
    expect((await problemOf(await sign.get('', asStranger))).code).toBe('not_found');
  });

  test('R4: two hundred at once are all answered, and meanwhile heartbeats are', async () => {
    const sign = await hang();
    await sign.shoot(await draw(1_920, 1_080));
    const getPatiently = async (query: string): Promise<number> => {
      const response = await sign.get(query);
      if (response.status !== 503) return (await sizeOf(response)).width;
      // More than a hundred under way at once are too many for any route: who is refused comes back when told to.
      const { retryAfterMs } = (await response.json()) as { retryAfterMs: number };
      await new Promise<void>((resolve) => systemClock.after(retryAfterMs, resolve));
      return await getPatiently(query);
    };
    const widths = Array.from({ length: 200 }, (_, index) => 100 + index);
    const scaled = Promise.all(widths.map((width) => getPatiently(`?maxWidth=${width}`)));
    for (let beats = 1; beats <= 20; beats += 1) await beatOnce(sign.kiosk.socket, beats);
    expect(await scaled).toEqual(widths.map((width) => (width < 128 ? 64 : width < 256 ? 128 : 256)));
  }, 60_000);
});

describe('A5: what a kiosk sends in the place of a picture', () => {
  test('a picture of 65,535 × 65,535 pixels, one that is cut off, or none at all, makes the command fail, and the last good one stays', async () => {
    const sign = await hang();
    const good = await draw(320, 180);
    const progressive = await sharp(good).jpeg({ progressive: true }).toBuffer();
    await sign.shoot(good);
    for (const [image, detail] of [
      [jpegHead({ width: 65_535, height: 65_535 }), 'The image has 65535 × 65535 pixels.'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'The image is not a JPEG.'],
      [await sharp(good).png().toBuffer(), 'The image is not a JPEG.'],
      [good.subarray(0, 400), 'The image is incomplete: its end is missing.'],
      [progressive.subarray(0, -2), 'The image is incomplete: its end is missing.'],
      [Buffer.alloc(0), 'The image is not a JPEG.'],
      ['/9j/4AAQ', 'The image is not binary.'],
    ] as const) {
      expect(await sign.shoot(image)).toMatchObject({ state: 'failed', error: { code: 'invalid_result', detail } });
      expect(await bytesOf(await sign.get())).toEqual(good);
    }
    await beatOnce(sign.kiosk.socket, 1);
  });

  test('garbage between a good head and an end is not_found in any width, and sent as it came without one', async () => {
    const sign = await hang();
    for (const image of [
      jpegHead({ width: 7_680, height: 4_320 }),
      jpegHead({ width: 640, height: 360 }, Buffer.from('<svg/>'.repeat(9_000))),
    ]) {
      expect(await sign.shoot(image)).toMatchObject({ state: 'acked' });
      for (let time = 0; time < 2; time += 1) {
        const { code, detail } = await problemOf(await sign.get('?maxWidth=320'));
        expect([code, detail]).toEqual(['not_found', expect.stringContaining('can’t be decoded')]);
      }
      expect(await bytesOf(await sign.get())).toEqual(image);
    }
  });

  test('a picture with any of its bytes changed is a JPEG or not_found, and the node goes on', async () => {
    const sign = await hang();
    const good = await sharp({
      create: {
        width: 300,
        height: 200,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ progressive: true })
      .toBuffer();
    const change = fc.tuple(fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const image = Buffer.from(good);
        for (const [at, byte] of changes) image[at] = byte;
        const { state } = await sign.shoot(image);
        const response = await sign.get('?maxWidth=128');
        expect([200, 404]).toContain(response.status);
        if (state === 'acked' && response.status === 200)
          expect((await sizeOf(response)).width).toBeLessThanOrEqual(128);
      }),
      { numRuns: 40 },
    );
    await beatOnce(sign.kiosk.socket, 1);
  });
});
