import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { NotificationChannel, SubscriptionPreview } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';
import { createNewestTaskGate } from '../../flow/newest-task-gate.ts';
import type { RestRefusal } from '../../http/problem.ts';
import type { Notice } from '../../outages/notice-types.ts';
import {
  readNoticesOfOpenOutages,
  readTakenNotices,
  TAKEN_RETENTION_MS,
  type TakenNotice,
} from '../../outages/taken-notices.ts';
import { NO_OUTAGES, rulesAt, rulesOf, type SubscriptionSettings } from './channel-rules.ts';
import { beginsOutage, type ChannelRules } from './plan-messages.ts';
import { planReplay, receiveNotices, startReplay, type Replay } from './replay-messages.ts';

/** Counts the messages that a person would have received under given settings (promise D18; docs/inbox.md). */

/** The length of the period whose messages are counted. */
const SPAN_MS = 24 * 3_600_000;
/** How many notices one query reads. A replay of a page takes a few milliseconds. */
const PAGE = 2_000;
/** The longest time for which a preview blocks the event loop. */
const SLICE_MS = 8;
/** A preview that computes for longer than this is refused: the event has more notices than one node should replay for one page. */
const MOST_COMPUTING_MS = 10_000;
const RETRY_AFTER_MS = 60_000;
/** How many previews a node computes in parallel. One more preview of each person waits, and people take turns. */
const AT_ONCE = 1;

const TOO_MUCH: RestRefusal = {
  code: 'unavailable',
  detail: 'The event has too many notices for a preview.',
  retryAfterMs: RETRY_AFTER_MS,
};

/** The page that sent the replaced request has sent a newer one; another page of the same person may retry. */
const REPLACED: RestRefusal = {
  code: 'unavailable',
  detail: 'A newer preview has replaced this one.',
  retryAfterMs: 5_000,
};
/** No client receives this response. */
const ABANDONED: RestRefusal = { code: 'unavailable', detail: 'The client closed the request.' };

export interface PreviewSettings extends SubscriptionSettings {
  channels: readonly NotificationChannel[];
}

interface PreviewedEvent {
  id: string;
  organizationId: string;
  offlineGraceSeconds: number | null;
}

interface Deps {
  db: Db;
  clock: Clock;
  settings: { offlineGraceMs: number; groupWindowMs: number };
  mostComputingMs?: number;
}

/** A replay that counts for all channels with the same rules. */
interface Lane {
  rules: ChannelRules;
  channels: NotificationChannel[];
  replay: Replay;
}

/**
 * Channels whose messages come at the same times share one lane: most people use the same settings for all channels.
 */
function lanesOf(settings: PreviewSettings, event: PreviewedEvent, limits: Deps['settings']): Lane[] {
  const context = { ...limits, event, outagesBegunBy: () => NO_OUTAGES };
  const { quietHours, snoozedUntil, snoozedSigns } = settings;
  const isHeldBack = quietHours !== null || snoozedUntil !== null || snoozedSigns.length > 0;
  const lanes = new Map<string, Lane>();
  for (const channel of settings.channels) {
    const rules = rulesOf(settings, channel, context, 0);
    const key = JSON.stringify([isHeldBack && channel === 'inbox', [...rules.kinds].toSorted()]);
    const lane = lanes.get(key);
    if (lane) lane.channels.push(channel);
    else lanes.set(key, { rules, channels: [channel], replay: startReplay() });
  }
  return [...lanes.values()];
}

/** Divides a computation into slices, so that other requests run between them, and limits their sum to `mostMs`. */
function createSlices(clock: Clock, mostMs: number) {
  let beganMs = clock.monotonicMs();
  let computedMs = 0;
  return {
    /** Runs a step that doesn't compute, such as a query. The time of the step does not count. */
    async pause<Result>(wait: () => Promise<Result>): Promise<Result> {
      computedMs += clock.monotonicMs() - beganMs;
      const result = await wait();
      beganMs = clock.monotonicMs();
      return result;
    },
    isOver: () => clock.monotonicMs() - beganMs > SLICE_MS,
    isTooMuch: () => computedMs > mostMs,
  };
}

/**
 * Groups notices that the planner took at the same time. Because the clocks of nodes differ, a group's time is never
 * before that of an earlier group.
 */
function groupByMoment(taken: readonly TakenNotice[], fromMs: number): { atMs: number; notices: Notice[] }[] {
  const groups: { atMs: number; notices: Notice[] }[] = [];
  let atMs = fromMs;
  for (const { takenAtMs, notice } of taken) {
    atMs = Math.max(atMs, takenAtMs);
    const last = groups.at(-1);
    if (last?.atMs === atMs) last.notices.push(notice);
    else groups.push({ atMs, notices: [notice] });
  }
  return groups;
}

/**
 * Reads the notices of two days in pages. The first page has the notices of outages that were open before, and later
 * pages don't repeat these.
 */
async function* readPages(db: Db, event: PreviewedEvent, span: { sinceMs: number; untilMs: number }) {
  const early = await readNoticesOfOpenOutages(db, event, span.sinceMs);
  yield early;
  const begun = new Set(early.map(({ notice }) => notice.outageId));
  for (let afterId = 0, isLast = false; !isLast;) {
    const page = await readTakenNotices(db, event.id, { ...span, afterId, limit: PAGE });
    isLast = page.length < PAGE;
    afterId = page.at(-1)?.notice.seq ?? afterId;
    yield page.filter(({ notice }) => !(beginsOutage(notice) && begun.has(notice.outageId)));
  }
}

export function createPreviews({ db, clock, settings: limits, mostComputingMs = MOST_COMPUTING_MS }: Deps) {
  const gate = createNewestTaskGate<SubscriptionPreview | RestRefusal>({ atOnce: AT_ONCE });

  async function replay(
    settings: PreviewSettings,
    event: PreviewedEvent,
    toMs: number,
    isAbandoned: () => boolean,
  ): Promise<Lane[] | RestRefusal> {
    const lanes = lanesOf(settings, event, limits);
    const slices = createSlices(clock, mostComputingMs);
    const refusalNow = (): RestRefusal | null => {
      if (isAbandoned()) return ABANDONED;
      return slices.isTooMuch() ? TOO_MUCH : null;
    };
    const runUntil = async (lane: Lane, isBefore: (planAtMs: number) => boolean): Promise<RestRefusal | null> => {
      while (isBefore(lane.replay.planAtMs)) {
        const { planAtMs } = lane.replay;
        lane.replay = planReplay(lane.replay, rulesAt(lane.rules, settings, planAtMs), planAtMs);
        if (!slices.isOver()) continue;
        await slices.pause(() => new Promise<void>((resolve) => clock.after(0, resolve)));
        const refusal = refusalNow();
        if (refusal) return refusal;
      }
      return null;
    };
    let atMs = -Infinity;
    const pages = readPages(db, event, { sinceMs: toMs - TAKEN_RETENTION_MS, untilMs: toMs });
    for (let page = await slices.pause(() => pages.next()); !page.done; page = await slices.pause(() => pages.next())) {
      const refusal = refusalNow();
      if (refusal) return refusal;
      const groups = groupByMoment(page.value, atMs);
      for (const lane of lanes)
        for (const group of groups) {
          const refused = await runUntil(lane, (planAtMs) => planAtMs < group.atMs);
          if (refused) return refused;
          lane.replay = receiveNotices(lane.replay, group.notices, lane.rules, group.atMs);
        }
      atMs = groups.at(-1)?.atMs ?? atMs;
    }
    for (const lane of lanes) {
      const refused = await runUntil(lane, (planAtMs) => planAtMs <= toMs);
      if (refused) return refused;
    }
    return lanes;
  }

  async function count(
    event: PreviewedEvent,
    settings: PreviewSettings,
    isAbandoned: () => boolean,
  ): Promise<SubscriptionPreview | RestRefusal> {
    if (isAbandoned()) return ABANDONED;
    const toMs = clock.now();
    const fromMs = toMs - SPAN_MS;
    const lanes = await replay(settings, event, toMs, isAbandoned);
    if ('code' in lanes) return lanes;
    const counts = { email: 0, push: 0, inbox: 0 };
    for (const {
      channels,
      replay: { sentAtMs },
    } of lanes)
      for (const channel of channels) counts[channel] = sentAtMs.filter((sentMs) => sentMs > fromMs).length;
    return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), counts };
  }

  /**
   * Counts the messages that the planner would have sent on each channel in the last 24 hours under these settings.
   * Resolves with `unavailable` if the event has too many notices, a newer preview of the same person has replaced this
   * waiting one, or the client has closed the request (`isAbandoned`). Writes nothing. A node computes one preview at a
   * time, and one preview of each person waits.
   */
  return async (
    userId: string,
    event: PreviewedEvent,
    settings: PreviewSettings,
    isAbandoned: () => boolean,
  ): Promise<SubscriptionPreview | RestRefusal> =>
    (await gate.run(userId, () => count(event, settings, isAbandoned))) ?? REPLACED;
}
export type PreviewSubscription = ReturnType<typeof createPreviews>;
