import { describe, expect, test } from 'vitest';
import { checkClaimChange, checkHistory, transitionOf, type Circumstances } from './claim-changes.ts';
import type { ReceivedAck } from './watch-link-acks.ts';
import type { ClaimRow, HistoryRow, SignRow } from './row-types.ts';
import { checkSignChange } from './sign-changes.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 15, 9, 0, seconds));

const awaiting: ClaimRow = {
  id: 'claim',
  kind: 'claim',
  state: 'awaiting_ack',
  sign_record_id: 'record',
  device_sign_id: 'device',
  short_code: '4QB50C',
  operator_id: 'ada',
  expires_at: at(600),
  request_id: 'request',
  organization_id: 'organization',
  event_id: 'event',
  name: 'Sign',
  location: 'Hall',
  url: 'http://pages.virtual/a',
  handshake: 'acknowledged',
  submitted_at: at(0),
  claim_token: 'token',
  deadline_at: at(20),
  settled_at: null,
  outcome: null,
  reason: null,
  detail: null,
  response: null,
};
const committed: ClaimRow = { ...awaiting, state: 'committed', outcome: 'committed', settled_at: at(5) };
const failed: ClaimRow = { ...awaiting, state: 'failed', outcome: 'device_no_ack', settled_at: at(20) };
const record: SignRow = {
  id: 'record',
  organization_id: 'organization',
  event_id: 'event',
  name: 'Sign',
  location: 'Hall',
  url: 'http://pages.virtual/a',
  content_id: 'content',
  settings: {},
  device_sign_id: 'device',
  mac_address: '02:5d:00:00:00:10',
  short_code: '4QB50C',
  app_version: '1.0.0',
  platform: 'simulator',
  screen: {},
  claim_request_id: 'request',
  claim_confirmed_at: null,
  config_version: 1,
  version: 1,
  presence: null,
  last_seen_at: null,
  content_state: null,
  blank: null,
  restarting_until: null,
  acknowledged: null,
  unstable_until: null,
  screenshot_at: null,
  shown_url: null,
  shown_source: null,
  shown_until: null,
  created_at: at(5),
};
const ack: ReceivedAck = {
  signId: 'device',
  requestId: 'request',
  claimToken: 'token',
  result: 'success',
  node: 0,
  atMs: 4_000,
  wallMs: +at(4),
  clockErrorMs: 0,
};
const known: Circumstances = { acks: [ack], signs: [record], errorOf: () => 0, isLegacy: () => false };

describe('commits of claims', () => {
  const commit = (more: Partial<Circumstances> = {}, before: ClaimRow | null = awaiting, after = committed) =>
    checkClaimChange({ before, after }, { ...known, ...more });

  test('C2: a commit is accepted with its own success acknowledgement only', () => {
    expect(() => commit()).not.toThrow();
    for (const wrong of [
      { claimToken: 'another' },
      { requestId: 'another' },
      { signId: 'another' },
      { result: 'failure' },
      { wallMs: +at(20) },
    ])
      expect(() => commit({ acks: [{ ...ack, ...wrong }] })).toThrow(/without a success/);
    expect(() => commit({ acks: [] })).toThrow(/without a success/);
    expect(() => commit({}, null)).toThrow(/awaited no/);
    expect(() => commit({}, awaiting, { ...committed, settled_at: at(20) })).toThrow(/after its deadline/);
  });

  test('C4: a commit is refused without its record', () => {
    expect(() => commit({ signs: [] })).toThrow(/its record is not/);
    expect(() => commit({ signs: [{ ...record, device_sign_id: 'another' }] })).toThrow(/its record is not/);
    expect(() => commit({}, committed, { ...committed, state: 'failed', outcome: 'device_no_ack' })).toThrow(/final/);
  });

  test('C9: a commit at once is accepted in organizations with the legacy handshake only', () => {
    expect(() => commit({ isLegacy: () => true })).toThrow(/in the other way/);
    const legacy = { ...committed, handshake: 'legacy' as const };
    expect(() => commit({ isLegacy: () => true, acks: [] }, null, legacy)).not.toThrow();
    expect(() => commit({}, null, legacy)).toThrow(/in the other way/);
  });
});

describe('failures of claims', () => {
  const fail = (after: ClaimRow, signs: SignRow[] = []) =>
    checkClaimChange({ before: awaiting, after }, { ...known, signs });

  test('C3: a failed claim is refused where it leaves a record or a pendingSign', () => {
    expect(() => fail(failed)).not.toThrow();
    expect(() => fail(failed, [record])).toThrow(/left a record/);
    expect(() => fail({ ...awaiting, state: 'pending' })).toThrow(/left a pendingSign/);
  });

  test('C2: a failed page is accepted with the failure acknowledgement of its own device only', () => {
    const ofPage: ClaimRow = { ...failed, outcome: 'device_load_failed', reason: 'url_unreachable', settled_at: at(5) };
    const check = (acks: ReceivedAck[]) =>
      checkClaimChange({ before: awaiting, after: ofPage }, { ...known, signs: [], acks });
    expect(() => check([{ ...ack, result: 'failure' }])).not.toThrow();
    for (const acks of [[], [ack], [{ ...ack, result: 'failure', claimToken: 'another' }]])
      expect(() => check(acks)).toThrow(/not its own/);
  });

  test('C6: device_no_ack is refused before the deadline', () => {
    expect(() => fail({ ...failed, settled_at: at(19) })).toThrow(/before its deadline/);
  });
});

test('C10: an outcome is accepted where the history has it once, with actor, device, page and duration', () => {
  const item: HistoryRow = {
    at: at(5),
    kind: 'claim',
    sign_record_id: 'record',
    actor_id: 'ada',
    device_sign_id: 'device',
    url: 'http://pages.virtual/a',
    outcome: 'committed',
    reason: null,
    duration_ms: 5_000,
    request_id: 'request',
  };
  expect(() => checkHistory(committed, [item])).not.toThrow();
  expect(() => checkHistory(committed, [])).toThrow(/not in the history/);
  expect(() => checkHistory(committed, [item, item])).toThrow(/once/);
  for (const wrong of [{ actor_id: null }, { url: null }, { duration_ms: 4_000 }, { device_sign_id: null }])
    expect(() => checkHistory(committed, [{ ...item, ...wrong }])).toThrow(/not in the history/);
});

test('C8: unlinking a device removes its columns from the record and no other, and linking changes no other', () => {
  const none = { device_sign_id: null, mac_address: null, short_code: null, claim_request_id: null };
  const unlinked: SignRow = { ...record, ...none, app_version: null, platform: null, screen: null, config_version: 2 };
  const check = (before: SignRow, after: SignRow) => checkSignChange({ before, after }, [committed]);
  expect(() => check(record, unlinked)).not.toThrow();
  expect(() => check(record, { ...unlinked, mac_address: record.mac_address })).toThrow(/keeps its mac_address/);
  expect(() => check(record, { ...unlinked, url: null })).toThrow(/lost its url/);
  const linked: SignRow = { ...record, config_version: 3 };
  expect(() => check(unlinked, linked)).not.toThrow();
  expect(() => check(unlinked, { ...linked, name: 'Other' })).toThrow(/lost its name/);
  expect(() => check(unlinked, { ...linked, claim_request_id: 'another' })).toThrow(/no committed claim/);
  expect(() => check(unlinked, { ...linked, config_version: 2 })).toThrow(/same version/);
});

test('each transition of a claim has a name for the coverage table', () => {
  expect(transitionOf({ before: awaiting, after: committed })).toBe('claim awaiting_ack → committed acknowledged');
  expect(transitionOf({ before: awaiting, after: failed })).toBe('claim awaiting_ack → failed device_no_ack');
  expect(transitionOf({ before: null, after: awaiting })).toBe('claim none → awaiting_ack');
  expect(transitionOf({ before: awaiting, after: { ...awaiting, claim_token: 'next' } })).toBe(
    'claim awaiting_ack → awaiting_ack',
  );
  expect(transitionOf({ before: awaiting, after: awaiting })).toBeNull();
});
