import { LIMITS } from '@sign-display/contracts/limits';
import { PEOPLE, SUBSCRIBERS, type Subscriber } from '../initial-data.ts';
import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import { assertPromise } from './assert-promise.ts';
import type { Outages } from './watch-outages.ts';
import type { NotificationRow, OutageRow } from './row-types.ts';
import {
  HOUR_MS,
  MESSAGES_AN_HOUR,
  SLACK_MS,
  clock,
  type Graces,
  type Messages,
  type SentNotification,
} from './watch-sent-messages.ts';

const { groupWindowMs } = LIMITS;
/** A message that is due is written within this: other nodes' jobs, a slow database, a look of a node that died. */
const TOLD_WITHIN_MS = 60_000;

type Channel = NotificationRow['channel'];

/** N3, N5 at the end of a run: who never changes what they want was told all of it. */
export function checkCompleteNotifications(
  world: World,
  given: { outages: Outages; graces: Graces; messages: Messages },
): void {
  const { outages, graces, messages } = given;
  const { stability } = outages;
  const nowMs = EPOCH_MS + world.timeline.nowMs();
  /** Held back by the hourly bound, and told an hour later. */
  const isHeldBack = (heard: readonly SentNotification[], sinceMs: number): boolean =>
    heard.filter(({ atMs }) => atMs > sinceMs - HOUR_MS).length >= MESSAGES_AN_HOUR;

  /** Of an outage, by how long it lasted. */
  function mustBeTold(subscriber: Subscriber, outage: OutageRow, channel: Channel): boolean {
    if (subscriber.quietHours && channel !== 'inbox') return false;
    const openedMs = outage.opened_at.getTime();
    // Whoever was not told when somebody was at it never is (N10).
    const untilMs = Math.min(outage.closed_at?.getTime() ?? nowMs, outages.acknowledgedMs(outage.id) ?? Infinity);
    if (untilMs - openedMs < graces.of(subscriber).mostMs + groupWindowMs + TOLD_WITHIN_MS) return false;
    // What an unstable sign does is told when it is quiet, or not at all.
    if (stability.isUnclear(outage.sign_record_id, openedMs, untilMs)) return false;
    return !stability
      .spansOf(outage.sign_record_id)
      .some(({ fromMs, untilMs: quietMs }) => openedMs < quietMs && fromMs < untilMs + SLACK_MS);
  }

  function checkOutage(
    subscriber: Subscriber,
    outage: OutageRow,
    channel: Channel,
    heard: readonly SentNotification[],
  ): void {
    const { who, kinds, quietHours } = subscriber;
    const { id, sign_name: signName, sign_record_id: signId } = outage;
    const openedMs = outage.opened_at.getTime();
    if (isHeldBack(heard, openedMs)) return;
    const entries = heard.flatMap((each) => each.entries).filter(({ outageId }) => outageId === id);
    const begun = entries.find(({ kind }) => kind === 'sign_offline');
    const isMissed = kinds.includes('sign_offline') && !begun && mustBeTold(subscriber, outage, channel);
    assertPromise(!isMissed, 'N3', 'somebody who wants to know was never told of an outage', () => ({
      seen: `nothing by ${channel} to ${who}`,
      expected: `a message that ${signName} is offline since ${clock(openedMs)}`,
    }));
    const closedMs = outage.closed_at?.getTime() ?? Infinity;
    const mustEnd =
      begun?.closedAtMs === null &&
      outage.closed_by === 'recovered' &&
      kinds.includes('sign_online') &&
      !quietHours &&
      nowMs - closedMs > groupWindowMs + TOLD_WITHIN_MS &&
      stability.spansOf(signId).length === 0 &&
      !stability.isUnclear(signId, openedMs, nowMs);
    const isEnded = !mustEnd || entries.some(({ kind }) => kind === 'sign_online');
    assertPromise(isEnded, 'N3', 'who was told of an outage was never told of its end', () => ({
      seen: `nothing by ${channel} to ${who}`,
      expected: `a message that ${signName} is back since ${clock(closedMs)}`,
    }));
    if (begun) world.coverage.hit('notification outage told');
  }

  function checkUnstable({ who, eventId }: Subscriber, channel: Channel, heard: readonly SentNotification[]): void {
    const entries = heard.flatMap((each) => each.entries).filter(({ kind }) => kind === 'sign_unstable');
    for (const [signId, spans] of stability.all()) {
      for (const { fromMs, eventId: ofEvent } of spans) {
        if (ofEvent !== eventId || stability.isUnclear(signId, fromMs)) continue;
        if (nowMs - fromMs < groupWindowMs + TOLD_WITHIN_MS || isHeldBack(heard, fromMs)) continue;
        const isTold = entries.some((entry) => entry.signId === signId && Math.abs(entry.atMs - fromMs) < 60_000);
        assertPromise(isTold, 'N5', 'somebody who wants to know was never told that a sign is unstable', () => ({
          seen: `nothing by ${channel} to ${who}`,
          expected: `one message, at about ${clock(fromMs)}`,
        }));
      }
    }
  }

  for (const subscriber of SUBSCRIBERS) {
    const { who, eventId, kinds, channels, quietHours } = subscriber;
    for (const channel of channels) {
      const heard = messages.heardBy({ userId: PEOPLE[who].id, eventId, channel });
      for (const outage of outages.all())
        if (outage.event_id === eventId && outage.kind === 'offline') checkOutage(subscriber, outage, channel, heard);
      if (kinds.includes('sign_unstable') && !quietHours) checkUnstable(subscriber, channel, heard);
    }
  }
}
