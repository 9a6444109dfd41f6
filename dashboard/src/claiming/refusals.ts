import type { RestErrorCode } from '@sign-display/contracts/error-codes';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { BrokenStep } from './screen-model-types.ts';
import type { Refused, Said } from './claim-state.ts';
import type { BarePress } from './view-parts.ts';

/**
 * Every refusal of a claim: the step that broke, whether nothing was claimed, and the two next steps, the likeliest first (the design's table "Voice"). Its words
 * stand under the same name in the catalogue (`claiming.refusals`).
 */

export type RefusalName =
  | Extract<keyof ClaimingWords['claiming']['refusals'], RestErrorCode>
  | 'url_unreachable'
  | 'url_load_failed'
  | 'sign_timeout'
  | 'too_often'
  | 'sign_gone'
  | 'restarted'
  | 'owned'
  | 'broken_off'
  | 'unreachable'
  | 'other';

type PressWord = Exclude<keyof ClaimingWords['claiming']['press'], 'wait'> | 'back' | 'withoutPage' | 'changeAddress';
export type NextStep = [word: PressWord, press: BarePress];

export interface RefusalRow {
  broke: BrokenStep;
  /** "The sign was not claimed" is added to its lead: where that is certain, and isn't said otherwise. */
  saysNothingClaimed: boolean;
  next: readonly NextStep[];
}

const AGAIN: NextStep = ['tryAgain', 'try-again'];
const NOW: NextStep = ['tryNow', 'try-again'];
const ANOTHER: NextStep = ['another', 'another-sign'];
const BACK: NextStep = ['back', 'back'];
const SCAN: NextStep = ['scan', 'open-camera'];
const SCAN_AGAIN: NextStep = ['scanAgain', 'open-camera'];
const TYPE: NextStep = ['type', 'open-keypad'];
const WITHOUT_PAGE: NextStep = ['withoutPage', 'without-page'];
const LOAD_AGAIN: NextStep = ['loadAgain', 'load-again'];

const row = (broke: BrokenStep, saysNothingClaimed: boolean, ...next: NextStep[]): RefusalRow => ({
  broke,
  saysNothingClaimed,
  next,
});

export const REFUSALS: Record<RefusalName, RefusalRow> = {
  device_no_ack: row('asked', true, AGAIN, SCAN_AGAIN),
  url_unreachable: row('loaded', true, ['changeAddress', 'change-address'], WITHOUT_PAGE),
  url_load_failed: row('loaded', true, WITHOUT_PAGE, LOAD_AGAIN),
  sign_timeout: row('loaded', true, LOAD_AGAIN, WITHOUT_PAGE),
  sign_not_connected: row('asked', false, AGAIN, ANOTHER),
  request_in_progress: row('asked', false, NOW, ANOTHER),
  sign_already_claimed: row('code', false, ['walls', 'find-on-walls'], ANOTHER),
  sign_not_unlinked: row('code', false, ['pickAnother', 'open-prepared'], ['replace', 'replace-instead']),
  sign_not_linked: row('code', false, ['link', 'link-instead'], BACK),
  short_code_mismatch: row('code', false, TYPE, SCAN_AGAIN),
  short_code_unknown: row('code', false, ['correct', 'open-keypad'], SCAN),
  short_code_ambiguous: row('code', false, SCAN, BACK),
  pending_expired: row('code', false, ['findAgain', 'find-again'], ANOTHER),
  request_id_reused: row('asked', false, ['afresh', 'start-afresh'], BACK),
  invalid_url: row('code', true, ['pickAnother', 'open-prepared'], BACK),
  validation_failed: row('code', true, BACK, ANOTHER),
  quota_exceeded: row('code', true, AGAIN, BACK),
  // Scans aren't counted as guesses (contract, section 5).
  rate_limited: row('code', false, AGAIN, SCAN),
  owned: row('code', false, ['walls', 'find-on-walls'], ['replace', 'replace-owner'], ANOTHER),
  restarted: row('asked', true, NOW, ANOTHER),
  broken_off: row('asked', true, NOW, ANOTHER),
  too_often: row('asked', false, NOW, BACK),
  unauthenticated: row('code', false, ['signIn', 'sign-in'], BACK),
  forbidden: row('code', false, ['anotherEvent', 'open-events'], BACK),
  not_found: row('code', false, ['event', 'open-events'], BACK),
  sign_gone: row('code', true, ['newSign', 'without-record']),
  unavailable: row('asked', false, NOW, BACK),
  internal: row('asked', false, ['outcome', 'try-again'], BACK),
  unreachable: row('code', false, NOW),
  other: row('asked', false, BACK, ANOTHER),
};

const isNamed = (code: string): code is RefusalName => Object.hasOwn(REFUSALS, code);

/** The field of what was sent that is to blame (contract, section 2: `errors[]`). */
const isOfField = ({ errors }: Said, path: string): boolean => errors?.some((error) => error.path === path) ?? false;

/** Wrong codes rest for minutes; what is a minute's many requests is over in one. */
export const isGuessing = (said: Said): boolean => isOfField(said, '/shortCode');

/** Of an attempt alone: the way on from these is another attempt. */
const OF_ATTEMPTS = new Set<string>([
  'device_no_ack',
  'device_load_failed',
  'sign_not_unlinked',
  'sign_not_linked',
  'request_id_reused',
  'invalid_url',
  'quota_exceeded',
]);
/** What the page begins with reads: these and no others. */
const OF_READING = new Set<string>(['unauthenticated', 'forbidden', 'not_found', 'rate_limited', 'unavailable']);

/** Whether the code is one that can be gone on from there. What the service doesn't say there is our mistake. */
function belongs({ of }: Refused, code: string): boolean {
  if (of === 'opening') return OF_READING.has(code);
  return of === 'attempt' || !OF_ATTEMPTS.has(code);
}

/**
 * Of a pendingSign that is gone the service says `not_found`, as of an event that is, and names the field. The sign is found again as after `pending_expired`.
 */
export const isPendingGone = (said: Said): boolean => said.code === 'not_found' && isOfField(said, '/pendingId');

/** The service was asked for a record, or to give it a device. */
const isOfRecord = (refused: Refused): boolean =>
  refused.of === 'opening'
    ? refused.isOfSign === true
    : refused.of === 'attempt' && refused.attempt.purpose.is !== 'new';

/** Under which name a refusal stands in the table. */
export function nameOf(refused: Refused): RefusalName {
  const { said } = refused;
  if (said === null) return 'unreachable';
  if (!belongs(refused, said.code)) return 'internal';
  const { ours } = refused.of === 'opening' ? {} : refused;
  if (ours !== undefined && said.code !== 'short_code_unknown') return ours === 'restart' ? 'restarted' : 'broken_off';
  if (refused.of === 'attempt' && isPendingGone(said)) return 'pending_expired';
  if (said.code === 'not_found' && isOfRecord(refused)) return 'sign_gone';
  if (said.code === 'device_load_failed') return said.reason ?? 'url_load_failed';
  if (said.code === 'rate_limited') return isGuessing(said) ? 'rate_limited' : 'too_often';
  return isNamed(said.code) ? said.code : 'other';
}
