import { isUnclaimedScreen, type ScreenContent } from '../../evidence/evidence-types.ts';
import type { VirtualSign } from '../sign.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { isRegistered } from './is-registered.ts';
import { bootDocument, isForeign, type BootDocument } from './read-stored-document.ts';

/** A boot has read its disk and proved a page by then: the load timeout, its grace, and one retry. */
const PAGE_WITHIN_MS = 45_000;
/** A look at what takes time. */
const LOOK_EVERY_MS = 5_000;

/** One sign's screen since its last boot. */
interface Seen {
  bootId: string | null;
  bootedMs: number;
  atBoot: BootDocument | null;
  /** Whether this boot has been looked at for K2, and had its first screen. */
  isJudged: boolean;
  first: ScreenContent | null;
  screen: ScreenContent | null;
  /** The record whose page was last on screen. */
  pageOf: string | null;
  /** What came of the last proof of each page. */
  proved: Map<string, boolean>;
}

const unseen = (): Seen => ({
  bootId: null,
  bootedMs: 0,
  atBoot: null,
  isJudged: false,
  first: null,
  screen: null,
  pageOf: null,
  proved: new Map(),
});

/** What a person in front of the signs sees: C3's QR screen, K2 and K4. */
export const kioskScreen: Checker = {
  promises: ['C3', 'K2', 'K4', 'K8'],
  begin(world): Watch {
    const seen = world.signs.map(unseen);
    const changes: { kiosk: number; screen: ScreenContent; isProved: boolean }[] = [];
    let lookedMs = 0;

    // Whoever throws here is the agent's shell: what is found is looked at after the step.
    world.onScreen((kiosk, screen) => {
      const isProved = screen.kind === 'page' && seen[kiosk]!.proved.get(screen.url) === true;
      changes.push({ kiosk, screen, isProved });
    });
    world.pages.onProved((kiosk, url, ok) => void seen[kiosk]?.proved.set(url, ok));

    return {
      afterStep() {
        for (const sign of world.stirred) noteBoot(world, sign, seen[sign.index]!);
        for (const change of changes.splice(0)) {
          const sign = world.signs[change.kiosk]!;
          if (sign.isOn) checkScreen(world, sign, seen[change.kiosk]!, change.screen, change.isProved);
        }
        if (world.timeline.nowMs() - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = world.timeline.nowMs();
        for (const sign of world.signs) checkLastPage(world, sign, seen[sign.index]!);
      },
      atEnd() {
        for (const { index, kiosk } of world.signs) {
          const slow = kiosk.seen().qrGoneMs.filter((ms) => ms > 1_000);
          assertPromise(slow.length === 0, 'K8', `the QR screen of kiosk ${index} stayed after sign:claimed`, () => ({
            seen: slow,
            expected: 'at most 1000 ms',
          }));
        }
      },
    };
  },
};

/** It is claimed, and the disk that it booted from says so. */
const knowsItsClaim = (sign: VirtualSign, { atBoot }: Seen): boolean =>
  atBoot?.claimId != null && atBoot.macAddress !== null && !isForeign(atBoot.macAddress, sign);

function noteBoot(world: World, sign: VirtualSign, own: Seen): void {
  const bootId = sign.kiosk.agent()?.bootId ?? null;
  if (bootId === own.bootId) return;
  Object.assign(own, unseen(), { bootId });
  if (bootId === null) return;
  own.bootedMs = world.timeline.nowMs();
  own.atBoot = bootDocument(sign);
}

function checkScreen(world: World, sign: VirtualSign, own: Seen, screen: ScreenContent, isProved: boolean): void {
  const agent = sign.kiosk.agent();
  if (!agent) return;
  const name = `kiosk ${sign.index}`;
  const { claim } = agent.stored;
  const before = own.screen;
  own.screen = screen;
  if (own.first === null) {
    own.first = screen;
    const { atBoot } = own;
    const isKnown = knowsItsClaim(sign, own);
    assertPromise(
      !isKnown || screen.kind !== 'qr' || claim === null,
      'K2',
      `${name} forgot at a boot whose it is`,
      () => ({
        seen: screen,
        expected: atBoot,
      }),
    );
    assertPromise(
      !isKnown || !isRegistered(sign.kiosk),
      'K2',
      `${name} waited for the backend with what it knew`,
      () => ({
        seen: screen,
        expected: atBoot,
      }),
    );
    if (isKnown) world.coverage.hit('K2 booted as claimed, without the backend');
  }
  assertPromise(
    isUnclaimedScreen(screen) === (claim === null),
    'C3',
    `${name} has another screen than its claim`,
    () => ({
      seen: screen,
      expected: claim === null ? 'the QR screen' : 'its page, or the splash',
    }),
  );
  if (screen.kind === 'page') {
    assertPromise(isProved, 'K4', `${name} shows a page that was not proved`, () => ({
      seen: screen,
      expected: 'a page whose last proof went well',
    }));
    if (before?.kind !== 'page' && !isRegistered(sign.kiosk)) world.coverage.hit('K2 last page without the backend');
    if (before?.kind === 'page') world.coverage.hit('K4 page swapped');
    own.pageOf = claim?.sign.id ?? null;
  }
  if (screen.kind === 'splash' && before?.kind === 'page') {
    const isWanted = agent.content.wanted === null || claim?.sign.id !== own.pageOf;
    assertPromise(isWanted, 'K4', `${name} shows the splash in the place of a good page`, () => ({
      seen: { before, wanted: agent.content.wanted },
      expected: 'the good page stays',
    }));
  }
  if (screen.kind === 'splash' && agent.content.wanted !== null) world.coverage.hit('K4 splash before a first page');
}

/** K2: some time after a boot the last good page is there, whoever can't be reached. */
function checkLastPage(world: World, sign: VirtualSign, own: Seen): void {
  const agent = sign.kiosk.agent();
  if (own.isJudged || !agent || agent.phase !== 'running') return;
  if (world.timeline.nowMs() - own.bootedMs < PAGE_WITHIN_MS) return;
  own.isJudged = true;
  const { atBoot } = own;
  const { currentUrl, claim } = agent.stored;
  if (!atBoot?.url || currentUrl !== atBoot.url || claim?.sign.id !== atBoot.claimId) return;
  // Asked of the claim: an agent that has not looked at it wants nothing.
  if (claim.content === null || claim.override?.url === null) return;
  if (!world.pages.isGoodSince(sign.index, atBoot.url, own.bootedMs)) return;
  assertPromise(
    own.screen?.kind === 'page',
    'K2',
    `kiosk ${sign.index} did not show its last page after a boot`,
    () => ({
      seen: own.screen,
      expected: atBoot.url,
    }),
  );
  world.coverage.hit('K2 last page after a boot');
}
