import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { parseQrText } from '@sign-display/contracts/qr-payload';
import { seededRandom } from '../adapters/seeded-random.ts';
import { given, type Operator, type Venue } from '../backend/operators.ts';
import { createCamera } from '../machine/draw-screenshot.ts';
import { createVirtualKiosk, type VirtualKiosk } from '../machine/virtual-kiosk.ts';
import type { PageClient } from '../pages/page-client.ts';
import type { KioskPlan } from '../plan/plan-types.ts';
import { eachInParallel, unlessAborted } from '../waiting/each-in-parallel.ts';
import { PREPARED, type DemoSign } from './venue.ts';
import type { Websites } from './websites.ts';

/** The demo's signs on the wall: the real agent each, claimed over the wire by its code. */
export interface ClaimedDemoSigns {
  kiosks: readonly VirtualKiosk[];
  /** The record of each sign, in the order of the signs. */
  recordIds: readonly string[];
  stop(): Promise<void>;
}

/** So many boot and are claimed at a time: a service on two processors proves some 15 claims a second, and the rest would wait for it. */
const AT_ONCE = 16;
const STOPS_AT_ONCE = 100;
const TELLS = 5;
/** Twice as often as a real sign looks at its view, so that a blank screen is known in a quarter of a minute. */
const SAMPLE_EVERY_MS = 5_000;

function kioskPlan(seed: string, { name, place }: DemoSign, index: number): KioskPlan {
  const mac = (nth: number): string =>
    [
      '02',
      '5d',
      ...Array.from(seededRandom(seed, 'mac', index, nth).bytes(4), (byte) => byte.toString(16).padStart(2, '0')),
    ].join(':');
  return { index, sign: { name, location: place }, macAddresses: [mac(0), mac(1)], bootsOffline: false, steps: [] };
}

/** Reads the code from the sign's screen, as who stands before it does. */
async function scan({ moments, screen }: VirtualKiosk) {
  await moments.since(0, 'a code that can be scanned', ({ type }) => type === 'code');
  const seen = screen();
  const scanned = seen?.kind === 'qr' && seen.qrText !== null ? parseQrText(seen.qrText) : null;
  if (!scanned?.ok) throw new Error(`the screen shows no code to scan: ${JSON.stringify(seen)}`);
  return { signId: scanned.payload.signId, shortCode: scanned.payload.shortCode };
}

interface HangWorld {
  seed: string;
  clock: Clock;
  url: string;
  venue: Venue;
  signs: readonly DemoSign[];
  pages: PageClient;
  websites: Websites;
  /** Who claims: in turns. */
  people: readonly [Operator, ...Operator[]];
  appVersion: string;
  signal: AbortSignal;
  say(words: string): void;
}

/** Boots and claims all signs, then makes the records that wait for devices. Ends early when `signal` fires. Throws a `SetupError` where a claim is refused. */
export function claimDemoSigns(world: HangWorld): { hung: ClaimedDemoSigns; done: Promise<void> } {
  const { seed, clock, url, venue, signs, pages, websites, people, appVersion, signal, say } = world;
  const transport = createKioskTransport(url, clock);
  const camera = createCamera();
  const limits = { sampleEveryMs: SAMPLE_EVERY_MS };
  const kiosks = signs.map((sign, index) =>
    createVirtualKiosk(kioskPlan(seed, sign, index), {
      identitySeed: seed,
      clock,
      transport,
      pages,
      camera,
      appVersion,
      limits,
      onHeartbeatAck() {},
    }),
  );
  const recordIds: string[] = [];
  let claimed = 0;

  async function claim(kiosk: VirtualKiosk): Promise<void> {
    const { index, sign } = kiosk.plan;
    kiosk.boot();
    const page = websites.pageOf(signs[index]!);
    const body = {
      ...venue,
      ...sign,
      ...(page === null ? {} : { url: page }),
      ...(await scan(kiosk)),
      requestId: makeUuidV4(seededRandom(seed, 'request', index)),
    };
    const answer = await people[index % people.length]!.call('POST /api/signs/claim', { body });
    recordIds[index] = given(`claiming ${sign.name}`, answer).body.sign.id;
    claimed += 1;
    if (claimed % Math.ceil(signs.length / TELLS) === 0 || claimed === signs.length)
      say(`claimed ${claimed} of ${signs.length}`);
  }

  async function hang(): Promise<void> {
    await unlessAborted(kiosks, AT_ONCE, claim, signal);
    if (signal.aborted) return;
    const { organizationId, eventId } = venue;
    const places = new Set(signs.map(({ place }) => place));
    for (const { name, place } of PREPARED.filter((record) => places.has(record.place))) {
      const body = { organizationId, eventId, name, location: place };
      given(`preparing ${name}`, await people[0].call('POST /api/signs', { body }));
    }
  }

  const stop = (): Promise<void> => eachInParallel(kiosks, STOPS_AT_ONCE, (kiosk) => kiosk.stop());
  return { hung: { kiosks, recordIds, stop }, done: hang() };
}
