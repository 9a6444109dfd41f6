import type { ColumnType, Generated } from 'kysely';
import type { ContentState, KioskMessage, KioskMode } from '@sign-display/contracts/kiosk-events';
import type { Role } from '@sign-display/contracts/roles';
import type { WarmUpReason } from '@sign-display/contracts/presence';
import type { Screen, SignSettings } from '@sign-display/contracts/schema';
import type { ClaimResponse, ClaimStateName } from '@sign-display/contracts/rest/claims';
import type { CloneDecision, CloneMachine } from '@sign-display/contracts/rest/clones';
import type { BulkAction, CommandName, CommandState } from '@sign-display/contracts/rest/commands';
import type { Presence } from '@sign-display/contracts/rest/signs';
import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import type { ChannelState, MessageEntry, NoticeKind, OutageKind } from '../outages/vocabulary.ts';

/**
 * The rows, as the migrations leave them. Columns are snake_case in SQL and camelCase here (Kysely's CamelCasePlugin, which
 * leaves the keys inside of JSON alone).
 */

/** Postgres keeps JSON; a writer hands over the text, so that arrays and null are never mistaken for SQL's own. */
type Json<T> = ColumnType<T, string, string>;

export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface SessionTable {
  id: string;
  expiresAt: Date;
  token: string;
  createdAt: Date;
  updatedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  userId: string;
}

/** How a user signs in; better-auth's. Ours is always a `credential` with a hashed password. */
export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What better-auth keeps of a link that it has handed out: the identifier hashed, the person as the value. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

export interface OrganizationTable {
  id: string;
  name: string;
  /** Null: the service's default. */
  linkHandshakeEnabled: boolean | null;
  allowedUrlHosts: Generated<string[]>;
  createdAt: Date;
  updatedAt: Date;
}

export interface MemberTable {
  organizationId: string;
  userId: string;
  role: Role;
  createdAt: Date;
}

/** Of a person who has not accepted yet; an accepted one is gone. */
export interface InvitationTable {
  id: string;
  organizationId: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** SHA-256 of the token in the mail's link, in hex. */
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
  /** Who made it, or changed its role last: it holds while they may invite for that role. Null: not known. */
  invitedBy: string | null;
  /** What became of its mail; null from before that was noted. */
  mailState: 'sending' | 'sent' | 'failed' | null;
  /** Why it was not taken, in words for an admin; null where it was. */
  mailReason: string | null;
}

export interface EventTable {
  id: string;
  organizationId: string;
  name: string;
  timeZone: string;
  venue: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  offlineGraceSeconds: number | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A physical device that has connected at least once; bound to its secret for good (contract, section 1). */
export interface DeviceTable {
  signId: string;
  secretHash: string;
  shortCode: string;
  macAddress: string;
  bootId: string;
  appVersion: string;
  platform: string | null;
  screen: Json<Screen> | null;
  firstSeenAt: Date;
  registeredAt: Date | null;
  /** Who holds its connection; this and the next three are all there or none. A node whose lease has run out holds nothing. */
  nodeId: string | null;
  connectionId: string | null;
  connectionBootId: string | null;
  connectedAt: Date | null;
  /** Whether this connection has registered. */
  connectionRegistered: Generated<boolean>;
  /** When another machine asked whether the one behind this connection lives. */
  challengedAt: Date | null;
  /** Counts the times that such a question was answered with yes. */
  signsOfLife: Generated<number>;
  /** The machine behind the connection; of an earlier one where its boot is not `connectionBootId` (an older node took the device). */
  connectionMachine: ColumnType<CloneMachine | null, string | null | undefined, string | null>;
  /** When an admin took its identity from whoever had it, or somebody gave it up at the machine; nobody is let in under it again. */
  retiredAt: Date | null;
  /** The connection that such a decision ends; it means nothing once another has the device. */
  evictedConnectionId: string | null;
  /** Counts admins' decisions about its machines: who judged a newcomer before one judges again. */
  decisions: Generated<number>;
  /** Why it lost its last record, until it says at a register that it knows of none; this and the next two are all there or none. */
  releasedAs: 'unregistered' | 'deleted' | null;
  releaseReason: string | null;
  releasedAt: Date | null;
  /** When pruning first found it without a record and a connection; it means nothing where it has registered since. */
  unusedSince: Date | null;
}

/** A running node: it is there as long as its lease is renewed. */
export interface NodeTable {
  id: string;
  startedAt: Date;
  /** When it last renewed its lease, by its own wall clock: for people, and for nodes older than `renewals`. */
  seenAt: Date;
  /** How often it has renewed its lease: another number after each time. */
  renewals: Generated<number>;
  /** Why its offline verdicts wait, since and until when; all null where they don't. */
  warmUpReason: WarmUpReason | null;
  warmUpSince: Date | null;
  warmUpUntil: Date | null;
}

export interface SignTable {
  id: string;
  organizationId: string;
  eventId: string;
  name: string;
  location: string;
  url: string | null;
  contentId: string | null;
  settings: ColumnType<SignSettings, string | undefined, string>;
  deviceSignId: string | null;
  macAddress: string | null;
  shortCode: string | null;
  appVersion: string | null;
  platform: string | null;
  screen: Json<Screen> | null;
  claimRequestId: string | null;
  claimConfirmedAt: Date | null;
  configVersion: Generated<number>;
  version: Generated<number>;
  /** What the device says of itself; null without a device, and where it has not said so yet. */
  presence: Presence | null;
  contentState: ContentState | null;
  mode: KioskMode | null;
  lastSeenAt: Date | null;
  /** Since when the derived status is what it is. */
  statusSince: Date | null;
  /** What a person told it to show in the place of what was assigned; without an end, until the next assignment. */
  overrideUrl: string | null;
  overrideContentId: string | null;
  overrideUntil: Date | null;
  /** What is right now, where it is not what was assigned (`url`, `contentId`); all null where it is. */
  shownUrl: string | null;
  shownContentId: string | null;
  shownSource: 'schedule' | 'manual' | null;
  shownUntil: Date | null;
  /** When what is right becomes another by itself. */
  nextChangeAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Of an event or of one sign: exactly one of the two is set. */
export interface ScheduleTable {
  id: string;
  organizationId: string;
  eventId: string | null;
  signId: string | null;
  /** Its place in the set, as it was given. */
  position: number;
  url: string;
  /** Another one when `url` becomes another. */
  contentId: string;
  startsAt: Date;
  endsAt: Date;
  recurrence: string | null;
  timeZone: string;
  priority: number;
  enabled: boolean;
  /** What its rule gives around now (signs/content/schedule-looks.ts). Of a schedule without a rule, and of one that is off, all are null. */
  currentStart: Date | null;
  currentEnd: Date | null;
  nextStart: Date | null;
  nextEnd: Date | null;
  /** Until when that is right; long past where the rule was never looked at; null: it never changes by itself. */
  lookedUntil: Date | null;
}

export interface ClaimTable {
  id: string;
  kind: 'claim' | 'link' | 'replace';
  state: ClaimStateName;
  signRecordId: string;
  deviceSignId: string;
  shortCode: string;
  operatorId: string;
  createdAt: Date;
  expiresAt: Date;
  requestId: string | null;
  bodyHash: string | null;
  organizationId: string | null;
  eventId: string | null;
  name: string | null;
  location: string | null;
  url: string | null;
  handshake: 'acknowledged' | 'legacy' | null;
  submittedAt: Date | null;
  claimToken: string | null;
  deadlineAt: Date | null;
  settledAt: Date | null;
  outcome: string | null;
  reason: string | null;
  detail: string | null;
  loadMs: number | null;
  /** The body that the operator was told at the commit, and is told again at every replay. */
  response: Json<ClaimResponse> | null;
  /** The HTTP request that submitted it last, and from where; for the audit log. */
  authorRequestId: string | null;
  authorIp: string | null;
}

export interface HistoryTable {
  id: string;
  at: Date;
  kind: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  actorId: string | null;
  actorName: string | null;
  deviceSignId: string | null;
  shortCode: string | null;
  url: string | null;
  outcome: string | null;
  reason: string | null;
  detail: string | null;
  durationMs: number | null;
  loadMs: number | null;
  requestId: string | null;
}

/** What is limited by the hour or the day (access/counted-attempts.ts). */
export interface CountedAttemptTable {
  kind: string;
  key: string;
  at: Date;
}

export interface ShortCodeFailureTable {
  operatorId: string;
  at: Date;
}

/** `actorId` and `actorEmail` are both there or neither. */
export interface AuditTable {
  organizationId: string;
  /** From 1, without gaps. A bigint: Postgres' client reads it as text. */
  seq: ColumnType<string, number, never>;
  at: Date;
  actorId: string | null;
  actorEmail: string | null;
  action: string;
  targetType: string;
  targetId: string;
  eventId: string | null;
  signId: string | null;
  outcome: 'ok' | 'denied' | 'failed';
  requestId: string | null;
  ip: string | null;
  detail: Json<unknown>;
  prevHash: string;
  hash: string;
}

/** The last row of each organization's chain. */
export interface AuditHeadTable {
  organizationId: string;
  seq: ColumnType<string, number, number>;
  hash: string;
}

/** That a batch of analytics has arrived from a device (promise K7). */
export interface AnalyticsBatchTable {
  deviceSignId: string;
  batchId: string;
  receivedAt: Date;
}

/** How much a device has made us keep on one day (UTC), the last on which it sent something. */
export interface DeviceUsageTable {
  deviceSignId: string;
  day: string;
  bytes: number;
}

/** Partitioned by the day of `at`; so are the next two. */
export interface ContentFetchTable {
  id: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  at: Date;
  startedAt: Date;
  durationMs: number;
  bytes: number;
  status: number | null;
  fromCache: boolean;
  url: string;
  error: string | null;
}

/** Of any kind that has no table of its own, as the sign sent it. */
export interface AnalyticsEntryTable {
  id: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  at: Date;
  kind: string;
  entry: Json<unknown>;
}

export interface SignMetricTable {
  signRecordId: string;
  at: Date;
  intervalMs: number;
  heartbeats: number;
  cpuLoad: number;
  memUsedBytes: number;
  memTotalBytes: number;
  uptimeSeconds: number;
  temperatureCelsius: number | null;
  eventLoopLagMs: number | null;
}

export interface CommandTable {
  id: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  deviceSignId: string;
  /** With the record and the device: the link that the command is for. */
  claimRequestId: string | null;
  bulkId: string | null;
  command: CommandName;
  args: Json<Record<string, unknown>>;
  /** Of a `display_content` that has gone out: what its record says that it shows. */
  contentId: string | null;
  state: CommandState;
  /** Null: the service itself. */
  sentById: string | null;
  sentByName: string | null;
  createdAt: Date;
  sentAt: Date | null;
  /** When it is sent again, as long as it is not answered. */
  sendAgainAt: Date | null;
  finishedAt: Date | null;
  expiresAt: Date;
  /** When the first answer came that was too late. */
  answeredLateAt: Date | null;
  result: ColumnType<unknown, string | null, string | null>;
  errorCode: string | null;
  errorDetail: string | null;
}

export interface ScreenshotTable {
  signRecordId: string;
  deviceSignId: string;
  claimRequestId: string | null;
  commandId: string;
  /** As the kiosk's clock had it, never later than `receivedAt`. */
  capturedAt: Date;
  receivedAt: Date;
  image: Buffer;
}

export interface ScreenshotTurnTable {
  signRecordId: string;
  dueAt: Date;
}

export interface SignLogTable {
  id: string;
  signRecordId: string;
  at: Date;
  level: string;
  message: string;
  messageHash: Buffer;
  /** The command that brought it first. */
  commandId: string;
}

export interface UpdateStatusTable {
  signRecordId: string;
  deviceSignId: string;
  state: KioskMessage<'sign:update_status'>['state'];
  version: string | null;
  percent: number | null;
  detail: string | null;
  at: Date;
  /** When the history last had one. */
  notedAt: Date | null;
}

export interface BulkTable {
  id: string;
  organizationId: string;
  action: Json<BulkAction>;
  actorId: string;
  actorName: string;
  actorEmail: string;
  requestId: string | null;
  createdAt: Date;
  total: number;
  done: number;
  failed: number;
  /** When dashboards were last told of its progress. */
  toldAt: Date | null;
  finishedAt: Date | null;
}

/** What became of one sign of a bulk request. `written`: its record is changed, and its kiosk is being told. */
export interface BulkSignTable {
  bulkId: string;
  signRecordId: string;
  state: 'pending' | 'written' | 'done' | 'failed';
  code: string | null;
  writtenAt: Date | null;
}

/** Something that is wrong with a sign, from `openedAt` (the verdict; `since`: what it is about) until it is closed. */
export interface OutageTable {
  id: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  signName: string;
  kind: OutageKind;
  since: Date;
  openedAt: Date;
  closedAt: Date | null;
  /** `left`: the device left the record, or the record is gone. */
  closedBy: 'recovered' | 'left' | null;
}

export interface SignStabilityTable {
  signRecordId: string;
  /** The newest five at most, oldest first. */
  verdictChanges: Date[];
  unstableSince: Date | null;
}

export interface SubscriptionTable {
  eventId: string;
  userId: string;
  kinds: NotificationKind[];
  channels: NotificationChannel[];
  graceSeconds: number | null;
  quietHours: Json<Subscription['quietHours']> | null;
  snoozedUntil: Date | null;
  snoozedSigns: Json<{ signId: string; until: string }[]>;
  createdAt: Date;
  updatedAt: Date;
}

/** Shared by all whose history is the same. */
export interface ChannelStateTable {
  id: string;
  eventId: string;
  state: Json<ChannelState>;
}

export interface SubscriberChannelTable {
  eventId: string;
  userId: string;
  channel: NotificationChannel;
  /** Null: nothing yet. */
  stateId: string | null;
}

/** What people are to be told, until the planner takes it. */
export interface NoticeTable {
  seq: Generated<number>;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  signName: string;
  kind: NoticeKind;
  outageId: string | null;
  at: Date;
  since: Date | null;
  stableAt: Date | null;
  detail: string | null;
}

/** What is said, once, to however many people. */
export interface MessageTable {
  id: string;
  organizationId: string;
  eventId: string;
  eventName: string;
  kind: NotificationKind | 'digest';
  title: string;
  text: string;
  entries: Json<MessageEntry[]>;
  /** The first of the signs that it is about. */
  signs: Json<{ id: string; name: string }[]>;
  signCount: number;
  outageIds: string[];
  at: Date;
}

/** A message to one person through one channel. An inbox's is `sent` when it is written. */
export interface NotificationTable {
  id: string;
  messageId: string;
  userId: string;
  organizationId: string;
  eventId: string;
  channel: NotificationChannel;
  at: Date;
  readAt: Date | null;
  /** `dropped`: nobody to send it to any more (no endpoint, no member). */
  state: 'queued' | 'sent' | 'failed' | 'dropped';
  attempts: Generated<number>;
  finishedAt: Date | null;
  error: string | null;
  /** Push endpoints that have taken it. */
  doneEndpoints: Generated<string[]>;
}

export interface PushSubscriptionTable {
  id: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: Date;
  /** Until then its push service asked to be left alone with it (429 or 503 with Retry-After). */
  heldUntil: Date | null;
}

export interface VapidKeyTable {
  onlyOne: Generated<boolean>;
  publicKey: string;
  privateKey: string;
  createdAt: Date;
}

/** A machine that came under a device's identity while another lived under it, and what an admin decided. */
export interface CloneTable {
  id: string;
  deviceSignId: string;
  /** By which claim the device had a record then; null: it was nobody's. The row counts while it has it by that one. */
  signRecordId: string | null;
  claimRequestId: string | null;
  first: Json<CloneMachine>;
  newcomer: Json<CloneMachine>;
  openedAt: Date;
  lastSeenAt: Date;
  attempts: number;
  /** This and the next three are all there or none. */
  decision: CloneDecision | null;
  decidedAt: Date | null;
  decidedById: string | null;
  decidedByName: string | null;
  /** Whom the decision keeps out. */
  refusedMacAddress: string | null;
  refusedBootId: string | null;
}

export interface Database {
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
  organization: OrganizationTable;
  member: MemberTable;
  invitation: InvitationTable;
  event: EventTable;
  device: DeviceTable;
  node: NodeTable;
  sign: SignTable;
  schedule: ScheduleTable;
  claim: ClaimTable;
  clone: CloneTable;
  history: HistoryTable;
  shortCodeFailure: ShortCodeFailureTable;
  countedAttempt: CountedAttemptTable;
  audit: AuditTable;
  auditHead: AuditHeadTable;
  analyticsBatch: AnalyticsBatchTable;
  deviceUsage: DeviceUsageTable;
  contentFetch: ContentFetchTable;
  analyticsEntry: AnalyticsEntryTable;
  signMetric: SignMetricTable;
  command: CommandTable;
  screenshot: ScreenshotTable;
  screenshotTurn: ScreenshotTurnTable;
  signLog: SignLogTable;
  updateStatus: UpdateStatusTable;
  bulk: BulkTable;
  bulkSign: BulkSignTable;
  outage: OutageTable;
  signStability: SignStabilityTable;
  subscription: SubscriptionTable;
  channelState: ChannelStateTable;
  subscriberChannel: SubscriberChannelTable;
  notice: NoticeTable;
  message: MessageTable;
  notification: NotificationTable;
  pushSubscription: PushSubscriptionTable;
  vapidKey: VapidKeyTable;
}
