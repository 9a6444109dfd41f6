import { Type, type Static } from 'typebox';
import type { RouteTable } from '../route.ts';
import {
  Count,
  IdParams,
  NoContent,
  TimeZone,
  Timestamp,
  Uuid,
  nullable,
  oneOf,
  strictObject,
  text,
} from '../common-schemas.ts';
import { OfflineGraceSeconds } from './events.ts';

/**
 * A person's subscription to an event: which notifications reach the person, and how (contract, sections 3 and 3.1;
 * promises N4 to N6).
 */

/** The service does not send `doors_check` yet: doors checks are not built. */
export const NOTIFICATION_KINDS = [
  'sign_offline',
  'sign_online',
  'content_unreachable',
  'content_recovered',
  'content_error',
  'screen_blank',
  'claim_completed',
  'sign_unregistered',
  'update_failed',
  'clone_detected',
  'sign_unstable',
  'doors_check',
] as const;
export const NotificationKind = oneOf(NOTIFICATION_KINDS);
export type NotificationKind = Static<typeof NotificationKind>;

export const NOTIFICATION_CHANNELS = ['email', 'push', 'inbox'] as const;
export const NotificationChannel = oneOf(NOTIFICATION_CHANNELS);
export type NotificationChannel = Static<typeof NotificationChannel>;

/**
 * `delayed`: the planner still holds the message back (grace period, quiet hours, snooze, hourly limit). `dropped`: the
 * message was given up and never sent.
 */
export const DELIVERY_STATES = ['delayed', 'queued', 'sent', 'failed', 'dropped'] as const;
export const DeliveryState = oneOf(DELIVERY_STATES);
export type DeliveryState = Static<typeof DeliveryState>;

export const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' });

/**
 * Signs without e-mail and push until a time, as `snoozedUntil` is for the whole event. This field is an addition to
 * the contract.
 */
const SnoozedSigns = Type.Array(strictObject({ signId: Uuid, until: Timestamp }), { maxItems: 200 });

/**
 * Pairs of a kind and a channel on which the kind does not reach the person (promise N14), nor does the end of an
 * outage that began with it.
 */
const Excluded = Type.Array(strictObject({ kind: NotificationKind, channel: NotificationChannel }), {
  uniqueItems: true,
  maxItems: NOTIFICATION_KINDS.length * NOTIFICATION_CHANNELS.length,
});

const fields = {
  kinds: Type.Array(NotificationKind, { uniqueItems: true, maxItems: NOTIFICATION_KINDS.length }),
  channels: Type.Array(NotificationChannel, { uniqueItems: true, maxItems: NOTIFICATION_CHANNELS.length }),
  /** Null for the event's grace period. */
  graceSeconds: nullable(OfflineGraceSeconds),
  /**
   * Times on the wall clock of `timeZone`; if `end` is before `start`, it is on the next day. Quiet hours hold back
   * e-mail and push, never the inbox.
   */
  quietHours: nullable(strictObject({ start: ClockTime, end: ClockTime, timeZone: TimeZone })),
  snoozedUntil: nullable(Timestamp),
};

/**
 * GET and PUT /api/events/:id/subscription return the caller's own subscription. Without a subscription, `kinds` is
 * empty.
 */
export const Subscription = Type.Object({ ...fields, excluded: Excluded, snoozedSigns: SnoozedSigns });
export type Subscription = Static<typeof Subscription>;

/**
 * PUT /api/events/:id/subscription replaces the whole subscription. Without `snoozedSigns` no sign is snoozed, and
 * without `excluded` no kind is excluded.
 */
export const PutSubscriptionRequest = strictObject({
  ...fields,
  excluded: Type.Optional(Excluded),
  snoozedSigns: Type.Optional(SnoozedSigns),
});
export type PutSubscriptionRequest = Static<typeof PutSubscriptionRequest>;

/**
 * An addition to the contract. `outbox`: mail is not set up, so the mail is a file. `late`: no response within 8 s.
 * `off`: push is off at the service. `stopped`: the push service reports that the endpoint no longer exists (404 or
 * 410).
 */
export const TEST_OUTCOMES = ['accepted', 'outbox', 'late', 'off', 'no_browser', 'stopped', 'failed'] as const;
const TestOutcome = oneOf(TEST_OUTCOMES);
export type TestOutcome = Static<typeof TestOutcome>;

/**
 * The outcome of a test message on one channel. `detail` describes it in a sentence, even if it is `ok`. A mail that is
 * only a file in the outbox is not `ok`.
 */
export const ChannelTest = Type.Object({
  channel: NotificationChannel,
  ok: Type.Boolean(),
  detail: Type.String(),
  outcome: TestOutcome,
  /** Only for `push`: each browser that the message was sent to. */
  browsers: Type.Optional(Type.Array(Type.Object({ endpoint: Type.String(), outcome: TestOutcome }))),
});
export type ChannelTest = Static<typeof ChannelTest>;

/**
 * POST /api/events/:id/subscription/test → 200 within 10 s. Sends a test message to each of the caller's channels,
 * regardless of quiet hours and snoozes, and none if the caller is not subscribed. Beyond five tests an hour by one
 * person over all events, or 20 messages an hour to one push host, the response is `rate_limited`.
 */
export const TestSubscriptionResponse = Type.Object({ results: Type.Array(ChannelTest) });

/**
 * POST /api/events/:id/subscription/preview counts the messages that the settings in the body would have brought the
 * caller on each channel in the 24 hours from `from` until `to`. It counts as the planner does, with quiet hours,
 * snoozes and the hourly limit. A channel that the body does not choose counts 0; push counts even without an endpoint.
 * The preview refuses the same bodies as PUT, and stores nothing.
 */
export const SubscriptionPreview = Type.Object({
  from: Timestamp,
  to: Timestamp,
  counts: Type.Object({ email: Count, push: Count, inbox: Count }),
});
export type SubscriptionPreview = Static<typeof SubscriptionPreview>;

/**
 * The person who makes an event gets this subscription. No other person is subscribed automatically (contract, 3.1).
 */
export const EVENT_MAKER_SUBSCRIPTION: Subscription = {
  kinds: ['sign_offline', 'sign_online', 'content_unreachable', 'content_recovered', 'clone_detected', 'doors_check'],
  channels: ['email', 'inbox'],
  excluded: [],
  graceSeconds: null,
  quietHours: null,
  snoozedUntil: null,
  snoozedSigns: [],
};

/**
 * GET /api/push-subscriptions/key (an addition to the contract) returns the public half of the VAPID pair (RFC 8292) in
 * base64url, which a browser needs to subscribe. If push is off, the response is `conflict` with the reason.
 */
export const PushKey = Type.Object({ publicKey: Type.String() });

/** The backend checks that the URL is https and its address not private (PUSH_ALLOW_PRIVATE). */
const PushEndpoint = text(2_048, 1);

/** An uncompressed P-256 point, 65 bytes. */
export const PushPoint = Type.String({ pattern: '^[A-Za-z0-9+/_-]{87}=?$' });
/** 16 bytes. */
export const PushSecret = Type.String({ pattern: '^[A-Za-z0-9+/_-]{22}(==)?$' });

/**
 * POST /api/push-subscriptions → 201. The body is the result of a browser's `PushSubscription.toJSON()`. The same
 * endpoint again replaces the keys.
 */
export const CreatePushSubscriptionRequest = strictObject({
  endpoint: PushEndpoint,
  expirationTime: Type.Optional(nullable(Count)),
  keys: strictObject({
    p256dh: PushPoint,
    auth: PushSecret,
  }),
});

export const PushSubscription = Type.Object({ endpoint: Type.String(), createdAt: Timestamp });

/** A browser that gets the caller's notifications. */
export const PushBrowser = Type.Object({
  endpoint: Type.String(),
  /** The user agent of the session that registered the browser; null if not known. */
  userAgent: nullable(Type.String()),
  /** When the caller registered the browser. */
  createdAt: Timestamp,
  /**
   * When the browser last got a notification that is still stored (NOTIFICATION_RETENTION_DAYS). Test messages do not
   * count.
   */
  lastSentAt: nullable(Timestamp),
  /**
   * When the push service reported that the endpoint no longer exists (404 or 410), after which the browser gets no
   * more; null if the browser gets notifications. An addition to the contract.
   */
  stoppedAt: nullable(Timestamp),
});
export type PushBrowser = Static<typeof PushBrowser>;

/**
 * GET /api/push-subscriptions lists the caller's browsers, newest first, 20 at most. Browsers whose session has ended
 * are left out.
 */
export const PushBrowserList = Type.Object({ items: Type.Array(PushBrowser, { maxItems: 20 }) });

/** DELETE /api/push-subscriptions → 204, even if there was no such endpoint. */
export const DeletePushSubscriptionRequest = strictObject({ endpoint: PushEndpoint });

/**
 * GET and POST /api/unsubscribe/:token (RFC 8058) and /api/snooze/:token are the links of a mail (contract, 3.1). POST
 * ends the mails of one event to one person, or mutes the event for an hour, and returns a page that offers an undo by
 * a link of the same route. GET returns a page with a button for the POST. A link works for 30 days.
 */
export const MailLinkParams = strictObject({ token: Type.String({ minLength: 1, maxLength: 400 }) });

export const subscriptionRoutes = {
  'GET /api/events/:id/subscription': {
    doc: { id: 'getSubscription', tag: 'notifications', summary: 'Get the caller’s subscription to an event' },
    role: 'viewer',
    params: IdParams,
    response: { 200: Subscription },
  },
  'PUT /api/events/:id/subscription': {
    doc: { id: 'putSubscription', tag: 'notifications', summary: 'Set the caller’s subscription to an event' },
    role: 'viewer',
    params: IdParams,
    body: PutSubscriptionRequest,
    response: { 200: Subscription },
    audit: 'subscription.update',
  },
  'POST /api/events/:id/subscription/preview': {
    doc: {
      id: 'previewSubscription',
      tag: 'notifications',
      summary: 'Count the messages of the last 24 hours under these settings',
    },
    role: 'viewer',
    params: IdParams,
    body: PutSubscriptionRequest,
    response: { 200: SubscriptionPreview },
    // A preview replays two days of notices.
    load: 'heavy',
    changesNothing: true,
    audit: null,
  },
  'POST /api/events/:id/subscription/test': {
    doc: {
      id: 'testSubscription',
      tag: 'notifications',
      summary: 'Send a test message to the caller on each channel',
    },
    role: 'viewer',
    params: IdParams,
    response: { 200: TestSubscriptionResponse },
    audit: 'subscription.test',
  },
  'GET /api/push-subscriptions/key': {
    doc: { id: 'getPushKey', tag: 'notifications', summary: 'Get the public key for Web Push' },
    role: 'any',
    response: { 200: PushKey },
    refusals: ['conflict'],
  },
  'GET /api/push-subscriptions': {
    doc: {
      id: 'listPushSubscriptions',
      tag: 'notifications',
      summary: 'List the browsers that get the caller’s notifications',
    },
    role: 'any',
    response: { 200: PushBrowserList },
    // The list reads the notifications since the oldest of these browsers was registered.
    load: 'heavy',
  },
  'POST /api/push-subscriptions': {
    doc: { id: 'createPushSubscription', tag: 'notifications', summary: 'Register a browser for notifications' },
    role: 'any',
    body: CreatePushSubscriptionRequest,
    response: { 201: PushSubscription },
    audit: null,
  },
  'DELETE /api/push-subscriptions': {
    doc: { id: 'deletePushSubscription', tag: 'notifications', summary: 'Unregister a browser from notifications' },
    role: 'any',
    body: DeletePushSubscriptionRequest,
    response: { 204: NoContent },
    audit: null,
  },
  'GET /api/unsubscribe/:token': {
    doc: { id: 'unsubscribePage', tag: 'notifications', summary: 'Show the unsubscribe page that an e-mail links to' },
    role: 'none',
    params: MailLinkParams,
    response: {},
    produces: ['text/html'],
    ignoresUnknown: true,
    refusals: ['not_found'],
  },
  'POST /api/unsubscribe/:token': {
    doc: {
      id: 'unsubscribe',
      tag: 'notifications',
      summary: 'Unsubscribe from the e-mails about an event with one click',
    },
    role: 'none',
    params: MailLinkParams,
    response: {},
    produces: ['text/html'],
    ignoresUnknown: true,
    refusals: ['not_found'],
    audit: 'subscription.update',
  },
  'GET /api/snooze/:token': {
    doc: { id: 'snoozePage', tag: 'notifications', summary: 'Show the mute page that an e-mail links to' },
    role: 'none',
    params: MailLinkParams,
    response: {},
    produces: ['text/html'],
    ignoresUnknown: true,
    refusals: ['not_found'],
  },
  'POST /api/snooze/:token': {
    doc: { id: 'snooze', tag: 'notifications', summary: 'Mute the notifications about an event for an hour' },
    role: 'none',
    params: MailLinkParams,
    response: {},
    produces: ['text/html'],
    ignoresUnknown: true,
    refusals: ['not_found'],
    audit: 'subscription.update',
  },
} as const satisfies RouteTable;
