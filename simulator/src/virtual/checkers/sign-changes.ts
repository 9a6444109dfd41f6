import { isDeepStrictEqual } from 'node:util';
import { assertPromise } from './assert-promise.ts';
import type { Change } from './shared-table-mirror.ts';
import type { ClaimRow, SignRow } from './row-types.ts';

/** What a commit may make of a sign's record (promises C3 and C8). Pure. */

/** What a device brings, and takes away with it. */
const OF_DEVICE = [
  'device_sign_id',
  'mac_address',
  'short_code',
  'app_version',
  'platform',
  'screen',
  'claim_request_id',
  'claim_confirmed_at',
  'blank',
  'restarting_until',
  'unstable_until',
  'screenshot_at',
] as const;
const KEPT = [
  'organization_id',
  'event_id',
  'name',
  'location',
  'url',
  'content_id',
  'settings',
  'created_at',
  'shown_url',
] as const;

/** Which way the record's device went; null where it is the same. */
export function deviceChangeOf({ before, after }: Change<SignRow>): 'linked' | 'unregistered' | 'replaced' | null {
  if (before === null || after === null || before.device_sign_id === after.device_sign_id) {
    return before !== null && after !== null && before.claim_request_id !== after.claim_request_id ? 'replaced' : null;
  }
  if (after.device_sign_id === null) return 'unregistered';
  return before.device_sign_id === null ? 'linked' : 'replaced';
}

export function checkSignChange(change: Change<SignRow>, claims: readonly ClaimRow[]): void {
  const { before, after } = change;
  if (after === null) return;
  const how = deviceChangeOf(change);
  if (after.device_sign_id !== null && (before === null || how !== null)) {
    const claim = claims.find(({ request_id: requestId }) => requestId === after.claim_request_id);
    const isCommitted =
      claim?.state === 'committed' &&
      claim.device_sign_id === after.device_sign_id &&
      claim.sign_record_id === after.id &&
      claim.organization_id === after.organization_id &&
      claim.event_id === after.event_id;
    assertPromise(isCommitted, 'C3', 'a record has a device that no committed claim gave it', () => ({
      seen: { record: after, claim },
      expected: 'the device of its committed claim',
    }));
  }
  if (before === null || how === null) return;
  for (const name of KEPT) {
    const isKept = isDeepStrictEqual(before[name], after[name]);
    assertPromise(isKept, 'C8', `a record that was ${how} lost its ${name}`, () => ({
      seen: after[name],
      expected: before[name],
    }));
  }
  if (how === 'unregistered') {
    for (const name of OF_DEVICE)
      assertPromise(after[name] === null, 'C8', `an unregistered record keeps its ${name}`, () => ({
        seen: after[name],
        expected: null,
      }));
    return;
  }
  for (const name of ['mac_address', 'short_code', 'app_version'] as const)
    assertPromise(after[name] !== null, 'C8', `a linked record has no ${name}`, () => ({
      seen: null,
      expected: 'a value',
    }));
  assertPromise(after.config_version > before.config_version, 'C7', 'another device reads the same version', () => ({
    seen: after.config_version,
    expected: `more than ${before.config_version}`,
  }));
}
