/**
 * The limits of contract.md, section 5: the defaults of settings that the backend reads from its environment, and the bounds
 * that are the same everywhere.
 */
export const LIMITS = {
  heartbeatIntervalMs: 5_000,
  offlineAfterMs: 15_000,
  offlineGraceMs: 30_000,
  /** So long a sign that was told to restart may be away (promise N9); no setting. */
  restartMs: 180_000,
  warmUpMs: 60_000,
  groupWindowMs: 30_000,
  pendingTtlMs: 600_000,
  /** The longest that `pendingTtlMs` may be set to; so long a kiosk keeps its answers to claims (promise C5). */
  pendingTtlMostMs: 86_400_000,
  /** How long a sign shows its code over anything: at the most, for a command that does not say, and while a claim is begun. */
  identifySecondsMost: 60,
  identifySeconds: 10,
  identifyAtStartSeconds: 60,
  loadTimeoutMs: 15_000,
  ackTimeoutMs: 20_000,
  reachabilityIntervalMs: 30_000,
  reachabilityFailures: 2,
  reconnectFirstMs: 1_000,
  reconnectLongestMs: 60_000,
  reconnectStableMs: 60_000,
  requestsPerMinute: 300,
  signInsPerMinute: 10,
  shortCodeFailures: 5,
  /** Who has failed at a device that others want waits so long after the first failure, twice as long after each further one, at most a minute. */
  holdBackMs: 5_000,
  holdBackMostMs: 60_000,
  /** Older attempts hold nobody back. */
  holdBackWindowMs: 600_000,
  shortCodeWindowMs: 900_000,
  /** The body of a request: a few texts of 2,000 characters or a thousand identifiers; of some routes ten thousand signs or five hundred schedules. */
  bodyBytes: 64 * 1024,
  bodyBytesMost: 1024 * 1024,
  messageBytes: 64 * 1024,
  screenshotBytes: 4 * 1024 * 1024,
  /** The largest screens there are (8K). Four bytes can say of a JPEG that it has a hundred times as many, and a phone that opens it is gone. */
  screenshotPixels: 7_680 * 4_320,
  /** Connections of one address, and those of them that were not let into a namespace yet: more are refused at the upgrade (429). */
  socketsPerAddress: 20_000,
  unauthorizedPerAddress: 200,
  /** What one device may make the service keep on one day (UTC). */
  deviceBytesPerDay: 100_000_000,
  /** `sign:frame_check`: time for one check with its redirects, bytes read, redirects, and checks per device. */
  frameCheckMs: 5_000,
  frameCheckBytes: 2 * 1024 * 1024,
  frameCheckRedirects: 5,
  frameChecksPerMinute: 60,
  messagesPerSecond: 20,
  messageWindowSeconds: 10,
  nameLength: 200,
  urlLength: 2_048,
  pageSize: 50,
  pageSizeMost: 200,
} as const;

/** At most so many in any stretch of so long. */
export interface AttemptLimit {
  most: number;
  windowMs: number;
}

const HOUR_MS = 3_600_000;
const perHourAndDay = (hour: number, day: number): [AttemptLimit, AttemptLimit] => [
  { most: hour, windowMs: HOUR_MS },
  { most: day, windowMs: 24 * HOUR_MS },
];
/**
 * What people have us mail to others. Counted over all nodes.
 *
 * Of invitations: one person invites 30 helpers in the hour before doors open, and two admins fill an organization's 60. Somebody who writes to
 * strangers in our name reaches 30 at once and 120 a day; 40 at once, or one address 21 times, is the attack. One organization mails an address
 * 3 times an hour. All together may mail it 10 times, so that a stranger's organization alone does not keep another from inviting it.
 */
export const ATTEMPT_LIMITS = {
  invitationsByPerson: perHourAndDay(30, 120),
  invitationsOfOrganization: perHourAndDay(60, 240),
  invitationsOfOrganizationToAddress: perHourAndDay(3, 5),
  invitationsToAddress: perHourAndDay(10, 20),
  passwordResetsOfAddress: perHourAndDay(3, 10),
  /** Starts of a claim that make one unclaimed sign show its code: people who look for it, and nobody who plays with it. */
  identifiesOfDevice: [{ most: 10, windowMs: 60_000 }],
  /** Test messages to oneself, over all events: enough to mend a browser's settings, and a mailbox that somebody else reads is not filled by them. */
  testsByPerson: [{ most: 5, windowMs: HOUR_MS }],
  /** Pushes of tests to one host, over all people: whoever subscribes names it, and it is to be no target. As many as a person has browsers. */
  testsToHost: [{ most: 20, windowMs: HOUR_MS }],
} as const satisfies Record<string, readonly AttemptLimit[]>;

/**
 * Wrong passwords of one account in a row (details 10 and 106): `free` without a wait, then a wait that doubles; at `mailAt` the person gets a mail. An
 * address that signed in to the account within `addressKnownForMs` has a count of its own.
 */
export const WRONG_PASSWORDS = {
  free: 5,
  firstWaitMs: 1_000,
  longestWaitMs: 15 * 60_000,
  mailAt: 10,
  forgottenAfterMs: 24 * HOUR_MS,
  addressKnownForMs: 30 * 24 * HOUR_MS,
} as const;

/**
 * Wrong codes of one person (promise A7). After `most` wrong codes in any `windowMs`, the service checks no code. A
 * right code resets the count.
 */
export const WRONG_CODES = { most: 5, windowMs: 15 * 60_000 } as const satisfies AttemptLimit;

/** The most signs of one bulk request: as many as one wall shows (D1). */
export const BULK_SIGNS_MOST = 10_000;

/**
 * The most changes of bulk requests that wait for their turn: two full requests of an organization, and one of a person
 * over all organizations.
 */
export const WAITING_CHANGES = { organization: 2 * BULK_SIGNS_MOST, person: BULK_SIGNS_MOST } as const;

/** How long a bulk request can be undone. */
export const UNDOABLE_MS = 600_000;

/** The most outages that one request may acknowledge, or take the acknowledgement from. */
export const OUTAGES_NAMED_MOST = 500;
/** The most characters of the note of an acknowledgement. */
export const NOTE_LENGTH = 500;
/** The most outages in one `outage:update`. */
export const OUTAGES_PER_UPDATE = 100;

/** The most messages of the inbox that one request, or one `notifications:read`, names. */
export const READ_MARKS_MOST = 1_000;

/** The most signs in one request for strips. */
export const STRIPS_MOST = 200;

/** A second live connection of one identity waits this much longer than one heartbeat interval (contract, section 1). */
export const TAKEOVER_MARGIN_MS = 2_000;

export const KIOSK_PROTOCOL = 1;
