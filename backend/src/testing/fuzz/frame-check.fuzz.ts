import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { Check } from 'typebox/value';
import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-mac-address';
import { FrameCheck, type KioskReply } from '@sign-display/contracts/kiosk-events';
import { SIGN_PAGES } from '@sign-display/contracts/page-paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../adapters/system-clock.ts';
import { createFrameCheck } from '../../frames/frame-check.ts';
import { startPageServer, type PageServer } from '../../frames/testing/page-server.ts';
import { PRIVATE_PAGES } from '../../urls/url-policy.ts';
import { startFuzzWorld, type FuzzWorld } from './fuzz-world.ts';

/**
 * `sign:frame_check` with internal addresses: the service never connects to them. The trap server listens on each of
 * them that leads to this machine.
 */

const CHECKS = 3_000;
const MESSAGES = 50;
const CONNECTIONS = 20;

let traps: PageServer[];
let world: FuzzWorld;
beforeAll(async () => {
  const first = await startPageServer('127.0.0.1', (_, response) => response.end());
  const others = ['127.0.0.2', '::1'].map((address) =>
    startPageServer(address, (_, response) => response.end(), first.port),
  );
  traps = [first, ...(await Promise.all(others))];
  world = await startFuzzWorld();
});
afterAll(async () => {
  await Promise.all(traps.map((trap) => trap.close()));
  await world.close();
});

const byte = fc.integer({ min: 0, max: 255 });
/** Internal addresses as four bytes: loopback, private, link-local, unspecified and multicast. */
const inner: fc.Arbitrary<number[]> = fc
  .oneof(
    fc.constantFrom([127, 0, 0, 1], [127, 0, 0, 2], [0, 0, 0, 0], [169, 254, 169, 254], [100, 100, 100, 200]),
    fc.tuple(fc.constantFrom(0, 10, 127, 224, 240, 255), byte, byte, byte),
    fc.tuple(byte, byte).map(([third, fourth]) => [169, 254, third, fourth]),
    fc.tuple(byte, byte).map(([third, fourth]) => [192, 168, third, fourth]),
  )
  .map((bytes) => [...bytes]);
const wordOf = (bytes: number[]): number => bytes.reduce((word, each) => word * 256 + each, 0);
const hex = (high: number, low: number): string => (high * 256 + low).toString(16);
const wordsOf = ([a, b, c, d]: number[]): string => `${hex(a!, b!)}:${hex(c!, d!)}`;
/** IPv6 addresses that contain an IPv4 address, as a name server can return them. */
const CONTAINING: ((bytes: number[]) => string)[] = [
  (bytes) => `::ffff:${bytes.join('.')}`,
  (bytes) => `::ffff:${wordsOf(bytes)}`,
  (bytes) => `::${bytes.join('.')}`,
  (bytes) => `::ffff:0:${wordsOf(bytes)}`,
  (bytes) => `64:ff9b::${bytes.join('.')}`,
  (bytes) => `64:ff9b:1::${wordsOf(bytes)}`,
  (bytes) => `64:ff9b:1:${wordsOf(bytes)}:0:808:808`,
  (bytes) => `2002:${wordsOf(bytes)}::1`,
  (bytes) => `2001:0:${wordsOf(bytes)}::1`,
];
/** The notations of an IPv4 address in a URL's host. */
const FORMS: ((bytes: number[]) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => String(wordOf(bytes)),
  (bytes) => `0x${wordOf(bytes).toString(16)}`,
  (bytes) => bytes.map((each) => `0${each.toString(8)}`).join('.'),
  (bytes) => bytes.map((each) => `0x${each.toString(16)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c! * 256 + d!}`,
  (bytes) => [...bytes.join('.')].map((each) => (each === '.' ? '.' : `%${each.charCodeAt(0).toString(16)}`)).join(''),
  ...CONTAINING.map((form) => (bytes: number[]) => `[${form(bytes)}]`),
];
const resolved = fc
  .tuple(
    inner,
    fc.constantFrom((bytes: number[]) => bytes.join('.'), ...CONTAINING),
  )
  .map(([bytes, form]) => form(bytes));
const written = fc.tuple(inner, fc.constantFrom(...FORMS)).map(([bytes, form]) => form(bytes));
const host = fc.oneof(
  written,
  fc.constantFrom('localhost', 'a.localhost', '[::1]', '[::]', '[fe80::1]', 'inside.example'),
);
const url = fc
  .tuple(fc.constantFrom('http', 'https'), fc.constantFrom('', 'user:secret@', 'inside.example@'), host)
  .map(([scheme, user, name]) => `${scheme}://${user}${name}:${traps[0]!.port}/`);

it('A5: no check connects to a private address, in any notation, of a page or of a redirect', async () => {
  await fc.assert(
    fc.asyncProperty(
      url,
      fc.array(resolved, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (target, means, isLed) => {
        const check = createFrameCheck({
          clock: systemClock,
          publicUrl: () => 'http://signs.example',
          lookUpAll: async () => means.map((address) => ({ address, family: isIP(address) })),
          ownPage: async () => ({
            status: 302,
            location: target,
            landing: 'page' as const,
            policies: [],
            options: [],
            fingerprint: null,
          }),
        });
        const reply = await check(isLed ? 'http://signs.example/go' : target, {
          allowedHosts: [],
          privatePages: PRIVATE_PAGES[0],
        });
        expect(reply).toMatchObject({
          framable: false,
          httpStatus: expect.toBeOneOf([null, 302]) as null,
          fingerprint: null,
          // `url_unreachable` would mean that the check tried to connect.
          reason: 'url_load_failed',
        });
        expect(Check(FrameCheck, reply)).toBe(true);
      },
    ),
    { numRuns: CHECKS },
  );
  expect(traps.map(({ connections }) => connections)).toEqual([0, 0, 0]);
});

it('A5: a sign in a browser tab can check only its own page', async () => {
  let framable = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(url, fc.constant(null), fc.string()), { minLength: MESSAGES, maxLength: MESSAGES }),
      async (urls) => {
        const page = world.url + SIGN_PAGES.sample;
        const socket = await world.openKiosk('claimed', { platform: BROWSER_PLATFORM, page });
        for (const named of urls) {
          const message = { url: named ?? page };
          const reply = (await socket.emitWithAck('sign:frame_check', message)) as KioskReply<'sign:frame_check'>;
          if (named === null) expect(reply).toMatchObject({ ok: true, framable: true, httpStatus: 200 });
          else
            expect(reply).toMatchObject({
              ok: false,
              error: { code: expect.toBeOneOf(['not_found', 'invalid_message']) as string },
            });
          if (reply.ok) framable += 1;
        }
        socket.disconnect();
        await world.checkBystanders();
        expect(world.troubles).toEqual([]);
      },
    ),
    { numRuns: CONNECTIONS },
  );
  expect(framable).toBeGreaterThan(0);
  expect(traps.map(({ connections }) => connections)).toEqual([0, 0, 0]);
});
