import type { SignState } from '@sign-display/kiosk-agent/state/state';
import type { VirtualSign } from '../sign.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';

type Outbox = SignState['outbox'];

/** What a sign has written down of its pages is sent until it is acknowledged: K7. */
export const kioskOutbox: Checker = {
  promises: ['K7'],
  begin(world): Watch {
    const known = world.signs.map((): { bootId: string; outbox: Outbox } | null => null);
    return {
      afterStep() {
        for (const sign of world.stirred) {
          const state = sign.kiosk.agent();
          const before = known[sign.index];
          if (before?.outbox === state?.outbox && before?.bootId === state?.bootId) continue;
          known[sign.index] = state && { bootId: state.bootId, outbox: state.outbox };
          if (state && before?.bootId === state.bootId) checkGone(sign, before.outbox, state);
        }
      },
    };
  },
};

/** Of the batches that a sign had, those that it has no more were acknowledged, were too many, or were another record's. */
function checkGone({ index, kiosk }: VirtualSign, before: Outbox, { outbox, stored }: SignState): void {
  if (outbox.batches === before.batches || outbox.dropped > before.dropped) return;
  for (const batch of before.batches) {
    const { batchId, signRecordId } = batch;
    if (stored.claim?.sign.id !== signRecordId || outbox.batches.some((each) => each.batchId === batchId)) continue;
    const sent = kiosk.seen().batches.get(batchId);
    assertPromise(
      sent !== undefined && sent.ackedAtMs !== null,
      'K7',
      `kiosk ${index} threw away what was not acknowledged`,
      () => ({
        seen: { batch, sent: sent?.sent ?? 0 },
        expected: 'it is sent until it is acknowledged',
      }),
    );
  }
}
