import { ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { ChannelTest, NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import { countAttempts, type Attempt } from '../../access/count-limited-attempts.ts';
import { languageOfMail } from '../../access/mail-language.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { DashboardFeed } from '../../cluster/dashboard-feed.ts';
import type { ServiceDeps, Trx } from '../../db/database-types.ts';
import { withTimeout } from '../../flow/with-timeout.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { reasonForAdmin, type MailError } from '../../mail/describe-mail-errors.ts';
import { IN_OUTBOX } from '../../mail/file-outbox.ts';
import type { SendMail } from '../../mail/message.ts';
import { INBOX_ALONE } from '../inbox/read-channel-states.ts';
import { viewNotification } from '../inbox/notification-view.ts';
import {
  holdPushSubscription,
  listPushSubscriptions,
  stopPushSubscription,
  type PushBrowser,
} from '../inbox/push-subscriptions-repository.ts';
import { readSubscription } from '../inbox/subscriptions-repository.ts';
import { signMailLink } from '../inbox/mail-link-token.ts';
import { describeEventStatus, readEventStatus } from '../planning/count-and-describe-signs.ts';
import { notificationWords } from '../words/words-for-language.ts';
import { insertMessage } from './notifications-repository.ts';
import type { PushContact } from './push-contact.ts';
import type { SendPush } from './push-sender.ts';
import { testMail, testPush, testText } from './test-message-text.ts';

/**
 * Test messages of a person to themselves (contract, 3.2): by each of their channels at once, past quiet hours, snoozes and jobs, because they are looking.
 * Counted in the database, so that no other node gives another five.
 */

/** The whole answer is there within ten seconds; reading and writing take the rest. */
const ANSWERED_WITHIN_MS = 8_000;
const NO_ANSWER = `did not answer within ${ANSWERED_WITHIN_MS / 1_000} seconds.`;

interface TestedEvent {
  id: string;
  organizationId: string;
  name: string;
  timeZone: string;
}

interface ChannelTestsDeps extends ServiceDeps {
  feed: Pick<DashboardFeed, 'toUser'>;
  publicUrl(): string;
  /** AUTH_SECRET, which signs the links that end mails. */
  secret: string;
  sendMail: SendMail;
  /** True without a mail server: mails are written to a folder. */
  isOutbox: boolean;
  sendPush: SendPush;
  contact(): PushContact;
}

type Tested = Omit<ChannelTest, 'channel' | 'browsers'>;
type TestedPush = Omit<ChannelTest, 'channel'>;
type TestedBrowser = Tested & { endpoint: string };
type Message = Parameters<typeof testPush>[0];

/**
 * Sums up the outcomes of several browsers: the push is `ok` if one browser accepted it, and `detail` describes the
 * others. Pure.
 */
export function sumUpBrowsers(outcomes: readonly TestedBrowser[]): TestedPush {
  if (outcomes.length === 0) {
    const detail = 'None of your browsers is registered for notifications.';
    return { ok: false, detail, outcome: 'no_browser', browsers: [] };
  }
  const browsers = outcomes.map(({ endpoint, outcome }) => ({ endpoint, outcome }));
  const taken = outcomes.filter(({ ok }) => ok).length;
  const failures = new Set(outcomes.flatMap(({ ok, detail }) => (ok ? [] : [detail])));
  const count = outcomes.length === 1 ? '' : `${taken} of ${outcomes.length} browsers accepted the test message. `;
  if (failures.size === 0) {
    const detail = count.trim() || 'The push service of your browser accepted the test message.';
    return { ok: true, detail, outcome: 'accepted', browsers };
  }
  const detail = count + [...failures].join(' ');
  if (taken > 0) return { ok: true, detail, outcome: 'accepted', browsers };
  const [first, ...others] = new Set(outcomes.map(({ outcome }) => outcome));
  return { ok: false, detail, outcome: others.length === 0 ? first! : 'failed', browsers };
}

/** The host of a push service, whatever the case, the port, or a dot at its end. Pure. */
export const hostOf = (endpoint: string): string => new URL(endpoint).hostname.replace(/\.+$/, '');

/**
 * Returns the counters that a test increments: one test of the person, and one message to the host of each browser.
 * Pure.
 */
export function attemptsOf(userId: string, browsers: readonly Pick<PushBrowser, 'endpoint'>[]): Attempt[] {
  const hosts = Map.groupBy(browsers, ({ endpoint }) => hostOf(endpoint));
  return [
    { kind: 'subscription tests by a person', key: userId, limits: ATTEMPT_LIMITS.testsByPerson },
    ...Array.from(hosts, ([key, { length: count }]): Attempt => ({
      kind: 'subscription tests to a host',
      key,
      limits: ATTEMPT_LIMITS.testsToHost,
      count,
    })),
  ];
}

export function createChannelTests(deps: ChannelTestsDeps) {
  const { db, clock, random, feed, publicUrl, secret, sendMail, isOutbox, sendPush, contact } = deps;

  async function tryMail(message: Message, { id: userId, email: to }: SignedInAuthor['person']): Promise<Tested> {
    const subject = { userId, eventId: message.eventId, issuedAtMs: clock.now() };
    const token = signMailLink({ purpose: 'unsubscribe', ...subject }, secret);
    const mail = testMail(message, { to, unsubscribeUrl: `${publicUrl()}/api/unsubscribe/${token}` });
    try {
      await sendMail(mail);
    } catch (error) {
      return { ok: false, detail: reasonForAdmin(error as MailError, to), outcome: 'failed' };
    }
    return isOutbox
      ? { ok: false, detail: IN_OUTBOX, outcome: 'outbox' }
      : { ok: true, detail: `The mail server accepted the test message for ${to}.`, outcome: 'accepted' };
  }

  async function tryBrowser(message: Message, browser: PushBrowser): Promise<Tested> {
    const nowMs = clock.now();
    if (browser.heldUntil !== null && browser.heldUntil.getTime() > nowMs)
      return {
        ok: false,
        detail: `The push service will not accept messages until ${browser.heldUntil.toISOString()}.`,
        outcome: 'failed',
      };
    const outcome = await sendPush(browser, testPush(message), { isUrgent: false });
    if (outcome.result !== 'failed') {
      if (outcome.result === 'taken') return { ok: true, detail: '', outcome: 'accepted' };
      await stopPushSubscription(db, browser, nowMs);
      const detail = 'A browser no longer accepts notifications: its push service says that its endpoint is gone.';
      return { ok: false, detail, outcome: 'stopped' };
    }
    if (outcome.retryAfterMs !== undefined) await holdPushSubscription(db, browser.id, nowMs + outcome.retryAfterMs);
    return { ok: false, detail: outcome.error, outcome: 'failed' };
  }

  async function tryPush(message: Message, browsers: readonly PushBrowser[]): Promise<TestedPush> {
    const to = contact();
    if ('off' in to) return { ok: false, detail: to.off, outcome: 'off', browsers: [] };
    const late: Tested = { ok: false, detail: `The push service ${NO_ANSWER}`, outcome: 'late' };
    const tried = browsers.map(async (browser) => ({
      ...(await withTimeout(clock, tryBrowser(message, browser), ANSWERED_WITHIN_MS, late)),
      endpoint: browser.endpoint,
    }));
    return sumUpBrowsers(await Promise.all(tried));
  }

  /** Counts the test, and writes what of it is in the database: the inbox's message and the audit entry. What to say; or why nothing is said. */
  async function begin(trx: Trx, author: SignedInAuthor, event: TestedEvent, channels: readonly NotificationChannel[]) {
    const nowMs = clock.now();
    const userId = author.person.id;
    const browsers = channels.includes('push') ? await listPushSubscriptions(trx, userId, clock.now()) : [];
    // Browsers with a delay get no message, so their hosts are not counted.
    const asked = browsers.filter(({ heldUntil }) => heldUntil === null || heldUntil.getTime() <= nowMs);
    const waitMs = await countAttempts(trx, attemptsOf(userId, asked), nowMs);
    if (waitMs > 0) return { waitMs };
    const { id: eventId, name: eventName, organizationId, timeZone } = event;
    // A test message has only one reader, so its inbox text is in the reader's language too.
    const words = notificationWords(await languageOfMail(trx, author.person.email, organizationId));
    const standing = describeEventStatus(await readEventStatus(trx, eventId, nowMs), timeZone, words);
    const id = makeUuidV7(clock, random);
    const text = testText({ eventName, standing, words });
    const told = { id, organizationId, eventId, eventName, kind: 'test', title: words.test.title, text } as const;
    const message = { ...told, entries: [], at: new Date(nowMs) };
    if (channels.includes('inbox')) await insertMessage(trx, message, [{ id, userId, channel: 'inbox' }]);
    const target = { type: 'subscription', id: eventId };
    const entry = { organizationId, action: 'subscription.test', target, eventId, detail: { channels } };
    await recordAudit(trx, author, entry, nowMs);
    return { message, standing, words, browsers };
  }

  /** Sends the author a test message by each channel that they have chosen for the event, and tells what became of each. */
  return async function testChannels(
    author: SignedInAuthor,
    event: TestedEvent,
  ): Promise<{ results: ChannelTest[] } | RestRefusal> {
    const { person } = author;
    const { kinds, channels } = await readSubscription(db, event.id, person.id);
    // Nothing would ever reach them, so nothing is tested, nor counted.
    if (kinds.length === 0 || channels.length === 0) return { results: [] };
    const begun = await db.transaction().execute((trx) => begin(trx, author, event, channels));
    if ('waitMs' in begun) {
      const detail =
        'You have sent five tests within an hour, or the push service of a browser has received 20 messages.';
      return { code: 'rate_limited', detail, retryAfterMs: begun.waitMs };
    }
    const { message, standing, words, browsers } = begun;
    const said = { ...message, standing, publicUrl: publicUrl(), words };
    const mayArrive = `The mail server ${NO_ANSWER} The server may still deliver the mail.`;
    const lateMail: Tested = { ok: false, detail: mayArrive, outcome: 'late' };
    const tests: Record<NotificationChannel, () => Promise<TestedPush>> = {
      email: () => withTimeout(clock, tryMail(said, person), ANSWERED_WITHIN_MS, lateMail),
      push: () => tryPush(said, browsers),
      inbox() {
        const view = viewNotification({
          ...message,
          signs: [],
          signCount: 0,
          outageIds: [],
          readAt: null,
          channels: INBOX_ALONE,
        });
        feed.toUser({ userId: person.id, organizationId: view.organizationId }, 'notification', view);
        return Promise.resolve({ ok: true, detail: 'The test message is in your inbox.', outcome: 'accepted' });
      },
    };
    const tried = channels.map(async (channel) => ({ channel, ...(await tests[channel]()) }));
    return { results: await Promise.all(tried) };
  };
}

export type TestChannels = ReturnType<typeof createChannelTests>;
