import type { Kysely, Transaction } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Database } from '../db/schema.ts';
import { addJob } from '../jobs/add-job.ts';
import type { DashboardFeed } from '../realtime/dashboard-feed.ts';
import { describeMessage } from './describe-message.ts';
import { viewNotification } from './notification-view.ts';
import { planMessages, type ChannelRules } from './plan-messages.ts';
import { insertNotifications, type NewNotification } from './notifications-repository.ts';
import { quietUntil } from './quiet-hours.ts';
import {
  ensureStates,
  lockEvent,
  readPlannedEvent,
  readStates,
  readSubscribers,
  takeNotices,
  writeStates,
  type PlannedEvent,
  type Subscriber,
} from './planner-repository.ts';
import type { ChannelState, Notice } from './vocabulary.ts';

/** Turns an event's notices into messages: one transaction, whatever the number of subscribers (docs/NOTIFICATIONS.md). */
export interface PlannerDeps {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  feed: Pick<DashboardFeed, 'toUser'>;
  settings: {
    /** Of events that say nothing. */
    offlineGraceMs: number;
    groupWindowMs: number;
  };
}

const wakeKey = (eventId: string): string => `wake:${eventId}`;

export function createPlanner({ db, clock, random, feed, settings }: PlannerDeps) {
  function rulesOf(
    subscriber: Subscriber,
    channel: NotificationChannel,
    event: PlannedEvent,
    nowMs: number,
  ): ChannelRules {
    const graceSeconds = subscriber.graceSeconds ?? event.offlineGraceSeconds;
    return {
      channel,
      kinds: new Set(subscriber.kinds),
      graceMs: graceSeconds === null ? settings.offlineGraceMs : graceSeconds * 1_000,
      windowMs: settings.groupWindowMs,
      quietUntilMs: quietUntil(subscriber.quietHours, nowMs),
      snoozedUntilMs: subscriber.snoozedUntil?.getTime() ?? null,
      snoozedSigns: new Map(subscriber.snoozedSigns.map(({ signId, until }) => [signId, Date.parse(until)])),
    };
  }

  async function plan(trx: Transaction<Database>, eventId: string): Promise<NewNotification[]> {
    // One planner an event at a time. It holds nothing that others lock before, but jobs.
    await lockEvent(trx, eventId);
    const notices: Notice[] = await takeNotices(trx, eventId);
    const event = await readPlannedEvent(trx, eventId);
    if (!event) return [];
    // Read after the notices: whoever was subscribed when one was written is here.
    const subscribers = await readSubscribers(trx, eventId);
    await ensureStates(trx, eventId);
    const states = await readStates(trx, eventId);
    const nowMs = clock.now();
    const planned: { userId: string; channel: NotificationChannel; state: ChannelState }[] = [];
    const messages: NewNotification[] = [];
    let wakeAtMs: number | null = null;
    for (const { userId, channel, state: before } of states) {
      const subscriber = subscribers.get(userId);
      if (!subscriber) continue;
      const { state, message, lookAgainAtMs } = planMessages(
        before,
        notices,
        rulesOf(subscriber, channel, event, nowMs),
        nowMs,
      );
      if (lookAgainAtMs !== null) wakeAtMs = Math.min(wakeAtMs ?? Infinity, lookAgainAtMs);
      planned.push({ userId, channel, state });
      if (!message) continue;
      messages.push({
        id: makeUuidV7(clock, random),
        userId,
        organizationId: event.organizationId,
        eventId,
        eventName: event.name,
        channel,
        ...describeMessage(message, { ...event, eventName: event.name }, nowMs),
        entries: message,
        at: new Date(nowMs),
      });
    }
    await writeStates(trx, eventId, planned);
    await insertNotifications(trx, messages);
    if (wakeAtMs !== null)
      await addJob(trx, 'plan_notices', { eventId }, { atMs: wakeAtMs, key: wakeKey(eventId), mode: 'replace' });
    return messages;
  }

  return {
    /** The job `plan_notices`. */
    async planEvent(eventId: string): Promise<void> {
      const messages = await db.transaction().execute((trx) => plan(trx, eventId));
      for (const message of messages)
        if (message.channel === 'inbox') feed.toUser(message.userId, 'notification', viewNotification(message));
    },
  };
}
