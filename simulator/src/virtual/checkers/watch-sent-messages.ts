import { LIMITS } from '@sign-display/contracts/limits';
import type { Commit } from '../database/statement-scheduler.ts';
import { PEOPLE, SUBSCRIBERS, type Person, type Subscriber } from '../initial-data.ts';
import type { World } from '../world.ts';
import { BrokenPromise } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { EventRow, MessageEntry, MessageRow, NotificationRow } from './row-types.ts';

/** Of any reader in an hour. Promise N4. */
export const MESSAGES_AN_HOUR = 6;
export const HOUR_MS = 3_600_000;
/** Between a decision and its commit, and between clocks. */
export const SLACK_MS = 1_500;

/** A message as one person was told it of one event through one channel. */
export interface SentNotification {
  id: string;
  userId: string;
  eventId: string;
  channel: NotificationRow['channel'];
  /** By a wall clock, as the times of its entries. */
  atMs: number;
  entries: readonly MessageEntry[];
}

export const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

const nameOf = (userId: string): string =>
  (Object.values(PEOPLE) as Person[]).find(({ id }) => id === userId)?.name ?? userId;

/** Ends the run over a message. */
export function refuse(promise: string, words: string, one: SentNotification, seen: string, expected: string): never {
  throw new BrokenPromise(promise, words, {
    seen: `${clock(one.atMs)} ${one.channel} to ${nameOf(one.userId)}: ${seen}`,
    expected,
  });
}

/** Every message that was told. */
export interface Messages {
  get(notificationId: string): SentNotification | undefined;
  /** What one person was told of one event through one channel, in the order of telling. */
  heardBy(reader: Pick<SentNotification, 'userId' | 'eventId' | 'channel'>): readonly SentNotification[];
  /** `heard` is given each that is new, and what its reader was told before. */
  afterCommit(
    commits: readonly Commit[],
    heard: (one: SentNotification, earlier: readonly SentNotification[]) => void,
  ): Promise<void>;
}

export function watchMessages(world: World): Messages {
  const messages: Mirror<MessageRow> = mirror(world, 'message');
  const notifications: Mirror<NotificationRow> = mirror(world, 'notification');
  const told = new Map<string, SentNotification>();
  const byReader = new Map<string, readonly SentNotification[]>();
  const keyOf = ({ userId, eventId, channel }: Pick<SentNotification, 'userId' | 'eventId' | 'channel'>): string =>
    `${userId} ${eventId} ${channel}`;

  return {
    get: (id) => told.get(id),
    heardBy: (reader) => byReader.get(keyOf(reader)) ?? [],
    async afterCommit(commits, heard) {
      await messages.update(commits);
      for (const { before, after } of await notifications.update(commits)) {
        if (before !== null || after === null) continue;
        const { id, user_id: userId, event_id: eventId, channel, at, message_id: messageId } = after;
        const message = messages.get(messageId);
        assertPromise(message !== undefined, 'N7', 'a notification has no message', () => ({
          seen: id,
          expected: 'a message',
        }));
        const one = { id, userId, eventId, channel, atMs: at.getTime(), entries: message.entries };
        const earlier = byReader.get(keyOf(one)) ?? [];
        heard(one, earlier);
        told.set(id, one);
        byReader.set(keyOf(one), [...earlier, one]);
      }
    },
  };
}

/** How long an outage has to last before somebody is told of it: the shortest and the longest that it has been. */
export interface Graces {
  of(subscriber: Pick<Subscriber, 'graceSeconds' | 'eventId'>): { leastMs: number; mostMs: number };
  afterCommit(commits: readonly Commit[]): Promise<void>;
}

export function watchGraces(world: World): Graces {
  const events: Mirror<EventRow> = mirror(world, 'event');
  const ofEvents = new Map<string, { leastMs: number; mostMs: number }>();
  const { offlineGraceMs } = LIMITS;
  const ofEvent = (id: string) => ofEvents.get(id) ?? { leastMs: offlineGraceMs, mostMs: offlineGraceMs };

  return {
    of({ graceSeconds, eventId }) {
      return graceSeconds === null ? ofEvent(eventId) : { leastMs: graceSeconds * 1_000, mostMs: graceSeconds * 1_000 };
    },
    async afterCommit(commits) {
      for (const { after } of await events.update(commits)) {
        if (after === null) continue;
        const graceMs = after.offline_grace_seconds === null ? offlineGraceMs : after.offline_grace_seconds * 1_000;
        const { leastMs, mostMs } = ofEvent(after.id);
        ofEvents.set(after.id, { leastMs: Math.min(leastMs, graceMs), mostMs: Math.max(mostMs, graceMs) });
      }
    },
  };
}

/** Whoever it was told to, where they never change what they want; undefined for others. */
export const subscriberOf = ({
  userId,
  eventId,
}: Pick<SentNotification, 'userId' | 'eventId'>): Subscriber | undefined =>
  SUBSCRIBERS.find((each) => PEOPLE[each.who].id === userId && each.eventId === eventId);
