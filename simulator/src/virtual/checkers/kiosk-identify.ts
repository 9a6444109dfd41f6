import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { IdentifyOverlay } from '@sign-display/kiosk-agent/ports';
import type { ScreenContent } from '../../evidence/evidence-types.ts';
import type { VirtualSign } from '../sign.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';

/** A command may wait for a full disk before it is done. */
const ASKED_LATELY_MS = 600_000;
/** Wall clocks have whole milliseconds, and timers fire a little late. */
const ROUNDED_MS = 2;

/** What is over one sign's screen. */
interface Seen {
  overlay: IdentifyOverlay | null;
  /** When that has to be gone, by the timeline, and whose sign it was when it came up. */
  dueMs: number;
  recordId: string | null;
  screen: ScreenContent | null;
  asked: { atMs: number; seconds: number }[];
}

/** The code over the screen: K12, and D6 where nobody has claimed the sign. */
export const kioskIdentify: Checker = {
  promises: ['K12'],
  begin(world): Watch {
    const seen = world.signs.map((): Seen => ({ overlay: null, dueMs: 0, recordId: null, screen: null, asked: [] }));
    world.network.onArrival(({ kiosk, to, event, payload }) => {
      const own = seen[kiosk];
      if (to !== 'kiosk' || event !== 'sign:identify' || !own) return;
      const { seconds } = payload as BackendMessage<'sign:identify'>;
      own.asked.push({ atMs: world.timeline.nowMs(), seconds });
    });
    return {
      afterStep() {
        for (const sign of world.stirred) if (seen[sign.index]) look(world, sign, seen[sign.index]!);
      },
    };
  },
};

function look(world: World, { index, kiosk, clock }: VirtualSign, own: Seen): void {
  const nowMs = world.timeline.nowMs();
  const agent = kiosk.agent();
  const { overlay: before, screen: screenBefore } = own;
  const overlay = kiosk.overlay();
  const screen = kiosk.screen();
  const recordId = agent?.stored.claim?.sign.id ?? null;
  Object.assign(own, { overlay, screen });
  own.asked = own.asked.filter(({ atMs }) => nowMs - atMs < ASKED_LATELY_MS);
  if (overlay !== null && overlay !== before) {
    const forMs = overlay.untilMs - clock.now();
    const longestMs = Math.max(0, ...own.asked.map(({ seconds }) => seconds * 1_000));
    Object.assign(own, { dueMs: nowMs + forMs, recordId });
    assertPromise(
      forMs <= longestMs,
      'K12',
      `kiosk ${index} is to show its code for longer than somebody has asked`,
      () => ({
        seen: { forMs, overlay },
        expected: own.asked,
      }),
    );
    world.coverage.hit(screen?.kind === 'page' ? 'K12 code over a page' : 'K12 code over the QR screen');
  }
  const isDue = nowMs >= own.dueMs - ROUNDED_MS;
  if (overlay !== null) {
    assertPromise(
      nowMs <= own.dueMs + ROUNDED_MS,
      'K12',
      `kiosk ${index} shows its code when its time is over`,
      () => ({
        seen: { overlay, lateMs: nowMs - own.dueMs },
        expected: 'what was below it',
      }),
    );
    assertPromise(
      recordId === own.recordId,
      'K12',
      `kiosk ${index} shows its code over a claim that begins or ends`,
      () => ({
        seen: { recordId, overlay },
        expected: own.recordId,
      }),
    );
  }
  // Without an agent the machine is off, and all is dark.
  if (before === null || overlay !== null || agent === null) return;
  world.coverage.hit(isDue ? 'K12 code gone by itself' : 'K12 code taken away');
  assertPromise(
    !isDue || screen === screenBefore,
    'K12',
    `kiosk ${index} shows something else when its code is gone`,
    () => ({
      seen: screen,
      expected: screenBefore,
    }),
  );
}
