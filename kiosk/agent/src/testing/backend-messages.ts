import type { BackendMessage } from '@sign-display/contracts/kiosk-events';

/** Well-formed things a backend says, for tests to vary. */

export const PAGE = 'https://example.org/wall';
export const OTHER_PAGE = 'https://example.org/other';

const uuid = (group: string, n: number): string => `${group.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const requestIdOf = (n: number): string => uuid('1', n);
export const commandIdOf = (n: number): string => uuid('2', n);
export const recordIdOf = (n: number): string => uuid('3', n);
export const tokenOf = (n: number): string => n.toString(16).padStart(64, '0');
export const at = (ms: number): string => new Date(ms).toISOString();

const ORGANIZATION = { id: uuid('4', 1), name: 'Fair Ltd' };
const EVENT = { id: uuid('5', 1), name: 'Spring fair', timeZone: 'Europe/Berlin' };
const contentOf = (url: string | null) => (url === null ? null : { contentId: uuid('6', 1), url });
const signOf = (record: number) => ({ id: recordIdOf(record), name: `Sign ${record}`, location: 'Hall 1' });

export interface Said {
  request?: number;
  record?: number;
  url?: string | null;
  version?: number;
  settings?: BackendMessage<'sign:config'>['settings'];
}

export function claimedMessage({
  request = 1,
  record = 1,
  url = PAGE,
  version = 1,
  settings = {},
}: Said = {}): BackendMessage<'sign:claimed'> {
  return {
    requestId: requestIdOf(request),
    signRecordId: recordIdOf(record),
    organization: ORGANIZATION,
    event: EVENT,
    sign: signOf(record),
    content: contentOf(url),
    settings,
    configVersion: version,
  };
}

const LIMITS = { heartbeatIntervalMs: 5_000, loadTimeoutMs: 15_000, reachabilityIntervalMs: 30_000 };

export function configMessage({
  record = 1,
  url = PAGE,
  version = 1,
  settings = {},
}: Said = {}): BackendMessage<'sign:config'> {
  return {
    configVersion: version,
    claimed: true,
    organization: ORGANIZATION,
    event: EVENT,
    sign: signOf(record),
    content: contentOf(url),
    settings,
    limits: LIMITS,
  };
}

export const UNCLAIMED_CONFIG: BackendMessage<'sign:config'> = {
  configVersion: 0,
  claimed: false,
  organization: null,
  event: null,
  sign: null,
  content: null,
  settings: {},
  limits: LIMITS,
};

export function applyLinkMessage(
  nowMs: number,
  { request = 1, token = 1, url = PAGE as string | null, ttlMs = 20_000 } = {},
): BackendMessage<'sign:apply_link'> {
  return {
    requestId: requestIdOf(request),
    claimToken: tokenOf(token),
    url,
    loadTimeoutMs: 15_000,
    expiresAt: at(nowMs + ttlMs),
    name: 'Foyer left',
  };
}
