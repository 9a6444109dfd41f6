import { CLONE_ADVICE } from '@sign-display/contracts/rest/clones';

/** Examples for the document, by the name of the schema that they fit (a test checks each). One story: the signs of an opera ball. */

const at = '2026-11-20T19:00:00.000Z';
const later = '2026-11-20T19:00:05.000Z';
const nextDay = '2026-11-21T02:00:00.000Z';
const organizationId = '0193c5a0-1f00-7000-8000-000000000001';
const eventId = '0193c5a0-1f00-7000-8000-000000000002';
const signRecordId = '0193c5a0-1f00-7000-8000-000000000003';
const pendingId = '0193c5a0-1f00-7000-8000-000000000004';
const commandId = '0193c5a0-1f00-7000-8000-000000000005';
const rowId = '0193c5a0-1f00-7000-8000-000000000006';
const requestId = '6a2f41a3-c54c-4b5e-9c4e-0f1d2e3c4b5a';
const signId = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const shortCode = '4QB50C';
const url = 'https://screens.example.org/lobby';
const userId = '0193c5a0-1f00-7000-8000-000000000007';
const sessionToken = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const challenge = `${sessionToken}.jWzv5cqkB2n5kPmBxCq0bE1fQ2rY3uT4oI5pA6sD7fE=`;
const totpURI =
  'otpauth://totp/Sign%20Display%20Service:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sign%20Display%20Service';
const page = (item: unknown) => ({ items: [item], nextCursor: null });

const actor = { id: userId, name: 'Ada' };
const screen = { width: 1920, height: 1080, scaleFactor: 1 };
const Role = 'operator';
const Organization = {
  id: organizationId,
  name: 'Opera',
  role: 'owner',
  linkHandshakeEnabled: null,
  allowedUrlHosts: ['screens.example.org', '*.opera.example'],
  linkHandshakeDefault: true,
  language: 'de',
  mfaRequired: false,
  version: 6,
  createdAt: at,
  updatedAt: at,
  updatedBy: actor,
};
const OrganizationUsage = {
  signs: { used: 12, most: 50 },
  events: { used: 1, most: null },
  schedules: { used: 3, most: null },
  storageBytes: { used: 480_000, most: null },
};
const Member = {
  userId,
  email: 'ada@example.org',
  name: 'Ada',
  role: Role,
  state: 'member',
  since: at,
  invitationExpiresAt: null,
  invitationMail: null,
  invitationMailReason: null,
  invitedBy: null,
};
const Event = {
  id: eventId,
  organizationId,
  name: 'Opera ball',
  timeZone: 'Europe/Vienna',
  venue: 'State Opera',
  startsAt: at,
  endsAt: nextDay,
  offlineGraceSeconds: null,
  createdAt: at,
  updatedAt: at,
};
const Sign = {
  id: signRecordId,
  organizationId,
  eventId,
  name: 'Lobby left',
  location: 'Main entrance',
  url,
  status: 'showing',
  presence: 'online',
  contentState: 'showing',
  mode: 'foreground',
  device: {
    deviceSignId: signId,
    shortCode,
    macAddress: '00:1b:44:11:3a:b7',
    appVersion: '1.4.0',
    platform: 'linux',
    screen,
  },
  lastSeenAt: later,
  statusSince: at,
  blank: false,
  unstable: false,
  restartingUntil: null,
  acknowledged: null,
  screenshotAt: later,
  shown: { url, source: 'assigned', until: null },
  settings: { zoom: 1.25, muted: true },
  version: 3,
  createdAt: at,
  updatedAt: at,
};
const SignNow = {
  service: { nodes: 2, since: at },
  connection: { since: at, address: '10.20.4.118' },
  content: {
    url,
    source: 'assigned',
    since: later,
    httpStatus: 503,
    detail: 'HTTP 503',
    failures: 18,
    host: new URL(url).hostname,
    sameHost: 3,
  },
  screen: { since: at, blankCheckedAt: later, blank: false },
  update: { state: 'none', version: null },
};
const Outage = {
  id: rowId,
  eventId,
  kind: 'offline',
  signId: signRecordId,
  signName: 'Lobby left',
  location: 'Main entrance',
  place: 'Main entrance',
  placeSigns: 18,
  host: new URL(url).hostname,
  address: '192.0.2.17',
  since: at,
  openedAt: later,
  until: null,
  closedBy: null,
  told: [{ channel: 'email', at: later, people: 3 }],
  acknowledged: { by: actor, at: later, note: 'The breaker tripped. The electrician is on the way.' },
};
const proof = { shortCode, signId, pendingId, requestId };
const Schedule = {
  id: rowId,
  url,
  startsAt: at,
  endsAt: nextDay,
  recurrence: 'FREQ=WEEKLY;BYDAY=FR',
  exdates: ['2026-12-25'],
  timeZone: 'Europe/Vienna',
  priority: 10,
  enabled: true,
};
const { id: _, ...newSchedule } = Schedule;
const Subscription = {
  kinds: ['sign_offline', 'sign_online'],
  channels: ['email', 'inbox'],
  graceSeconds: null,
  quietHours: { start: '22:00', end: '07:00', timeZone: 'Europe/Vienna' },
  snoozedUntil: null,
  excluded: [],
  snoozedSigns: [],
};
const Account = {
  id: userId,
  email: 'ada@example.org',
  name: 'Ada',
  emailVerified: true,
  image: null,
  createdAt: at,
  updatedAt: at,
};
const Session = {
  id: rowId,
  token: sessionToken,
  userId,
  createdAt: at,
  updatedAt: at,
  expiresAt: '2026-11-27T19:00:00.000Z',
  ipAddress: '192.0.2.7',
  userAgent: 'Mozilla/5.0',
  kind: 'browser',
  mfa: true,
  lastUsedAt: at,
};
const SecurityEvent = { id: rowId, at, action: 'session.sign_in', outcome: 'failed', ip: '192.0.2.7' };
const Passkey = { id: rowId, name: 'Laptop', createdAt: at, lastUsedAt: later, kind: 'device' };
const passkeyChallenge = 'ZQoVdXH3Xq0mJ8fK1m4sGQGT3PvK';
const credential = { id: 'mJq1Vt0pUd8', rawId: 'mJq1Vt0pUd8', type: 'public-key', clientExtensionResults: {} };
const machine = { address: '192.0.2.20', macAddress: '00:1b:44:11:3a:b7', appVersion: '1.4.0' };
const Clone = {
  id: rowId,
  openedAt: at,
  lastSeenAt: later,
  attempts: 2,
  first: { ...machine, bootId: '0b54e9a4-8c5d-4d2e-9d0a-3f1b2c4d5e6f', connectedAt: at },
  newcomer: { ...machine, address: '192.0.2.21', bootId: requestId, connectedAt: later },
  decision: null,
  decidedAt: null,
  decidedBy: null,
  advice: CLONE_ADVICE.none,
};
const endpoint = 'https://push.example.org/send/abc';

export const EXAMPLES: Record<string, unknown> = {
  HealthResponse: {
    status: 'ok',
    reason: null,
    version: '0.1.0',
    environment: 'production',
    uptimeSeconds: 86_400.5,
    database: { status: 'up', latencyMs: 0.4 },
    cache: { status: 'embedded', latencyMs: null },
    presence: { warmUp: { reason: 'start', since: '2026-11-20T19:00:00.000Z', until: '2026-11-20T19:01:00.000Z' } },
    memory: { rssBytes: 150_000_000, heapUsedBytes: 60_000_000, heapTotalBytes: 90_000_000 },
  },
  ReadyResponse: { ready: true },
  LiveResponse: { status: 'live', uptimeSeconds: 86_400.5 },

  SignInRequest: { email: 'ada@example.org', password: 'correct horse battery staple' },
  SignInResponse: { redirect: false, token: sessionToken, user: Account },
  SecondFactorPasswordRequest: { password: 'correct horse battery staple' },
  EnableSecondFactorResponse: { totpURI, backupCodes: ['7kqfd-92zt3', 'w8m4x-hh2pa'] },
  RecoveryCodesResponse: { backupCodes: ['7kqfd-92zt3', 'w8m4x-hh2pa'] },
  VerifyTotpRequest: { code: '417203', challenge },
  VerifyRecoveryCodeRequest: { code: '7kqfd-92zt3', challenge },
  VerifyResponse: { token: sessionToken, user: Account },
  VerifyCodeResponse: { token: sessionToken, user: Account, turnedOn: false },
  PasskeyList: { passkeys: [Passkey] },
  PasskeyCreationOptionsResponse: {
    options: {
      rp: { id: 'signs.example.org', name: 'Sign Display Service' },
      user: { id: 'MTk4', name: 'ada@example.org', displayName: 'Ada' },
      challenge: passkeyChallenge,
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 600_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  },
  PasskeyRequestOptionsResponse: {
    options: {
      rpId: 'signs.example.org',
      challenge: passkeyChallenge,
      timeout: 600_000,
      allowCredentials: [],
      userVerification: 'required',
    },
  },
  AddPasskeyRequest: {
    name: 'Laptop',
    response: {
      ...credential,
      response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u', transports: ['internal'] },
    },
  },
  AddPasskeyResponse: { passkey: Passkey },
  RemovePasskeyRequest: { id: rowId },
  PasskeySignInRequest: {
    response: {
      ...credential,
      response: {
        clientDataJSON: 'eyJ0eXBlIjoi',
        authenticatorData: 'SZYN5YgOjGh0',
        signature: 'MEUCIQDx',
        userHandle: 'MTk4',
      },
    },
  },
  MfaResetRequest: { email: 'ada@example.org' },
  SecurityEventPage: { items: [SecurityEvent], nextCursor: null },
  EmptyRequest: {},
  SignOutResponse: { success: true },
  CurrentSession: { session: Session, user: Account },
  SessionList: [Session],
  RevokeSessionRequest: { token: sessionToken },
  StatusResponse: { status: true },
  UpdateUserRequest: { name: 'Ada Lovelace', language: 'en' },
  ChangePasswordRequest: {
    currentPassword: 'correct horse battery staple',
    newPassword: 'another horse, another staple',
    revokeOtherSessions: true,
  },
  ChangePasswordResponse: { token: null, user: Account },
  PasswordResetRequest: { email: 'ada@example.org' },
  PasswordResetResponse: {
    status: true,
    message: 'If there is an account with this address, a mail with a link was sent.',
  },
  ResetPasswordRequest: { token: 'QkV0dGVyLWF1dGggdG9rZW4', newPassword: 'another horse, another staple' },
  MeResponse: {
    user: {
      id: userId,
      email: 'ada@example.org',
      name: 'Ada',
      language: 'de',
      totp: true,
      recoveryCodes: 9,
      passkeys: 1,
    },
    mfa: true,
    systemOwner: true,
    organizations: [{ id: organizationId, name: 'Opera', role: 'owner', mfaRequired: false }],
    claimUrl: 'https://signs.example.org/claim',
    mail: { configured: true, outbox: null },
  },

  SystemResponse: {
    version: '1.4.0',
    nodes: [
      {
        nodeId: rowId,
        hostname: 'signs-a',
        version: '1.4.0',
        startedAt: at,
        renewedAt: later,
        kiosks: 118,
        dashboards: 9,
        rssBytes: 264_241_152,
        eventLoopDelayMs: 4,
        heartbeatsPerSecond: 23.6,
        clockOffsetMs: -1.5,
        warmUp: null,
      },
    ],
    signs: {
      claimed: 118,
      offline: 2,
      unclaimed: 3,
      quarantined: 1,
      byAppVersion: [
        { version: '2.4.1', signs: 116 },
        { version: '2.4.0', signs: 2 },
      ],
    },
    database: {
      status: 'up',
      latencyMs: 0.8,
      connections: 26,
      sizeBytes: 432_013_312,
      freeBytes: 65_498_251_264,
      oldestTransactionSeconds: 0,
      replicationLagSeconds: null,
    },
    cache: { status: 'embedded', latencyMs: null },
    jobs: { waiting: 2, due: 0, running: 1, dead: 1, oldestSeconds: 0.4 },
    deliveries: {
      sentToday: 1_204,
      waiting: 1,
      failed: [{ organizationId, name: 'Opera', count: 2, lastError: '550 5.1.1 <[address]>: unknown recipient' }],
    },
    certificate: { notAfter: '2026-12-20T19:00:00.000Z' },
    availability: { days: 30, awaySeconds: 780, since: '2026-10-21T19:00:05.000Z' },
  },
  SystemFigures: {
    from: '2026-11-20T18:00:00.000Z',
    minutes: 60,
    nodes: [
      {
        nodeId: rowId,
        hostname: 'signs-a',
        eventLoopDelayMs: Array.from({ length: 60 }, () => 4),
        heartbeatsPerSecond: Array.from({ length: 60 }, () => 23.6),
      },
    ],
    queueAgeSeconds: Array.from({ length: 60 }, () => 0.4),
  },
  PastWarmUps: {
    items: [
      {
        nodeId: rowId,
        hostname: 'signs-a',
        reason: 'start',
        since: at,
        until: '2026-11-20T19:01:00.000Z',
        heard: 116,
        of: 118,
        offlineAfter: 2,
      },
    ],
  },
  JobPage: page({
    id: '4711',
    kind: 'plan_notices',
    state: 'dead',
    attempts: 25,
    error: 'Error: connect ECONNREFUSED [address]',
    runAt: at,
  }),
  RetriedJob: { id: '4711', state: 'due' },

  Organization,

  OrganizationWithUsage: { ...Organization, usage: OrganizationUsage },
  OrganizationPage: page(Organization),
  CreateOrganizationRequest: { name: 'Opera' },
  PatchOrganizationRequest: { allowedUrlHosts: ['screens.example.org', '*.opera.example'] },
  HostList: { items: [{ host: 'screens.example.org', signs: 12, schedules: 3, allowed: true }] },
  UrlCheck: { allowed: true, rule: '*.opera.example', detail: null },
  MemberSessionList: {
    items: [
      {
        id: rowId,
        createdAt: at,
        lastUsedAt: later,
        expiresAt: '2026-12-20T19:00:00.000Z',
        ip: '192.0.2.7',
        userAgent: 'Mozilla/5.0',
        kind: 'browser',
        mfa: false,
      },
    ],
  },
  InvitedMember: {
    ...Member,
    name: null,
    state: 'invited',
    invitationExpiresAt: nextDay,
    invitedBy: actor,
    attempts: 1,
    nextAttemptAt: null,
    url: `https://signs.example.org/invite/${sessionToken}`,
  },
  Member,
  MemberPage: page(Member),
  InviteMemberRequest: { email: 'grace@example.org', role: Role },
  PatchMemberRequest: { role: 'viewer' },
  Invitation: {
    organization: { id: organizationId, name: 'Opera' },
    role: Role,
    email: 'grace@example.org',
    hasAccount: false,
  },
  AcceptInvitationRequest: { name: 'Grace', password: 'correct horse battery staple' },

  Event,
  EventPage: page(Event),
  CreateEventRequest: {
    name: 'Opera ball',
    timeZone: 'Europe/Vienna',
    venue: 'State Opera',
    startsAt: at,
    endsAt: nextDay,
  },
  PatchEventRequest: { offlineGraceSeconds: 120 },

  Sign,
  SignNow,
  SignPage: page(Sign),
  CreateSignRequest: { organizationId, eventId, name: 'Lobby left', location: 'Main entrance', url },
  PatchSignRequest: { url, settings: { zoom: 1.25 } },
  HistoryPage: page({
    id: rowId,
    at,
    kind: 'claim',
    actor,
    device: { signId, shortCode },
    url,
    outcome: 'committed',
    reason: null,
    durationMs: 1_240,
    requestId,
    detail: null,
  }),

  ClaimStartRequest: { signId, shortCode },
  ClaimStartResponse: {
    pendingId,
    signRecordId,
    signId,
    shortCode,
    expiresAt: nextDay,
    device: { appVersion: '1.4.0', platform: 'linux', screen, connectedSince: at },
    identify: { startsAtMs: Date.parse(at), seconds: 60, serverTimeMs: Date.parse(at) + 40 },
  },
  ClaimRequest: { organizationId, eventId, name: 'Lobby left', location: 'Main entrance', url, ...proof },
  LinkRequest: proof,
  ClaimResponse: { sign: Sign, requestId, handshake: 'acknowledged' },
  ClaimAttemptPage: page({
    id: rowId,
    at,
    kind: 'claim',
    actor,
    device: { signId, shortCode },
    signRecordId,
    url,
    outcome: 'device_load_failed',
    reason: 'url_unreachable',
    detail: 'net::ERR_NAME_NOT_RESOLVED',
    durationMs: 910,
    loadMs: null,
    requestId,
  }),

  Clone,
  ClonePage: page(Clone),
  CloneDecisionRequest: { decision: 'keep_first' },

  CommandRequest: { command: 'fetch_logs', args: { limit: 200 }, wait: true, expiresInSeconds: 600 },
  CommandResponse: { commandId, state: 'sent' },
  CommandPage: page({
    commandId,
    command: 'refresh',
    args: {},
    state: 'acked',
    sentBy: actor,
    createdAt: at,
    sentAt: at,
    finishedAt: later,
    expiresAt: nextDay,
    result: null,
    error: null,
  }),
  BulkRequest: { organizationId, target: { filter: { eventId, status: 'offline' } }, action: { command: 'refresh' } },
  BulkResponse: { bulkId: rowId, accepted: 42 },
  Bulk: {
    bulkId: rowId,
    action: { url },
    by: actor,
    createdAt: at,
    total: 40,
    counts: { queued: 1, sent: 4, acked: 33, failed: 2, refused: 0, expired: 0 },
    undoableUntil: later,
  },

  ScheduleSet: { schedules: [Schedule], version: 4, updatedAt: at, updatedBy: actor },
  PutSchedulesRequest: { schedules: [newSchedule] },

  LogPage: page({ id: rowId, at, level: 'warn', message: 'the page did not answer', commandId }),
  MetricPage: page({
    at,
    intervalMs: 60_000,
    heartbeats: 12,
    cpuLoad: 0.2,
    memUsedBytes: 700_000_000,
    memTotalBytes: 4_000_000_000,
    uptimeSeconds: 90_000,
    temperatureCelsius: 51.5,
    eventLoopLagMs: 3,
  }),
  ContentFetchPage: page({
    id: rowId,
    eventId,
    signId: signRecordId,
    at,
    url,
    startedAt: at,
    durationMs: 120,
    status: 200,
    bytes: 48_213,
    fromCache: false,
    error: null,
  }),

  EventSummary: {
    total: 3,
    byStatus: { offline: 1, showing: 2 },
    unstable: 1,
    blank: 0,
    places: [
      { place: 'Foyer', total: 1, byStatus: { showing: 1 } },
      { place: 'Hall 5', total: 2, byStatus: { offline: 1, showing: 1 } },
    ],
    warmUps: [
      {
        nodeId: rowId,
        reason: 'mass_silence',
        since: '2026-11-20T19:00:00.000Z',
        until: '2026-11-20T19:01:00.000Z',
        heard: 1,
        of: 3,
      },
    ],
  },
  Strips: {
    from: at,
    minutes: 60,
    expectedPerMinute: 12,
    counts: { [signRecordId]: Array(60).fill(12) },
    away: [{ from: at, to: later }],
  },

  Outages: { items: [Outage] },
  OutagePage: page(Outage),
  OutageWithDeliveries: {
    ...Outage,
    deliveries: [
      { user: actor, channel: 'email', state: 'sent', at: later, detail: null },
      { user: actor, channel: 'push', state: 'delayed', at: null, detail: null },
    ],
  },
  AcknowledgeRequest: { ids: [rowId], note: Outage.acknowledged.note },
  TakeBackRequest: { ids: [rowId] },
  Subscription,
  PutSubscriptionRequest: Subscription,
  CreatePushSubscriptionRequest: {
    endpoint,
    expirationTime: null,
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  },
  PushSubscription: { endpoint, createdAt: at },
  PushBrowserList: { items: [{ endpoint, userAgent: 'Mozilla/5.0', createdAt: at, lastSentAt: later }] },
  DeletePushSubscriptionRequest: { endpoint },
  NotificationPage: {
    ...page({
      id: rowId,
      at,
      kind: 'sign_offline',
      organizationId,
      event: { id: eventId, name: 'Opera ball' },
      signs: [{ id: signRecordId, name: 'Lobby left' }],
      signCount: 1,
      title: 'Lobby left is offline',
      outageIds: [rowId],
      text: 'Not seen since 19:00.',
      readAt: null,
      channels: [
        { channel: 'email', state: 'delayed' },
        { channel: 'inbox', state: 'sent' },
      ],
    }),
    unreadCount: 1,
  },
  ReadNotificationsRequest: { ids: [rowId] },
  TestSubscriptionResponse: {
    results: [{ channel: 'inbox', ok: true, detail: 'The test message is in your inbox.' }],
  },
  PushKey: { publicKey: `B${'A'.repeat(86)}` },
  FailedDeliveryPage: page({
    id: rowId,
    at,
    channel: 'email',
    user: { id: userId, name: 'Ada', email: 'ada@example.org' },
    event: { id: eventId, name: 'Opera ball' },
    title: 'Lobby left is offline – Opera ball',
    attempts: 8,
    failedAt: at,
    error: 'The mail server does not know the address.',
  }),
  RetriedDelivery: { id: rowId, state: 'queued' },

  AuditPage: page({
    seq: 1,
    at,
    organizationId,
    actor: { id: userId, email: 'ada@example.org' },
    action: 'sign.update',
    target: { type: 'sign', id: signRecordId },
    outcome: 'ok',
    requestId,
    ip: '192.0.2.7',
    detail: { url },
    prevHash: '0'.repeat(64),
    hash,
  }),
};

/** Of parameters in paths and queries. */
export const PARAMETER_EXAMPLES: Record<string, unknown> = {
  id: signRecordId,
  cloneId: rowId,
  userId,
  sessionId: rowId,
  token: sessionToken,
  organizationId,
  eventId,
  signId: signRecordId,
  signIds: signRecordId,
  status: 'showing',
  q: 'lobby',
  limit: 50,
  url,
  from: at,
  to: nextDay,
  actorId: userId,
  action: 'sign.update',
  format: 'csv',
};
