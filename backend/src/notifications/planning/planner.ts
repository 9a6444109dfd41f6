import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { ServiceDeps, Trx } from '../../db/database-types.ts';
import { addJob } from '../../jobs/add-job.ts';
import type { Logger } from '../../logging/logger-type.ts';
import type { DashboardFeed } from '../../cluster/dashboard-feed.ts';
import { describeMessage } from './describe-message.ts';
import { INBOX_ALONE, readChannelStates } from '../inbox/read-channel-states.ts';
import { viewNotification } from '../inbox/notification-view.ts';
import { partsOf } from './group-message-by-cause.ts';
import { NO_OUTAGES, rulesOf, type OutagesBegunBy, type RulesContext } from './channel-rules.ts';
import { HOUR_MS, beginsOutage, planMessages, type ChannelRules } from './plan-messages.ts';
import {
  insertMessage,
  outageIdsOf,
  signsOf,
  type NewMessage,
  type Recipient,
} from '../delivery/notifications-repository.ts';
import { readEventStatus } from './count-and-describe-signs.ts';
import {
  ensureChannels,
  lockEvent,
  readChannels,
  readOpenFailures,
  readOutageKinds,
  readPlannedEvent,
  readSeenSigns,
  readSentSince,
  readStates,
  readSubscribers,
  writeStates,
  type PlannedEvent,
  type Subscriber,
  type SubscriberChannel,
} from './planner-repository.ts';
import { takeNotices } from '../../outages/notice-queue.ts';
import {
  NEW_CHANNEL_STATE,
  OUTAGE_NOTICES,
  type ChannelState,
  type MessageEntry,
  type Notice,
} from '../../outages/notice-types.ts';

/**
 * Turns an event's notices into messages in one transaction, whatever the number of subscribers
 * (docs/NOTIFICATIONS.md).
 */
interface PlannerDeps extends ServiceDeps {
  log: Logger;
  feed: Pick<DashboardFeed, 'toUser'>;
  settings: {
    /** Of events that say nothing. */
    offlineGraceMs: number;
    groupWindowMs: number;
  };
}

/** Channels with the same rules and the same history. */
interface Group {
  rules: ChannelRules;
  before: ChannelState;
  members: SubscriberChannel[];
}

interface Planned {
  message: NewMessage;
  recipients: Recipient[];
}

/** Resolves with what puts entries into words, by what is known now of their signs and of the event: read once, however many messages there are. */
async function readWording(
  trx: Trx,
  eventId: string,
  { name: eventName, timeZone }: PlannedEvent,
  due: readonly { entries: MessageEntry[] }[],
  nowMs: number,
) {
  const signIds = new Set(due.flatMap(({ entries }) => entries.map(({ signId }) => signId)));
  const stand = await readEventStatus(trx, eventId, nowMs);
  const seen = await readSeenSigns(trx, eventId, [...signIds]);
  // A sign that follows others has their cause, also where those are told already.
  const isPage = ({ kind, closedAtMs }: MessageEntry) => kind !== 'sign_offline' && closedAtMs === null;
  const asks = due.some(({ entries }) => entries.some((entry) => beginsOutage(entry) && isPage(entry)));
  const failing = asks ? await readOpenFailures(trx, eventId) : [];
  return (entries: readonly MessageEntry[], told: readonly string[]) => {
    const parts = partsOf(entries, stand.total, seen, { failing, told });
    return { parts, ...describeMessage(entries, { eventName, timeZone, stand, parts }, nowMs) };
  };
}

/** Computes the outages of each set of kinds once: many subscribers exclude the same kinds, and most exclude none. */
function createOutagesBegunBy(outageKinds: ReadonlyMap<string, OutageKind>): OutagesBegunBy {
  const byKinds = new Map<string, ReadonlySet<string>>();
  return (kinds) => {
    if (kinds.size === 0) return NO_OUTAGES;
    const key = [...kinds].toSorted().join(' ');
    const begun =
      byKinds.get(key) ??
      new Set(Array.from(outageKinds).flatMap(([id, kind]) => (kinds.has(OUTAGE_NOTICES[kind].begins) ? [id] : [])));
    byKinds.set(key, begun);
    return begun;
  };
}

/** Reads the kinds of the outages that notices and states name, if any subscriber excludes a kind. */
async function readKindsToExclude(
  trx: Trx,
  subscribers: ReadonlyMap<string, Subscriber>,
  notices: readonly Pick<Notice, 'outageId'>[],
  states: Iterable<ChannelState>,
): Promise<Map<string, OutageKind>> {
  if (!Array.from(subscribers.values()).some(({ excluded }) => excluded.length > 0)) return new Map();
  const named = [...notices, ...Array.from(states).flatMap(({ waiting, held }) => [...waiting, ...held])];
  return await readOutageKinds(trx, [...new Set(named.map(({ outageId }) => outageId).filter((id) => id !== null))]);
}

const wakeKey = (eventId: string): string => `wake:${eventId}`;

export function createPlanner({ db, clock, random, log, feed, settings }: PlannerDeps) {
  async function plan(trx: Trx, eventId: string): Promise<Planned[]> {
    // The lock lets one planner run per event at a time. Apart from jobs, the planner locks only rows that no other
    // transaction locks before this lock.
    await lockEvent(trx, eventId);
    const nowMs = clock.now();
    const notices = await takeNotices(trx, eventId, nowMs);
    const event = await readPlannedEvent(trx, eventId);
    if (!event) return [];
    // Read after the notices: whoever was subscribed when one was written is here.
    const subscribers = await readSubscribers(trx, eventId);
    await ensureChannels(trx, eventId);
    const channels = await readChannels(trx, eventId);
    const states = await readStates(trx, eventId);
    const outagesBegunBy = createOutagesBegunBy(await readKindsToExclude(trx, subscribers, notices, states.values()));
    const newcomers = channels.filter(({ stateId }) => stateId === null).map(({ userId }) => userId);
    const sentTo = newcomers.length > 0 ? await readSentSince(trx, eventId, newcomers, nowMs - HOUR_MS) : () => [];
    const historyOf = (member: SubscriberChannel): ChannelState =>
      member.stateId === null ? { ...NEW_CHANNEL_STATE, sentAtMs: sentTo(member) } : states.get(member.stateId)!;
    const newId = () => makeUuidV7(clock, random);
    const next: { id: string; state: ChannelState; channels: SubscriberChannel[] }[] = [];
    const due: { entries: MessageEntry[]; told: string[]; members: SubscriberChannel[] }[] = [];
    let wakeAtMs: number | null = null;
    for (const { rules, before, members } of groupAlike(
      channels,
      subscribers,
      { event, outagesBegunBy },
      historyOf,
      nowMs,
    )) {
      const { state, message: entries, lookAgainAtMs } = planMessages(before, notices, rules, nowMs);
      if (lookAgainAtMs !== null) wakeAtMs = Math.min(wakeAtMs ?? Infinity, lookAgainAtMs);
      next.push({ id: newId(), state, channels: members });
      if (entries) due.push({ entries, told: state.told, members });
    }
    const inWords = due.length === 0 ? null : await readWording(trx, eventId, event, due, nowMs);
    const planned = due.map(({ entries, told, members }): Planned => {
      const { organizationId, name: eventName } = event;
      const message = {
        id: newId(),
        organizationId,
        eventId,
        eventName,
        ...inWords!(entries, told),
        entries,
        at: new Date(nowMs),
      };
      return { message, recipients: members.map(({ userId, channel }) => ({ id: newId(), userId, channel })) };
    });
    await writeStates(trx, eventId, next);
    for (const { message, recipients } of planned) await insertMessage(trx, message, recipients);
    if (wakeAtMs !== null)
      await addJob(trx, 'plan_notices', { eventId }, { atMs: wakeAtMs, key: wakeKey(eventId), mode: 'replace' });
    return planned;
  }

  /** People who want the same and have the same history are planned for once: of two hundred, most are alike. */
  function groupAlike(
    channels: readonly SubscriberChannel[],
    subscribers: ReadonlyMap<string, Subscriber>,
    planning: Pick<RulesContext, 'event' | 'outagesBegunBy'>,
    historyOf: (member: SubscriberChannel) => ChannelState,
    nowMs: number,
  ): Group[] {
    const groups = new Map<string, Group>();
    for (const member of channels) {
      const subscriber = subscribers.get(member.userId);
      if (!subscriber) continue;
      const before = historyOf(member);
      const rules = rulesOf(subscriber, member.channel, { ...settings, ...planning }, nowMs);
      const history = member.stateId ?? before.sentAtMs;
      const sets = [[...rules.kinds].toSorted(), [...rules.excluded].toSorted(), [...rules.snoozedSigns]];
      const key = JSON.stringify([history, rules, sets]);
      const group = groups.get(key);
      if (group) group.members.push(member);
      else groups.set(key, { rules, before, members: [member] });
    }
    return [...groups.values()];
  }

  return {
    /** The job `plan_notices`. */
    async planEvent(eventId: string): Promise<void> {
      const planned = await db.transaction().execute((trx) => plan(trx, eventId));
      const inInbox = planned.flatMap(({ message, recipients }) => {
        const view = { ...message, ...signsOf(message.entries), outageIds: outageIdsOf(message.entries), readAt: null };
        return recipients
          .filter(({ channel }) => channel === 'inbox')
          .map(({ id, userId }) => ({ userId, view: { ...view, id } }));
      });
      const ids = inInbox.map(({ view }) => view.id);
      // The messages are committed and no later plan sends them, so they are sent now, if need be without their other
      // channels.
      const channelsOf = await readChannelStates(db, ids).catch((error: unknown) => {
        log.warn({ err: error, eventId }, 'channels of inbox messages not read, sent without them');
        return () => INBOX_ALONE;
      });
      for (const { userId, view } of inInbox) {
        const person = { userId, organizationId: view.organizationId };
        feed.toUser(person, 'notification', viewNotification({ ...view, channels: channelsOf(view.id) }));
      }
    },
  };
}
