import { LIMITS } from '@sign-display/contracts/limits';
import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import type { Outages } from './watch-outages.ts';
import type { MessageEntry } from './row-types.ts';
import { STABLE_AFTER_MS } from './find-unstable-signs.ts';
import {
  HOUR_MS,
  MESSAGES_AN_HOUR,
  SLACK_MS,
  clock,
  refuse,
  subscriberOf,
  type Graces,
  type SentNotification,
} from './watch-sent-messages.ts';

const { groupWindowMs } = LIMITS;

/** Between the word that somebody is at an outage and the last plan that did not know of it: one that was under way. */
const KNOWN_WITHIN_MS = 5_000;
const KNOWN_WITHIN_DISTURBED_MS = 60_000;

/** N3, N4, N5, N10 for each message, given what its reader was told before: nobody is told what is not so, too early, twice, or too often. */
export function deliveryCheck(
  world: World,
  { outages, graces }: { outages: Outages; graces: Graces },
): (one: SentNotification, earlier: readonly SentNotification[]) => void {
  const { timeline, coverage } = world;
  const { stability } = outages;
  const leastGraceOf = (one: SentNotification): number | null => {
    const subscriber = subscriberOf(one);
    return subscriber ? graces.of(subscriber).leastMs : null;
  };

  /**
   * An unstable sign's outage may go on, for its reader, in a later one: its end and the next beginning were not told while the sign
   * was to be left alone (docs/NOTIFICATIONS.md), and the end that is told ends what they know.
   */
  function knowsOfEarlier({ kind, signId, atMs }: MessageEntry, earlier: readonly MessageEntry[]): boolean {
    const last = earlier.findLast(
      (each) => each.signId === signId && (each.kind === 'sign_offline' || each.kind === 'sign_online'),
    );
    if (kind !== 'sign_online' || last?.kind !== 'sign_offline' || last.closedAtMs !== null) return false;
    if (stability.isUnclear(signId, last.atMs, atMs)) return true;
    return stability.spansOf(signId).some(({ fromMs, untilMs }) => fromMs < atMs + SLACK_MS && untilMs > last.atMs);
  }

  /** N10: nobody is told, or reminded, of an outage that somebody is at. */
  function checkKnown(one: SentNotification, { signName }: MessageEntry, outageId: string): void {
    const knownMs = outages.acknowledgedMs(outageId);
    if (knownMs === undefined) return;
    const isQuiet = timeline.nowMs() - world.disturbedMs() > 3 * 60_000;
    const withinMs = isQuiet ? KNOWN_WITHIN_MS : KNOWN_WITHIN_DISTURBED_MS;
    if (EPOCH_MS + timeline.nowMs() > knownMs + withinMs)
      refuse(
        'N10',
        'somebody is reminded of an outage that is acknowledged',
        one,
        signName,
        `silence since ${clock(knownMs)}`,
      );
  }

  function checkOutage(one: SentNotification, entry: MessageEntry, earlier: readonly MessageEntry[]): void {
    const { kind, outageId, signName, closedAtMs } = entry;
    if (outageId === null) return;
    const outage = outages.get(outageId);
    if (!outage) refuse('N3', 'somebody is told of an outage that there is not', one, signName, 'an outage');
    const heard = earlier.filter((each) => each.outageId === outageId);
    if (heard.some((each) => each.kind === kind))
      refuse('N3', 'an outage is told twice', one, `${kind} of ${signName}, again`, 'once per outage');
    if (kind === 'sign_online' || kind === 'content_recovered') {
      const isKnown = heard.some((each) => each.kind !== kind && each.closedAtMs === null);
      if (!isKnown && !knowsOfEarlier(entry, earlier))
        refuse('N3', 'a recovery is told to who was not told of the outage', one, signName, 'nothing');
      if (outage.closed_at === null)
        refuse('N3', 'a recovery is told while the outage lasts', one, signName, 'nothing yet');
      return;
    }
    checkKnown(one, entry, outageId);
    const graceMs = leastGraceOf(one);
    const openedMs = outage.opened_at.getTime();
    if (kind === 'sign_offline' && graceMs !== null && one.atMs < openedMs + graceMs - SLACK_MS)
      refuse(
        'N3',
        'an outage is told before its grace has passed',
        one,
        `${signName}, offline since ${clock(openedMs)}`,
        `not before ${graceMs} ms of it`,
      );
    if (closedAtMs !== null) coverage.hit('notification told when over');
  }

  function checkStability(one: SentNotification, entry: MessageEntry, earlier: readonly MessageEntry[]): void {
    const { kind, signId, signName, atMs } = entry;
    if (kind === 'sign_offline' || kind === 'sign_online') {
      const span = stability
        .spansOf(signId)
        .find(({ fromMs, untilMs }) => atMs > fromMs + SLACK_MS && atMs < untilMs && one.atMs < untilMs - SLACK_MS);
      if (span && !stability.isUnclear(signId, span.fromMs, atMs)) {
        const expected = `silence until ${clock(span.untilMs)}`;
        refuse('N5', 'an unstable sign is not left alone', one, `${kind} of ${signName}`, expected);
      }
    }
    if (kind !== 'sign_unstable') return;
    const last = earlier.findLast((each) => each.kind === 'sign_unstable' && each.signId === signId);
    if (last && atMs - last.atMs < STABLE_AFTER_MS - SLACK_MS)
      refuse('N5', 'that a sign is unstable is told twice', one, signName, 'once, then silence until 15 quiet minutes');
  }

  /** N4: one window is one message; six an hour. */
  function checkRate(one: SentNotification, earlier: readonly SentNotification[]): void {
    const lastHour = earlier.filter(({ atMs }) => atMs > one.atMs - HOUR_MS);
    if (lastHour.length >= MESSAGES_AN_HOUR)
      refuse('N4', 'more than six messages in an hour', one, `the ${lastHour.length + 1}th`, 'a digest later');
    if (lastHour.length === MESSAGES_AN_HOUR - 1) coverage.hit('notification hourly bound reached');
    if (one.entries.length > 1) coverage.hit('notification of several signs');
    const last = earlier.at(-1);
    if (!last || timeline.nowMs() - world.disturbedMs() < 3 * 60_000) return;
    const isPlain = ({ kind, signId, atMs, closedAtMs }: MessageEntry): boolean =>
      kind === 'sign_offline' &&
      closedAtMs === null &&
      stability.spansOf(signId).length === 0 &&
      !stability.isUnclear(signId, atMs);
    const firstMs = Math.min(...last.entries.map(({ atMs }) => atMs));
    const late = one.entries.find(
      (entry) => isPlain(entry) && entry.atMs >= firstMs && entry.atMs < firstMs + groupWindowMs - 10_000,
    );
    if (late && last.entries.every(isPlain) && subscriberOf(one) && last.atMs > late.atMs + SLACK_MS)
      refuse(
        'N4',
        'what changed in one window comes as two messages',
        one,
        `${late.signName} at ${clock(late.atMs)}`,
        `together with the message of ${clock(last.atMs)}`,
      );
  }

  return (one, earlier) => {
    const entries = earlier.flatMap((each) => each.entries);
    for (const entry of one.entries) {
      coverage.hit(`notification ${entry.kind}`);
      checkOutage(one, entry, entries);
      checkStability(one, entry, entries);
    }
    checkRate(one, earlier);
  };
}
