import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';
import { LIMITS } from '@sign-display/contracts/limits';
import { asRead, NAME_PATTERN } from '@sign-display/contracts/allowed-characters';
import { ORGANIZATION_CREATION } from '@sign-display/contracts/roles';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { defaultDataDirectory, type Machine } from './default-data-directory.ts';
import {
  connectionUrl,
  contactUrl,
  emailList,
  flag,
  port,
  proxyList,
  secretText,
  text,
  webOrigin,
  wholeNumber,
  word,
} from './parse-variables.ts';
import { PRIVATE_PAGES } from '../urls/url-policy.ts';

export { ConfigError } from './config-error.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every variable of contract.md, section 6. No bound of a time comes near 2^31 ms, past which a timer would fire at once; none
 * of an interval goes so low that it becomes a busy loop.
 */
const VARIABLES = {
  HOST: text('a host name or an IP address', { pattern: '^[A-Za-z0-9._:%-]+$', maxLength: 253 }),
  PORT: port,
  METRICS_PORT: port,
  PUBLIC_URL: webOrigin,
  HTTPS: flag,
  HTTP_PORT: port,
  TRUST_PROXY: proxyList,
  DATA_DIR: text('the path of a folder', { pattern: '^[^\\u0000]+$', maxLength: 4_096 }),
  DATABASE_URL: connectionUrl(['postgres:', 'postgresql:'], { hostNeeded: false }),
  REDIS_URL: connectionUrl(['redis:', 'rediss:'], { hostNeeded: true, path: /^\/?\d*$/ }),
  BOOTSTRAP_EMAIL: text('an e-mail address', { pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+\\.[^\\s@<>,;]+$', maxLength: 254 }),
  // The bounds that better-auth sets on every password.
  BOOTSTRAP_PASSWORD: secretText(8, 128),
  BOOTSTRAP_ORGANIZATION: text(`a name of 1 to ${LIMITS.nameLength} characters on one line, none of them invisible`, {
    pattern: NAME_PATTERN,
    maxLength: LIMITS.nameLength,
  }),
  SYSTEM_OWNERS: emailList,
  AUTH_SECRET: secretText(32, 1_024),
  LINK_HANDSHAKE_ENABLED: flag,
  SMTP_URL: connectionUrl(['smtp:', 'smtps:'], { hostNeeded: true }),
  MAIL_FROM: text('an e-mail address, or Name <address>', {
    pattern:
      '^([^<>\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*<[^\\s@<>\\p{Cc}]+@[^\\s@<>\\p{Cc}]+>|[^\\s@<>\\p{Cc}]+@[^\\s@<>\\p{Cc}]+)$',
    maxLength: 320,
  }),
  PUSH_CONTACT: contactUrl,
  PUSH_ALLOW_PRIVATE: flag,
  OFFLINE_APP: flag,
  PRIVATE_PAGES: word(PRIVATE_PAGES),
  HEARTBEAT_INTERVAL_MS: wholeNumber(10, HOUR_MS),
  OFFLINE_AFTER_MS: wholeNumber(20, DAY_MS),
  OFFLINE_GRACE_MS: wholeNumber(0, DAY_MS),
  WARM_UP_MS: wholeNumber(0, DAY_MS),
  PENDING_TTL_MS: wholeNumber(10, LIMITS.pendingTtlMostMs),
  GROUP_WINDOW_MS: wholeNumber(0, DAY_MS),
  LOAD_TIMEOUT_MS: wholeNumber(10, HOUR_MS),
  ACK_TIMEOUT_MS: wholeNumber(20, 2 * HOUR_MS),
  REACHABILITY_INTERVAL_MS: wholeNumber(10, DAY_MS),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000),
  SIGN_IN_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000),
  SHORT_CODE_FAILURES: wholeNumber(1, 1_000_000_000),
  SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000_000),
  UNAUTHORIZED_PER_ADDRESS: wholeNumber(1, 1_000_000_000),
  NEW_KIOSKS_PER_ADDRESS: wholeNumber(1, 1_000_000_000),
  ORGANIZATION_CREATION: word(ORGANIZATION_CREATION),
  QUOTA_SIGNS: wholeNumber(0, 1_000_000_000),
  QUOTA_EVENTS: wholeNumber(0, 1_000_000_000),
  QUOTA_SCHEDULES: wholeNumber(0, 1_000_000_000),
  QUOTA_STORAGE_BYTES: wholeNumber(0, 1_000_000_000_000),
  DEVICE_BYTES_PER_DAY: wholeNumber(1, 1_000_000_000_000),
  CONTENT_FETCH_RETENTION_DAYS: wholeNumber(2, 3_650),
  ANALYTICS_RETENTION_DAYS: wholeNumber(2, 3_650),
  SIGN_METRIC_RETENTION_DAYS: wholeNumber(2, 3_650),
  SCREENSHOT_RETENTION_DAYS: wholeNumber(1, 3_650),
  NOTIFICATION_RETENTION_DAYS: wholeNumber(1, 3_650),
  UNCLAIMED_DEVICE_RETENTION_DAYS: wholeNumber(1, 3_650),
  REPORT_RETENTION_DAYS: wholeNumber(1, 3_650),
  LOG_LEVEL: word(LOG_LEVELS),
  NODE_ENV: text('a word like production, development or test', { pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$' }),
};

type Name = keyof typeof VARIABLES;
/** What was set, and fits. A variable that is unset or empty is absent. */
type Given = { [Key in Name]?: NonNullable<ReturnType<(typeof VARIABLES)[Key]['read']>> };

/** The settings of contract.md, section 6. Times in milliseconds. Null: not set, and there is no fixed default. */
export type Config = ReturnType<typeof compose>;

function tellGot(value: string, secret: boolean): string {
  if (secret) return `got ${value.length} characters (not shown)`;
  return `got ${JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)}`;
}

function readGiven(env: Record<string, string | undefined>): { given: Given; problems: ConfigProblem[] } {
  const given: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const [name, { read, expected, secret }] of Object.entries(VARIABLES)) {
    const value = env[name];
    if (value === undefined || value === '') continue;
    given[name] = read(value);
    if (given[name] !== undefined) continue;
    problems.push({ variable: name, message: `expected ${expected}, ${tellGot(value, secret)}` });
  }
  return { given: given as Given, problems };
}

/**
 * Two pairs of times only make sense in one order. Where one of a pair is set so that the other's default would contradict it,
 * the default gives way, in the proportion of section 5 (three heartbeats to an offline verdict; 15 s of 20 s to load); where
 * both are set against each other, that is a problem of the environment (`findContradictions`).
 */
function pairedTimes(given: Given) {
  const heartbeatIntervalMs =
    given.HEARTBEAT_INTERVAL_MS ??
    Math.min(LIMITS.heartbeatIntervalMs, Math.floor((given.OFFLINE_AFTER_MS ?? Infinity) / 3));
  const loadTimeoutMs =
    given.LOAD_TIMEOUT_MS ??
    (given.ACK_TIMEOUT_MS !== undefined && given.ACK_TIMEOUT_MS <= LIMITS.loadTimeoutMs
      ? Math.floor(given.ACK_TIMEOUT_MS * 0.75)
      : LIMITS.loadTimeoutMs);
  return {
    heartbeatIntervalMs,
    offlineAfterMs: given.OFFLINE_AFTER_MS ?? Math.max(LIMITS.offlineAfterMs, 3 * heartbeatIntervalMs),
    loadTimeoutMs,
    ackTimeoutMs:
      given.ACK_TIMEOUT_MS ?? Math.max(LIMITS.ackTimeoutMs, loadTimeoutMs + LIMITS.ackTimeoutMs - LIMITS.loadTimeoutMs),
  };
}

function findContradictions(given: Given): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (given.HTTPS === true && given.PUBLIC_URL?.startsWith('http:')) {
    const message = `expected an https address, because HTTPS is set (npm start -- --https); got "${given.PUBLIC_URL}"`;
    problems.push({ variable: 'PUBLIC_URL', message });
  }
  const { heartbeatIntervalMs, offlineAfterMs, loadTimeoutMs, ackTimeoutMs } = pairedTimes(given);
  if (offlineAfterMs <= heartbeatIntervalMs) {
    const message = `expected more than HEARTBEAT_INTERVAL_MS (${heartbeatIntervalMs}), or every sign is offline between two heartbeats; got ${offlineAfterMs}`;
    problems.push({ variable: 'OFFLINE_AFTER_MS', message });
  }
  if (ackTimeoutMs <= loadTimeoutMs) {
    const message = `expected more than LOAD_TIMEOUT_MS (${loadTimeoutMs}), or the backend gives up while the sign is still loading; got ${ackTimeoutMs}`;
    problems.push({ variable: 'ACK_TIMEOUT_MS', message });
  }
  return problems;
}

/** With a certificate for the local network it is there for that network. */
const hostOf = ({ HOST, HTTPS }: Given): string => HOST ?? (HTTPS === true ? '0.0.0.0' : '127.0.0.1');

/** Nobody comes from another machine: its kiosks are this one's, and their own pages are nobody else's. */
function isOnThisMachine(given: Given): boolean {
  const { PUBLIC_URL } = given;
  const HOST = hostOf(given);
  const address = PUBLIC_URL ?? `http://${HOST.includes(':') ? `[${HOST.replace(/^\[|\]$/g, '')}]` : HOST}/`;
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}

function compose(given: Given, dataDirectory: string) {
  return {
    http: {
      host: hostOf(given),
      port: given.PORT ?? 3_000,
      publicUrl: given.PUBLIC_URL ?? null,
      /** Served by https with a certificate of a local authority; `helpPort`: where that is handed out by plain http. Null: plain http, or a proxy's https. */
      local: given.HTTPS === true ? { helpPort: given.HTTP_PORT ?? 3_080 } : null,
      trustProxy: given.TRUST_PROXY ?? null,
    },
    metrics: { port: given.METRICS_PORT ?? 9_464 },
    /** Absolute. Holds the embedded database, keys and the outbox. */
    dataDirectory,
    /** Null: the embedded server. */
    database: { url: given.DATABASE_URL ?? null },
    /** Null: one node, nothing shared. */
    redis: { url: given.REDIS_URL ?? null },
    /** Null: made once and kept in the data directory. */
    auth: { secret: given.AUTH_SECRET ?? null },
    bootstrap: {
      email: given.BOOTSTRAP_EMAIL ?? null,
      password: given.BOOTSTRAP_PASSWORD ?? null,
      organization: asRead(given.BOOTSTRAP_ORGANIZATION ?? 'My organization'),
    },
    /** E-mail addresses of the system owners, in lower case; null: the owners of the oldest organization. */
    systemOwners: given.SYSTEM_OWNERS ?? null,
    handshakeEnabled: given.LINK_HANDSHAKE_ENABLED ?? true,
    organizationCreation: given.ORGANIZATION_CREATION ?? ('admins' as const),
    /** `smtpUrl` null: mails are written as files to `outbox` in the data directory. */
    mail: {
      smtpUrl: given.SMTP_URL ?? null,
      from: given.MAIL_FROM ?? 'Sign Display Service <no-reply@localhost>',
    },
    /** Whether pages inside of a network must be named by their organization (decision 19). */
    privatePages: given.PRIVATE_PAGES ?? (isOnThisMachine(given) ? 'loopback' : 'ask'),
    /** Phones keep the page of the claim for when there is no network; false: they drop what they kept. */
    offlineApp: given.OFFLINE_APP ?? true,
    /** `contact` null: MAIL_FROM or PUBLIC_URL, where they are public. */
    push: { contact: given.PUSH_CONTACT ?? null, allowPrivate: given.PUSH_ALLOW_PRIVATE ?? false },
    limits: {
      ...pairedTimes(given),
      offlineGraceMs: given.OFFLINE_GRACE_MS ?? LIMITS.offlineGraceMs,
      warmUpMs: given.WARM_UP_MS ?? LIMITS.warmUpMs,
      pendingTtlMs: given.PENDING_TTL_MS ?? LIMITS.pendingTtlMs,
      groupWindowMs: given.GROUP_WINDOW_MS ?? LIMITS.groupWindowMs,
      reachabilityIntervalMs: given.REACHABILITY_INTERVAL_MS ?? LIMITS.reachabilityIntervalMs,
      requestsPerMinute: given.RATE_LIMIT_PER_MINUTE ?? LIMITS.requestsPerMinute,
      signInsPerMinute: given.SIGN_IN_LIMIT_PER_MINUTE ?? LIMITS.signInsPerMinute,
      shortCodeFailures: given.SHORT_CODE_FAILURES ?? LIMITS.shortCodeFailures,
      socketsPerAddress: given.SOCKETS_PER_ADDRESS ?? LIMITS.socketsPerAddress,
      unauthorizedPerAddress: given.UNAUTHORIZED_PER_ADDRESS ?? LIMITS.unauthorizedPerAddress,
      // Two fleets of 1,000 that share an address.
      newKiosksPerAddress: given.NEW_KIOSKS_PER_ADDRESS ?? 2_000,
    },
    quotas: {
      deviceBytesPerDay: given.DEVICE_BYTES_PER_DAY ?? LIMITS.deviceBytesPerDay,
      /** An organization's; null: none. */
      organization: {
        signs: given.QUOTA_SIGNS ?? null,
        events: given.QUOTA_EVENTS ?? null,
        schedules: given.QUOTA_SCHEDULES ?? null,
        storageBytes: given.QUOTA_STORAGE_BYTES ?? null,
      },
    },
    /** In days. */
    retention: {
      contentFetch: given.CONTENT_FETCH_RETENTION_DAYS ?? 90,
      analyticsEntry: given.ANALYTICS_RETENTION_DAYS ?? 30,
      signMetric: given.SIGN_METRIC_RETENTION_DAYS ?? 14,
      screenshot: given.SCREENSHOT_RETENTION_DAYS ?? 7,
      notification: given.NOTIFICATION_RETENTION_DAYS ?? 90,
      unclaimedDevice: given.UNCLAIMED_DEVICE_RETENTION_DAYS ?? 90,
      report: given.REPORT_RETENTION_DAYS ?? 400,
    },
    logLevel: given.LOG_LEVEL ?? ('info' as const),
    environment: given.NODE_ENV ?? 'development',
  };
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}

function thisMachine(): Machine {
  let homeDirectory: string | null = null;
  try {
    homeDirectory = homedir();
  } catch {
    // A user id without an entry in the system's list and without HOME (a container's): there is no home.
  }
  return { platform: process.platform, isRoot: process.getuid?.() === 0, homeDirectory };
}

/**
 * The environment as settings (contract, section 6), read once by whoever starts a process, and frozen. Unset and empty mean
 * the default. Throws a ConfigError that names every wrong variable at once; secrets are not repeated in it.
 */
export function readConfig(env: Record<string, string | undefined>, machine: Machine = thisMachine()): Config {
  const { given, problems } = readGiven(env);
  const dataDirectory = given.DATA_DIR ?? defaultDataDirectory(machine, env);
  if (dataDirectory === null) {
    problems.push({ variable: 'DATA_DIR', message: 'expected to be set, because this user has no home directory' });
  }
  if (problems.length === 0) problems.push(...findContradictions(given));
  if (problems.length > 0 || dataDirectory === null) throw new ConfigError(problems);
  return deepFreeze(compose(given, resolve(dataDirectory)));
}
