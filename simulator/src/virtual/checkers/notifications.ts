import { LIMITS } from '@sign-display/contracts/limits';
import type { Commit } from '../database/gate.ts';
import type { Row } from '../records.ts';
import { EPOCH_MS } from '../timeline.ts';
import { PEOPLE, SUBSCRIBERS, type Person, type Subscriber } from '../setting.ts';
import { BrokenPromise, type Checker } from './checker.ts';

/**
 * N3, N4, N5, N7: who is told what, and how often. Outages are held against what records say of presence, messages against outages, and what
 * arrived against messages. Who never changes a subscription (setting.ts) must be told; of the others nothing wrong may be told.
 */

const { offlineGraceMs, groupWindowMs } = LIMITS;

const HOUR_MS = 3_600_000;
const MESSAGES_AN_HOUR = 6;
const UNSTABLE_CHANGES = 5;
const UNSTABLE_WITHIN_MS = 10 * 60_000;
const STABLE_AFTER_MS = 15 * 60_000;
/** Between a decision and its commit, and between clocks. */
const SLACK_MS = 1_500;
/** A message that is due is written within this: other nodes' jobs, a slow database, a look of a node that died. */
const TOLD_WITHIN_MS = 60_000;
/** What is queued is delivered within this when everything works: a mail that has failed for minutes waits for a minute. */
const DELIVERED_WITHIN_MS = 4 * 60_000;

interface Entry {
  kind: string;
  outageId: string | null;
  signId: string;
  signName: string;
  atMs: number;
  closedAtMs: number | null;
}

interface Told {
  id: string;
  userId: string;
  eventId: string;
  channel: string;
  atMs: number;
  entries: readonly Entry[];
}

const text = (value: unknown): string => String(value);
const wallMs = (value: unknown): number => (value as Date).getTime();
const nameOf = (userId: string): string =>
  (Object.values(PEOPLE) as Person[]).find(({ id }) => id === userId)?.name ?? userId;
const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

export const notifications: Checker = {
  promises: ['N3', 'N4', 'N5', 'N7'],
  begin(world) {
    const { timeline, coverage } = world;
    const nowMs = (): number => EPOCH_MS + timeline.nowMs();
    /** Every message as one person was told it through one channel, by the notification's id; in the order of telling. */
    const told = new Map<string, Told>();
    const byReader = new Map<string, Told[]>();
    const outages = new Map<string, Row>();
    /** Changes of each record's presence, as long as it has the same device. */
    const changes = new Map<string, { device: string; presence: unknown; atMs: number[] }>();
    /** Spans in which a sign is unstable by N5, with what began them. */
    const unstable = new Map<string, { fromMs: number; device: string; untilMs: number }[]>();
    /** The shortest and the longest that each event has had. */
    const graces = new Map<string, { least: number; most: number }>();
    const graceIn = (eventId: string) => graces.get(eventId) ?? { least: offlineGraceMs, most: offlineGraceMs };

    /** N3, N7: a record that says offline has one open outage; no other has. */
    async function checkOutages(): Promise<void> {
      const [signs, rows] = [await world.records.of('sign'), await world.records.of('outage')];
      for (const row of rows) outages.set(text(row['id']), row);
      const open = new Map<string, number>();
      for (const row of rows) {
        if (row['kind'] !== 'offline' || row['closed_at'] !== null) continue;
        const sign = text(row['sign_record_id']);
        open.set(sign, (open.get(sign) ?? 0) + 1);
      }
      for (const sign of signs) {
        const id = text(sign['id']);
        const isOffline = sign['device_sign_id'] !== null && sign['presence'] === 'offline';
        if ((open.get(id) ?? 0) !== Number(isOffline))
          throw new BrokenPromise('N3', 'what a record says of presence and its outages disagree', {
            seen: `${text(sign['name'])} is ${text(sign['presence'])}, with ${open.get(id) ?? 0} open outages`,
            expected: isOffline ? 'one' : 'none',
          });
        open.delete(id);
        noteChange(sign);
      }
      if (open.size > 0)
        throw new BrokenPromise('N3', 'an outage is open of a sign that is gone', {
          seen: [...open.keys()],
          expected: 'closed with its sign',
        });
    }

    function noteChange(sign: Row): void {
      const id = text(sign['id']);
      const device = text(sign['device_sign_id']);
      const known = changes.get(id);
      if (!known || known.device !== device) {
        changes.set(id, { device, presence: sign['presence'], atMs: [] });
        return;
      }
      if (known.presence === sign['presence']) return;
      // That a device is heard for the first time is no change of a verdict.
      const counts = known.presence !== null && sign['presence'] !== null;
      known.presence = sign['presence'];
      if (!counts) return;
      known.atMs.push(nowMs());
      const spans = unstable.get(id) ?? [];
      unstable.set(id, spans);
      const current = spans.at(-1);
      if (current && current.device === device && nowMs() < current.untilMs) {
        current.untilMs = nowMs() + STABLE_AFTER_MS;
        return;
      }
      const recent = known.atMs.slice(-UNSTABLE_CHANGES);
      if (recent.length < UNSTABLE_CHANGES || nowMs() - recent[0]! > UNSTABLE_WITHIN_MS) return;
      coverage.hit('notification sign unstable');
      spans.push({ fromMs: nowMs(), device, untilMs: nowMs() + STABLE_AFTER_MS });
    }

    const graceOf = ({ userId, eventId }: Told): number | null => {
      const own = SUBSCRIBERS.find(({ who, eventId: event }) => PEOPLE[who].id === userId && event === eventId);
      if (!own) return null;
      return own.graceSeconds === null ? graceIn(eventId).least : own.graceSeconds * 1_000;
    };

    function refuse(promise: string, words: string, one: Told, seen: string, expected: string): never {
      throw new BrokenPromise(promise, words, {
        seen: `${clock(one.atMs)} ${one.channel} to ${nameOf(one.userId)}: ${seen}`,
        expected,
      });
    }

    /** N3, N5 for one entry, given what its reader heard before. */
    function checkEntry(one: Told, entry: Entry, earlier: readonly Told[]): void {
      const { kind, outageId, signName, closedAtMs, atMs } = entry;
      coverage.hit(`notification ${kind}`);
      const heard = earlier.flatMap(({ entries }) => entries).filter((each) => each.outageId === outageId);
      if (outageId !== null) {
        const outage = outages.get(outageId);
        if (!outage) refuse('N3', 'somebody is told of an outage that there is not', one, signName, 'an outage');
        if (heard.some((each) => each.kind === kind))
          refuse('N3', 'an outage is told twice', one, `${kind} of ${signName}, again`, 'once per outage');
        const isEnd = kind === 'sign_online' || kind === 'content_recovered';
        if (
          isEnd &&
          !heard.some((each) => each.kind !== kind && each.closedAtMs === null) &&
          !knowsOfEarlier(entry, earlier)
        )
          refuse('N3', 'a recovery is told to who was not told of the outage', one, signName, 'nothing');
        if (isEnd && outage!['closed_at'] === null)
          refuse('N3', 'a recovery is told while the outage lasts', one, signName, 'nothing yet');
        const grace = graceOf(one);
        if (kind === 'sign_offline' && grace !== null && one.atMs < wallMs(outage!['opened_at']) + grace - SLACK_MS)
          refuse(
            'N3',
            'an outage is told before its grace has passed',
            one,
            `${signName}, offline since ${clock(wallMs(outage!['opened_at']))}`,
            `not before ${grace} ms of it`,
          );
        if (!isEnd && closedAtMs !== null) coverage.hit('notification told when over');
      }
      if (kind !== 'sign_offline' && kind !== 'sign_online') return;
      const span = unstable
        .get(entry.signId)
        ?.find(({ fromMs, untilMs }) => atMs > fromMs + SLACK_MS && atMs < untilMs && one.atMs < untilMs - SLACK_MS);
      if (span)
        refuse(
          'N5',
          'an unstable sign is not left alone',
          one,
          `${kind} of ${signName}`,
          `silence until ${clock(span.untilMs)}`,
        );
    }

    /**
     * An unstable sign's outage may go on, for its reader, in a later one: its end and the next beginning were not told while the sign
     * was to be left alone (docs/NOTIFICATIONS.md), and the end that is told ends what they know.
     */
    function knowsOfEarlier({ kind, signId, atMs }: Entry, earlier: readonly Told[]): boolean {
      const last = earlier
        .flatMap(({ entries }) => entries)
        .findLast((each) => each.signId === signId && (each.kind === 'sign_offline' || each.kind === 'sign_online'));
      if (kind !== 'sign_online' || last?.kind !== 'sign_offline' || last.closedAtMs !== null) return false;
      const spans = unstable.get(signId) ?? [];
      return spans.some(({ fromMs, untilMs }) => fromMs < atMs + SLACK_MS && untilMs > last.atMs);
    }

    function checkUnstable(one: Told, earlier: readonly Told[]): void {
      for (const entry of one.entries) {
        if (entry.kind !== 'sign_unstable') continue;
        const before = earlier
          .flatMap(({ entries }) => entries)
          .filter((each) => each.kind === 'sign_unstable' && each.signId === entry.signId);
        const last = before.at(-1);
        if (last && entry.atMs - last.atMs < STABLE_AFTER_MS - SLACK_MS)
          refuse(
            'N5',
            'that a sign is unstable is told twice',
            one,
            entry.signName,
            'once, then silence until 15 quiet minutes',
          );
      }
    }

    /** N4: one window is one message; six an hour. */
    function checkRate(one: Told, earlier: readonly Told[]): void {
      const lastHour = earlier.filter(({ atMs }) => atMs > one.atMs - HOUR_MS);
      if (lastHour.length >= MESSAGES_AN_HOUR)
        refuse('N4', 'more than six messages in an hour', one, `the ${lastHour.length + 1}th`, 'a digest later');
      if (lastHour.length === MESSAGES_AN_HOUR - 1) coverage.hit('notification hourly bound reached');
      if (one.entries.length > 1) coverage.hit('notification of several signs');
      const last = earlier.at(-1);
      if (!last || timeline.nowMs() - world.disturbedMs() < 3 * 60_000) return;
      const isPlain = (entry: Entry): boolean =>
        entry.closedAtMs === null && !unstable.get(entry.signId)?.length && entry.kind === 'sign_offline';
      const first = Math.min(...last.entries.map(({ atMs }) => atMs));
      const late = one.entries.find(
        (entry) => isPlain(entry) && entry.atMs >= first && entry.atMs < first + groupWindowMs - 10_000,
      );
      if (late && last.entries.every(isPlain) && graceOf(one) !== null && last.atMs > late.atMs + SLACK_MS)
        refuse(
          'N4',
          'what changed in one window comes as two messages',
          one,
          `${late.signName} at ${clock(late.atMs)}`,
          `together with the message of ${clock(last.atMs)}`,
        );
    }

    async function checkMessages(): Promise<void> {
      const messages = new Map((await world.records.of('message')).map((row) => [text(row['id']), row]));
      for (const row of await world.records.of('notification')) {
        const id = text(row['id']);
        if (told.has(id)) continue;
        const message = messages.get(text(row['message_id']));
        if (!message)
          throw new BrokenPromise('N7', 'a notification has no message', { seen: id, expected: 'a message' });
        const one: Told = {
          id,
          userId: text(row['user_id']),
          eventId: text(row['event_id']),
          channel: text(row['channel']),
          atMs: wallMs(row['at']),
          entries: message['entries'] as Entry[],
        };
        const reader = `${one.userId} ${one.eventId} ${one.channel}`;
        const earlier = byReader.get(reader) ?? [];
        for (const entry of one.entries) checkEntry(one, entry, earlier);
        checkUnstable(one, earlier);
        checkRate(one, earlier);
        told.set(id, one);
        byReader.set(reader, [...earlier, one]);
      }
    }

    const wrote = (commits: readonly Commit[], ...tables: string[]): boolean =>
      commits.some((commit) => tables.some((table) => commit.tables.has(table)));

    /** What one who never changes it must have been told of an outage, by how long it lasted. */
    function mustBeTold({ graceSeconds, quietHours }: Subscriber, outage: Row, channel: string): boolean {
      if (quietHours && channel !== 'inbox') return false;
      const openedMs = wallMs(outage['opened_at']);
      const untilMs = outage['closed_at'] === null ? nowMs() : wallMs(outage['closed_at']);
      const grace = graceSeconds === null ? graceIn(text(outage['event_id'])).most : graceSeconds * 1_000;
      if (untilMs - openedMs < grace + groupWindowMs + TOLD_WITHIN_MS) return false;
      // What an unstable sign does is told when it is quiet, or not at all.
      return !(unstable.get(text(outage['sign_record_id'])) ?? []).some(
        ({ fromMs, untilMs: quietMs }) => openedMs < quietMs && fromMs < untilMs + SLACK_MS,
      );
    }

    function checkTold(subscriber: Subscriber): void {
      const { who, eventId, kinds, channels } = subscriber;
      for (const channel of channels) {
        const heard = byReader.get(`${PEOPLE[who].id} ${eventId} ${channel}`) ?? [];
        const entries = heard.flatMap((each) => each.entries);
        for (const outage of outages.values()) {
          if (outage['event_id'] !== eventId || outage['kind'] !== 'offline') continue;
          const id = text(outage['id']);
          const openedMs = wallMs(outage['opened_at']);
          // Held back by the hourly bound, and told an hour later.
          if (heard.filter(({ atMs }) => atMs > openedMs - HOUR_MS).length >= MESSAGES_AN_HOUR) continue;
          const begun = entries.find((entry) => entry.outageId === id && entry.kind === 'sign_offline');
          if (kinds.includes('sign_offline') && !begun && mustBeTold(subscriber, outage, channel))
            throw new BrokenPromise('N3', 'somebody who wants to know was never told of an outage', {
              seen: `nothing by ${channel} to ${who}`,
              expected: `a message that ${text(outage['sign_name'])} is offline since ${clock(openedMs)}`,
            });
          const closedMs = outage['closed_at'] === null ? Infinity : wallMs(outage['closed_at']);
          const mustEnd =
            begun?.closedAtMs === null &&
            outage['closed_by'] === 'recovered' &&
            kinds.includes('sign_online') &&
            !subscriber.quietHours &&
            nowMs() - closedMs > groupWindowMs + TOLD_WITHIN_MS &&
            !unstable.get(text(outage['sign_record_id']))?.length;
          if (mustEnd && !entries.some((entry) => entry.outageId === id && entry.kind === 'sign_online'))
            throw new BrokenPromise('N3', 'who was told of an outage was never told of its end', {
              seen: `nothing by ${channel} to ${who}`,
              expected: `a message that ${text(outage['sign_name'])} is back since ${clock(closedMs)}`,
            });
          if (begun) coverage.hit('notification outage told');
        }
        if (!kinds.includes('sign_unstable') || subscriber.quietHours) continue;
        for (const [signId, spans] of unstable) {
          for (const { fromMs } of spans) {
            const sign = [...outages.values()].find((outage) => text(outage['sign_record_id']) === signId);
            if (sign?.['event_id'] !== eventId || nowMs() - fromMs < groupWindowMs + TOLD_WITHIN_MS) continue;
            if (heard.filter(({ atMs }) => atMs > fromMs - HOUR_MS).length >= MESSAGES_AN_HOUR) continue;
            if (
              entries.some(
                (entry) =>
                  entry.kind === 'sign_unstable' && entry.signId === signId && Math.abs(entry.atMs - fromMs) < 60_000,
              )
            )
              continue;
            throw new BrokenPromise('N5', 'somebody who wants to know was never told that a sign is unstable', {
              seen: `nothing by ${channel} to ${who}`,
              expected: `one message, at about ${clock(fromMs)}`,
            });
          }
        }
      }
    }

    /** N7: what is queued is delivered, and what says so was. */
    async function checkDeliveries(): Promise<void> {
      const arrived = new Set(
        world.post.delivered.map((each) => (each.by === 'mail' ? each.mail.id : each.payload.notificationId)),
      );
      for (const row of await world.records.of('notification')) {
        const id = text(row['id']);
        const one = told.get(id)!;
        if (row['channel'] === 'inbox') continue;
        if (
          row['state'] === 'queued' &&
          nowMs() - one.atMs > DELIVERED_WITHIN_MS &&
          timeline.nowMs() - world.disturbedMs() > DELIVERED_WITHIN_MS
        )
          refuse(
            'N7',
            'a message is still not delivered',
            one,
            `queued after ${text(row['attempts'])} attempts: ${text(row['error'])}`,
            'sent',
          );
        if (row['state'] === 'sent' && !arrived.has(id))
          refuse('N7', 'a message that never arrived is called sent', one, 'sent', 'arrived');
        if (row['state'] === 'failed')
          refuse('N7', 'a message was given up that only had to be tried again', one, text(row['error']), 'sent');
        coverage.hit(`notification ${text(row['channel'])} ${text(row['state'])}`);
      }
      // Twice is what SMTP can't rule out: the second has the first one's identifier, and follows a lost answer.
      const seen = new Map<string, number>();
      for (const each of world.post.delivered) {
        const key =
          each.by === 'mail' ? `mail ${each.mail.id}` : `push ${each.endpoint} ${each.payload.notificationId}`;
        const before = seen.get(key);
        if (before === undefined || each.answerWasLost) {
          seen.set(key, each.answerWasLost ? -Infinity : each.atMs);
          continue;
        }
        if (before === -Infinity || world.disturbedMs() >= before) {
          coverage.hit('notification repeated under its own identifier');
          continue;
        }
        throw new BrokenPromise('N3', 'a message arrived twice', { seen: key, expected: 'once' });
      }
    }

    return {
      async afterCommit(commits) {
        if (wrote(commits, 'event'))
          for (const row of await world.records.of('event')) {
            const own = row['offline_grace_seconds'];
            const graceMs = own === null ? offlineGraceMs : Number(own) * 1_000;
            const { least, most } = graceIn(text(row['id']));
            graces.set(text(row['id']), { least: Math.min(least, graceMs), most: Math.max(most, graceMs) });
          }
        if (wrote(commits, 'sign', 'outage')) await checkOutages();
        if (wrote(commits, 'notification')) await checkMessages();
      },
      async atEnd() {
        for (const subscriber of SUBSCRIBERS) checkTold(subscriber);
        await checkDeliveries();
      },
    };
  },
};
