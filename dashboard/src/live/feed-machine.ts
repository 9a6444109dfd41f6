import type { Refusal } from '@sign-display/contracts/error-codes';
import type { DashboardReplies, DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { signsOf, withPatches, type Signs, type SignsPatch } from './apply-sign-patches.ts';
import { afterSubscription, NO_OUTAGE_UPDATES, withOutages, type OutageUpdates } from './outage-updates.ts';

/**
 * A subscription's feed: (feed, happening, moment) → feed and what to do. It connects, subscribes, reads the list, and is live. Whatever breaks, it waits and
 * subscribes again; what was known stays until the new list is whole.
 *
 * - A patch that comes before its list is kept, and laid over the list: the list is read after the service has subscribed us, so it has whatever no patch tells.
 * - Cursors go up by one. Another one tells of a loss: it subscribes again at once.
 * - A live page asks every 5 s whether the service answers. A frozen service keeps its connection and answers nothing.
 * - An answer carries the number of the try it is for. One of an earlier try changes nothing.
 * - Outages are no part of the list. The feed holds the updates of its subscription, and each page that shows outages reads them.
 *
 * Pure. Moments are milliseconds of the clock that never goes back, but for how old what is known is: while a computer sleeps that clock may stand still.
 */

export type Step =
  | { is: 'connecting' | 'subscribing'; untilMs: number }
  /** The list is on its way, and what came since we are subscribed. */
  | { is: 'listing'; untilMs: number; expected: number; patches: SignsPatch[] }
  /**
   * `untilMs`: when the next ping is due, or, if `isAsked`, when its answer is due. `answeredMs`: wall-clock time of
   * the last answer.
   */
  | { is: 'live'; expected: number; untilMs: number; isAsked: boolean; answeredMs: number }
  /** `why`: null where the service was not reached. */
  | { is: 'waiting'; untilMs: number; why: Refusal | null; isConnected: boolean }
  /** Trying again by itself would not help. */
  | { is: 'ended'; why: Refusal };

export interface Feed {
  step: Step;
  /** The try that is under way: connecting, subscribing and reading the list. */
  attempt: number;
  /** Null: none were read yet. */
  signs: Signs | null;
  /** How many the service says there are; null before it says so. */
  total: number | null;
  /** The nodes whose offline verdicts wait. */
  warmUps: NodeWarmUp[];
  outages: OutageUpdates;
  /** By the wall clock: until when what is known was true; null while it is, and before anything is known. */
  trueUntil: number | null;
  /** Tries in a row that failed. */
  failures: number;
}

export type FeedEvent =
  /** A person asks for it now, or the browser says that it is worth a try: its network is back, its page is looked at. */
  | { is: 'wanted' }
  | { is: 'connected'; attempt: number }
  | { is: 'refused'; attempt: number; why: Refusal | null }
  /** `heardAt`: by the wall clock, when the service was last seen. */
  | { is: 'lost'; heardAt: number }
  | { is: 'subscribed'; attempt: number; reply: DashboardReplies['subscribe'] }
  | { is: 'answered'; attempt: number }
  | { is: 'listed'; attempt: number; rows: SignRow[] }
  | { is: 'patch'; patch: DashboardUpdateMessage<'signs:patch'> }
  | { is: 'warm-ups'; warmUps: NodeWarmUp[] }
  /** `askedAt`: of the response to a request of that moment of `outages`; undefined: of a message. */
  | { is: 'outages'; items: readonly Outage[]; askedAt?: number }
  /** The moment of the step (`untilMs`) has come. */
  | { is: 'due' };

export type FeedAction = 'connect' | 'subscribe' | 'list' | 'ping' | 'disconnect' | 'ask-session';

/** When it happens, also by the wall clock, and a number of chance in [0, 1). */
export interface Moment {
  nowMs: number;
  wallMs: number;
  chance: number;
}

/** The transport gives up earlier. */
const CONNECTS_WITHIN_MS = 30_000;
const SUBSCRIBES_WITHIN_MS = 10_000;
/** 10,000 signs are 300 kB on the way; a slow phone has them in some seconds. */
const LISTS_WITHIN_MS = 60_000;
const PINGS_EACH_MS = 5_000;
/** After this long without an answer the page is not live (contract-details, 101). */
const ANSWERS_WITHIN_MS = 10_000;
/** A connected service is heard at least every 25 s. Longer than this before a loss, it was silent and not just closed: the network or the computer was away. */
const SILENT_AFTER_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait after so many failures in a row: doubled each time, and spread, so that the walls of a restarted service don't come back at one moment. */
export const waitMs = (failures: number, chance: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.5 + chance / 2);

/** What the service will not change its mind about by itself. */
const FINAL: ReadonlySet<string> = new Set([
  'not_found',
  'forbidden',
  'mfa_required',
  'unauthenticated',
  'password_change_required',
  'invalid_message',
]);
/** Of the person, who has to sign in (with a second factor, where it is required) or to replace their first password. */
const OF_SESSION: ReadonlySet<string> = new Set(['unauthenticated', 'mfa_required', 'password_change_required']);

type Next = [Feed, ...FeedAction[]];

export const beginFeed = ({ nowMs }: Moment): Next => [
  {
    step: { is: 'connecting', untilMs: nowMs + CONNECTS_WITHIN_MS },
    attempt: 1,
    signs: null,
    total: null,
    warmUps: [],
    outages: NO_OUTAGE_UPDATES,
    trueUntil: null,
    failures: 0,
  },
  'connect',
];

function connect(feed: Feed, { nowMs }: Moment): Next {
  const step: Step = { is: 'connecting', untilMs: nowMs + CONNECTS_WITHIN_MS };
  return [{ ...feed, attempt: feed.attempt + 1, step }, 'connect'];
}

function subscribe(feed: Feed, { nowMs }: Moment): Next {
  const step: Step = { is: 'subscribing', untilMs: nowMs + SUBSCRIBES_WITHIN_MS };
  return [{ ...feed, attempt: feed.attempt + 1, step }, 'subscribe'];
}

/** From this moment on what is known grows old. */
const agedFrom = (feed: Feed, wallMs: number): Feed =>
  feed.signs !== null && feed.trueUntil === null ? { ...feed, trueUntil: wallMs } : feed;

function fail(before: Feed, why: Refusal | null, isConnected: boolean, { nowMs, wallMs, chance }: Moment): Next {
  const feed = agedFrom({ ...before, attempt: before.attempt + 1, failures: before.failures + 1 }, wallMs);
  if (why && FINAL.has(why.code)) {
    const wallActions: FeedAction[] = OF_SESSION.has(why.code) ? ['disconnect', 'ask-session'] : ['disconnect'];
    return [{ ...feed, step: { is: 'ended', why } }, ...wallActions];
  }
  const delayMs = Math.max(waitMs(feed.failures, chance), why?.retryAfterMs ?? 0);
  return [{ ...feed, step: { is: 'waiting', untilMs: nowMs + delayMs, why, isConnected } }];
}

function take(feed: Feed, patch: DashboardUpdateMessage<'signs:patch'>, moment: Moment): Next {
  const { step } = feed;
  if (step.is !== 'live' && step.is !== 'listing') return [feed];
  if (patch.cursor !== step.expected) return subscribe(agedFrom(feed, moment.wallMs), moment);
  const expected = step.expected + 1;
  if (step.is === 'listing') return [{ ...feed, step: { ...step, expected, patches: [...step.patches, patch] } }];
  return [{ ...feed, signs: withPatches(feed.signs!, [patch]), step: { ...step, expected } }];
}

function due(feed: Feed, moment: Moment): Next {
  const { step } = feed;
  if (step.is === 'ended' || moment.nowMs < step.untilMs) return [feed];
  if (step.is === 'live') {
    if (!step.isAsked) {
      const asked: Step = { ...step, isAsked: true, untilMs: moment.nowMs + ANSWERS_WITHIN_MS };
      return [{ ...feed, step: asked }, 'ping'];
    }
    const [silent, ...wallActions] = fail(agedFrom(feed, step.answeredMs), null, false, moment);
    return [silent, ...wallActions, 'disconnect'];
  }
  if (step.is === 'waiting') return step.isConnected ? subscribe(feed, moment) : connect(feed, moment);
  const [next, ...wallActions] = fail(feed, null, false, moment);
  return [next, ...wallActions, 'disconnect'];
}

export function step(feed: Feed, happening: FeedEvent, moment: Moment): Next {
  const { step: now } = feed;
  if ('attempt' in happening && happening.attempt !== feed.attempt) return [feed];
  switch (happening.is) {
    case 'wanted':
      if (now.is === 'ended') return connect(feed, moment);
      if (now.is !== 'waiting') return [feed];
      // Who was told when to come again is not heard earlier.
      if (now.why?.retryAfterMs !== undefined) return [feed];
      return now.isConnected ? subscribe(feed, moment) : connect(feed, moment);
    case 'connected':
      return now.is === 'connecting' ? subscribe(feed, moment) : [feed];
    case 'refused':
      return fail(feed, happening.why, now.is !== 'connecting', moment);
    case 'lost': {
      const { heardAt } = happening;
      const aged = agedFrom(feed, moment.wallMs - heardAt > SILENT_AFTER_MS ? heardAt : moment.wallMs);
      if (now.is === 'ended') return [aged];
      if (now.is === 'waiting') return [{ ...aged, step: { ...now, isConnected: false } }];
      return fail(aged, null, false, moment);
    }
    case 'subscribed': {
      if (now.is !== 'subscribing') return [feed];
      const { cursor, total, warmUps } = happening.reply;
      const listing: Step = {
        is: 'listing',
        untilMs: moment.nowMs + LISTS_WITHIN_MS,
        expected: cursor + 1,
        patches: [],
      };
      return [{ ...feed, step: listing, total, warmUps, outages: afterSubscription(feed.outages) }, 'list'];
    }
    case 'listed': {
      if (now.is !== 'listing') return [feed];
      const signs = withPatches(signsOf(happening.rows), now.patches);
      const live: Step = {
        is: 'live',
        expected: now.expected,
        untilMs: moment.nowMs + PINGS_EACH_MS,
        isAsked: false,
        answeredMs: moment.wallMs,
      };
      return [{ ...feed, signs, step: live, trueUntil: null, failures: 0 }];
    }
    case 'answered': {
      if (now.is !== 'live' || !now.isAsked) return [feed];
      const untilMs = Math.max(moment.nowMs, now.untilMs - ANSWERS_WITHIN_MS + PINGS_EACH_MS);
      return [{ ...feed, step: { ...now, untilMs, isAsked: false, answeredMs: moment.wallMs } }];
    }
    case 'patch':
      return take(feed, happening.patch, moment);
    case 'warm-ups':
      return [{ ...feed, warmUps: happening.warmUps }];
    case 'outages':
      // Without a subscription there is no moment to compare with; the pages read again after the next one.
      if (now.is !== 'live' && now.is !== 'listing') return [feed];
      return [{ ...feed, outages: withOutages(feed.outages, happening.items, happening.askedAt) }];
    case 'due':
      return due(feed, moment);
  }
}
