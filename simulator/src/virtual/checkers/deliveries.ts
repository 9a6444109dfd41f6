import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import { assertPromise } from './assert-promise.ts';
import type { NotificationRow } from './row-types.ts';
import { refuse, type Messages } from './watch-sent-messages.ts';

/** What is queued is delivered within this when everything works: a mail that has failed for minutes waits for a minute. */
const DELIVERED_WITHIN_MS = 4 * 60_000;

/** N7 at the end of a run: what is queued is delivered, and what says so was. */
export function checkDeliveries(world: World, messages: Messages, rows: readonly NotificationRow[]): void {
  const { delivered } = world.post;
  const nowMs = world.timeline.nowMs();
  const arrived = new Set(delivered.map((each) => (each.by === 'mail' ? each.mail.id : each.payload.notificationId)));
  const wasCalm = nowMs - world.disturbedMs() > DELIVERED_WITHIN_MS;
  for (const { id, channel, state, attempts, error } of rows) {
    if (channel === 'inbox') continue;
    const one = messages.get(id)!;
    const isLate = state === 'queued' && EPOCH_MS + nowMs - one.atMs > DELIVERED_WITHIN_MS && wasCalm;
    if (isLate)
      refuse('N7', 'a message is still not delivered', one, `queued after ${attempts} attempts: ${error}`, 'sent');
    if (state === 'sent' && !arrived.has(id))
      refuse('N7', 'a message that never arrived is called sent', one, 'sent', 'arrived');
    if (state === 'failed')
      refuse('N7', 'a message was given up that only had to be tried again', one, String(error), 'sent');
    world.coverage.hit(`notification ${channel} ${state}`);
  }
}

/** N3: nothing arrives twice. But SMTP can't rule it out: the second has the first one's identifier, and follows a lost answer. */
export function checkArrivals({ post, coverage, disturbedMs }: World): void {
  const arrivedMs = new Map<string, number>();
  for (const each of post.delivered) {
    const key = each.by === 'mail' ? `mail ${each.mail.id}` : `push ${each.endpoint} ${each.payload.notificationId}`;
    const beforeMs = arrivedMs.get(key);
    if (beforeMs === undefined || each.answerWasLost) {
      arrivedMs.set(key, each.answerWasLost ? -Infinity : each.atMs);
      continue;
    }
    const isExcused = beforeMs === -Infinity || disturbedMs() >= beforeMs;
    assertPromise(isExcused, 'N3', 'a message arrived twice', () => ({ seen: key, expected: 'once' }));
    coverage.hit('notification repeated under its own identifier');
  }
}
