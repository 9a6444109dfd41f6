import type { Selectable } from 'kysely';
import { addressOf } from '@sign-display/contracts/page-paths';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Language } from '@sign-display/contracts/languages';
import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';
import type { NotificationTable } from '../tables.ts';
import { addJob } from '../../jobs/add-job.ts';
import {
  isRefusedForGood,
  reasonForAdmin,
  reasonOf,
  withoutLinksAndAddresses,
  type MailError,
} from '../../mail/describe-mail-errors.ts';
import type { SendMail } from '../../mail/message.ts';
import { IN_OUTBOX } from '../../mail/file-outbox.ts';
import type { Logger } from '../../logging/logger-type.ts';
import { DELIVERY_JOBS } from './notifications-repository.ts';
import type { PushPayload, SendPush } from './push-sender.ts';
import { describeEntries, titleOf } from '../planning/describe-message.ts';
import { partsOf } from '../planning/group-message-by-cause.ts';
import { notificationWords } from '../words/words-for-language.ts';
import { createCurrentStatus } from './current-status.ts';
import { titleNow } from './current-status-text.ts';
import { pageOf } from './notification-mail.ts';
import { createMessageMemo, type RememberedMessage } from './message-cache.ts';
import {
  holdPushSubscription,
  listPushSubscriptions,
  stopPushSubscription,
} from '../inbox/push-subscriptions-repository.ts';
import { signMailLink } from '../inbox/mail-link-token.ts';

/**
 * The jobs `deliver_mail` and `deliver_notification` (push): each hands one message to a mail server, or to a person's push services (promise N7).
 *
 * A row is `queued` until it is `sent`, `failed` for good (an admin sees why, and can try again), or `dropped` (nobody to send it to any
 * more, the person has ended it, or mail is not set up and the mail is a file). What was refused for now is tried again at `RETRY_AFTER_MS`; that attempt is added in the transaction that notes the refusal.
 * Where a push service says how long it wants to be left alone with an endpoint, that stands in the endpoint's row: no message is sent to it before, by
 * any node, and a person's other endpoints don't wait for it. A job can be
 * done twice (a dead node's, an outage of the database): a row that is not queued is left alone, and what was taken while the database was
 * away is remembered in this process, so that the second time only writes it down.
 */

/**
 * Quick at first: a server that refuses for a minute has the mail within ten seconds of its return. Twelve attempts in an hour; greylisting is over
 * after some minutes.
 */
export const RETRY_AFTER_MS = [2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_500].map((seconds) => seconds * 1_000);
/** A message that was held back for longer is outdated. */
const GIVEN_UP_AFTER_MS = 48 * 3_600_000;
/** How many messages' outcomes are remembered until they are written: some minutes of a storm. */
const MOST_REMEMBERED = 10_000;

/** Kinds that a person wants to know about immediately. */
const URGENT_KINDS = new Set<string>(['sign_offline', 'content_unreachable', 'content_error', 'screen_blank']);

/** `error` is for an organization's admins; `logged` is the whole reason, for the log only. */
type Outcome =
  | { state: 'sent' }
  | { state: 'dropped' | 'failed'; error: string; logged?: string }
  /** Refused for now. `notBeforeMs`: when the first push service that asked for a delay accepts messages again. */
  | { state: 'queued'; error: string; logged?: string; notBeforeMs?: number };

type Row = Selectable<NotificationTable> & {
  message: RememberedMessage;
  email: string;
  /** The language of the account, else of the organization, else English (contract, 3.1). */
  language: Language;
  timeZone: string;
  /** Null if the person is no longer a member. */
  memberId: string | null;
  /** Null if the event was deleted, and every subscription with it. */
  knownEventId: string | null;
  /** The person's present subscription; null if there is none to this event. */
  channels: NotificationChannel[] | null;
  kinds: NotificationKind[] | null;
  excluded: Subscription['excluded'] | null;
};

/**
 * Returns in words why the message must no longer be sent, or null. Checked at each attempt, because the person may
 * have unsubscribed since.
 */
function whyUnwanted({ memberId, knownEventId, channel, channels, kinds, excluded, message }: Row): string | null {
  if (memberId === null) return 'This person is no longer a member.';
  // A deleted event has no subscriptions although the person did not unsubscribe, so its last messages are still sent.
  if (knownEventId === null) return null;
  if (!channels?.includes(channel)) return 'This person is no longer subscribed on this channel.';
  const told = message.kind === 'digest' ? message.entries.map(({ kind }) => kind) : [message.kind];
  const wanted = kinds?.filter((each) => !excluded?.some(({ kind, channel: on }) => kind === each && on === channel));
  return wanted?.some((each) => told.includes(each)) ? null : 'This person is no longer subscribed to these messages.';
}

/** Returns the time of the next attempt; undefined if there is none. */
function nextAttemptMs(
  { at, attempts }: Pick<Row, 'at' | 'attempts'>,
  { notBeforeMs = 0 }: { notBeforeMs?: number },
  nowMs: number,
): number | undefined {
  const retryInMs = RETRY_AFTER_MS[attempts];
  if (retryInMs === undefined) return undefined;
  const nextMs = Math.max(nowMs + retryInMs, notBeforeMs);
  return notBeforeMs > at.getTime() + GIVEN_UP_AFTER_MS ? undefined : nextMs;
}

interface DeliveryDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  publicUrl(): string;
  /** AUTH_SECRET, which signs the links that end mails. */
  secret: string;
  sendMail: SendMail;
  /** True without a mail server: mails are written to a folder. */
  isOutbox: boolean;
  sendPush: SendPush;
  observe(channel: 'email' | 'push', result: 'sent' | 'failed' | 'dropped' | 'retried'): void;
}

export function createDeliveries(deps: DeliveryDeps) {
  const { db, clock, log, publicUrl, secret, sendMail, isOutbox, sendPush, observe } = deps;
  /** By message: what has taken it and is not written yet. A mail's is the server (`''`), a push's the endpoints. */
  const taken = new Map<string, Set<string>>();
  const readMessage = createMessageMemo({
    publicUrl,
    load: (id) =>
      db
        .selectFrom('message')
        .select(['id', 'at', 'eventId', 'eventName', 'kind', 'title', 'text', 'entries', 'parts'])
        .where('id', '=', id)
        .executeTakeFirst(),
  });
  const standingOf = createCurrentStatus({ db, clock });
  const underWay = new Map<string, Promise<void>>();

  function remember(id: string, by: string): void {
    if (taken.size >= MOST_REMEMBERED) taken.delete(taken.keys().next().value!);
    taken.set(id, (taken.get(id) ?? new Set()).add(by));
  }

  async function read(id: string): Promise<Row | undefined> {
    const row = await db
      .selectFrom('notification')
      .innerJoin('user', 'user.id', 'notification.userId')
      .leftJoin('organization', 'organization.id', 'notification.organizationId')
      .leftJoin('event', 'event.id', 'notification.eventId')
      .leftJoin('member', (join) =>
        join
          .onRef('member.userId', '=', 'notification.userId')
          .onRef('member.organizationId', '=', 'notification.organizationId'),
      )
      .leftJoin('subscription', (join) =>
        join
          .onRef('subscription.userId', '=', 'notification.userId')
          .onRef('subscription.eventId', '=', 'notification.eventId'),
      )
      .where('notification.id', '=', id)
      .selectAll('notification')
      .select(({ fn, ref, val }) => [
        'user.email',
        fn.coalesce('user.language', 'organization.language', val('en' as const)).as('language'),
        fn.coalesce('event.timeZone', val('UTC')).as('timeZone'),
        ref('member.userId').$castTo<string | null>().as('memberId'),
        ref('event.id').$castTo<string | null>().as('knownEventId'),
        ref('subscription.channels').$castTo<NotificationChannel[] | null>().as('channels'),
        ref('subscription.kinds').$castTo<NotificationKind[] | null>().as('kinds'),
        ref('subscription.excluded').$castTo<Subscription['excluded'] | null>().as('excluded'),
      ])
      .executeTakeFirst();
    const message = row && (await readMessage(row.messageId));
    return message && { ...row, message };
  }

  async function sendByMail(row: Row): Promise<Outcome> {
    if (taken.has(row.id)) return { state: 'sent' };
    const { id, email: to, message, language, timeZone, userId, eventId } = row;
    const subject = { userId, eventId, issuedAtMs: clock.now() };
    const urlOf = (purpose: 'unsubscribe' | 'snooze'): string =>
      `${publicUrl()}/api/${purpose}/${signMailLink({ purpose, ...subject }, secret)}`;
    const urls = { unsubscribeUrl: urlOf('unsubscribe'), snoozeUrl: urlOf('snooze') };
    const standing = await standingOf(message, timeZone, notificationWords(language));
    const mail = message.renderedIn(language, timeZone)({ id, to, ...urls, standing });
    try {
      await sendMail(mail);
    } catch (caught) {
      const error = caught as MailError;
      const state = isRefusedForGood(error) ? 'failed' : 'queued';
      return { state, error: reasonForAdmin(error, to), logged: reasonOf(error, to) };
    }
    // The same mail again is the same file, so there is nothing to remember.
    if (isOutbox) return { state: 'dropped', error: IN_OUTBOX };
    remember(row.id, '');
    return { state: 'sent' };
  }

  async function payloadOf({ id, message, language, timeZone }: Row): Promise<PushPayload> {
    const { eventId, eventName, kind, entries, at } = message;
    const words = notificationWords(language);
    const lines = describeEntries(entries, timeZone, at.getTime(), words);
    const standing = await standingOf(message, timeZone, words);
    // The stored title is in English, so a title in another language is made here.
    const parts = message.parts ?? partsOf(entries, 0);
    const title = language === 'en' ? message.title : titleOf({ parts, entries, eventName }, words);
    const told = { title: titleNow(title, standing, words), text: [standing.line, ...lines].join('\n') };
    return {
      notificationId: id,
      ...told,
      eventId,
      kind,
      tag: eventId,
      url: addressOf(publicUrl(), pageOf(message).path),
    };
  }

  /** Stores that an endpoint gets no message until `untilMs`, or until a later time that is stored already. */
  async function hold({ id, endpoint }: { id: string; endpoint: string }, untilMs: number): Promise<void> {
    log.warn({ host: URL.parse(endpoint)?.host, until: new Date(untilMs) }, 'push service requested a delay');
    await holdPushSubscription(db, id, untilMs);
  }

  /**
   * Sends a message to each endpoint of the person that has not accepted it yet and has no delay. Stops endpoints that
   * no longer exist.
   */
  async function sendByPush(row: Row): Promise<Outcome> {
    const endpoints = await listPushSubscriptions(db, row.userId, clock.now());
    for (const id of row.doneEndpoints) remember(row.id, id);
    const errors: string[] = [];
    const logged: string[] = [];
    /** When endpoints with a delay accept messages again. */
    const heldUntilMs: number[] = [];
    const waits: string[] = [];
    const send = async (target: (typeof endpoints)[number]): Promise<void> => {
      const outcome = await sendPush(target, await payloadOf(row), { isUrgent: URGENT_KINDS.has(row.message.kind) });
      if (outcome.result === 'failed') logged.push(outcome.logged ?? outcome.error);
      if (outcome.result === 'failed' && outcome.retryAfterMs !== undefined) {
        const untilMs = clock.now() + outcome.retryAfterMs;
        heldUntilMs.push(untilMs);
        waits.push(`${outcome.error} The push service asks to wait until ${new Date(untilMs).toISOString()}.`);
        await hold(target, untilMs);
      } else if (outcome.result === 'failed') errors.push(outcome.error);
      else if (outcome.result === 'taken') remember(row.id, target.id);
      else {
        log.info({ userId: row.userId, host: URL.parse(target.endpoint)?.host }, 'push endpoint no longer exists');
        await stopPushSubscription(db, target, clock.now());
      }
    };
    const nowMs = clock.now();
    const open = endpoints.filter(({ id, heldUntil }) => {
      if (taken.get(row.id)?.has(id)) return false;
      if (heldUntil === null || heldUntil.getTime() <= nowMs) return true;
      heldUntilMs.push(heldUntil.getTime());
      waits.push(`The push service will not accept messages until ${heldUntil.toISOString()}.`);
      return false;
    });
    // If one endpoint fails, the results of the others are still awaited and stored, so the next attempt, perhaps on
    // another node, leaves those out.
    for (const each of await Promise.allSettled(open.map(send)))
      if (each.status === 'rejected') {
        errors.push('The service could not send a push message.');
        logged.push((each.reason as Error).message);
      }
    const error = [...errors, ...waits].join(' ');
    // Endpoints that failed without asking for a delay are retried as usual. If every failed endpoint asked for one,
    // the retry waits for the shortest delay.
    const reasons = withoutLinksAndAddresses([...logged, ...waits].join(' '));
    if (errors.length > 0) return { state: 'queued', error, logged: reasons };
    if (heldUntilMs.length > 0)
      return { state: 'queued', error, logged: reasons, notBeforeMs: Math.min(...heldUntilMs) };
    if (taken.has(row.id)) return { state: 'sent' };
    return { state: 'dropped', error: 'No browser is registered to receive the message.' };
  }

  /** Stores the outcome, and adds the next attempt's job in the same transaction. */
  async function settle(row: Row, outcome: Outcome): Promise<void> {
    const { id } = row;
    const channel = row.channel as keyof typeof DELIVERY_JOBS;
    const attempts = row.attempts + 1;
    const nowMs = clock.now();
    const retryAtMs = outcome.state === 'queued' ? nextAttemptMs(row, outcome, nowMs) : undefined;
    const state = outcome.state === 'queued' && retryAtMs === undefined ? 'failed' : outcome.state;
    const doneEndpoints = channel === 'push' ? [...new Set([...row.doneEndpoints, ...(taken.get(id) ?? [])])] : [];
    const error = outcome.state === 'sent' ? null : outcome.error;
    const finishedAt = state === 'queued' ? null : new Date(nowMs);
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('notification')
        .set({ state, attempts, finishedAt, error, doneEndpoints })
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .executeTakeFirst();
      if (retryAtMs === undefined || numUpdatedRows === 0n) return;
      const next = { atMs: retryAtMs, key: `deliver:${id}`, mode: 'replace' as const };
      await addJob(trx, DELIVERY_JOBS[channel], { notificationId: id }, next);
    });
    taken.delete(id);
    observe(channel, state === 'queued' ? 'retried' : state);
    const about = { notificationId: id, channel, attempts };
    const reason = 'logged' in outcome ? outcome.logged : error;
    if (state === 'failed') log.error({ ...about, reason }, 'notification not delivered, no more retries');
    else if (state === 'queued')
      log.warn({ ...about, reason, retryInMs: retryAtMs! - nowMs }, 'notification not delivered, retrying later');
  }

  async function deliver(id: string): Promise<void> {
    const row = await read(id);
    if (row === undefined || row.state !== 'queued' || row.channel === 'inbox') return void taken.delete(id);
    const unwanted = whyUnwanted(row);
    if (unwanted !== null) {
      // What is there already, all of it or in one browser, was sent.
      const isThere = taken.has(id) || row.doneEndpoints.length > 0;
      return await settle(row, isThere ? { state: 'sent' } : { state: 'dropped', error: unwanted });
    }
    await settle(row, await (row.channel === 'email' ? sendByMail(row) : sendByPush(row)));
  }

  return {
    /** The job. Rejects only where the database does; everything else is written into the row. */
    async deliver(id: string): Promise<void> {
      // After an outage the job of this process is there again, perhaps while the first time is still at the mail server.
      for (let first = underWay.get(id); first; first = underWay.get(id)) await first.catch(() => {});
      const delivering = deliver(id).finally(() => underWay.delete(id));
      underWay.set(id, delivering);
      await delivering;
    },
  };
}
