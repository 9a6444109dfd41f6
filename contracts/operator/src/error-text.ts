import { ERROR_CODES, type LoadFailureReason, type RestErrorCode } from '@sign-display/contracts/error-codes';
import type { Problem } from '@sign-display/contracts/rest/problem';

/** Every refusal in words for a person: what happened, then what to do. */

type Words = readonly [title: string, next: string];

const WORDS: Record<RestErrorCode, Words> = {
  device_no_ack: ['The sign did not answer.', 'If it shows its code, try again. If it is dark, check its power.'],
  device_load_failed: ['The sign could not load the page.', 'Open the address on another device, then try again.'],
  sign_not_connected: [
    'The sign is not connected.',
    'Read the checklist on its screen. Unplug it, wait five seconds, plug it in, and try again.',
  ],
  request_in_progress: ['Someone else is claiming this sign.', 'Wait about 20 seconds and try again.'],
  sign_already_claimed: [
    'This sign is already claimed.',
    'Find the sign with "list". Use "unregister" to release the sign.',
  ],
  sign_not_unlinked: ['This record already has a device.', 'Choose another record, or use "replace".'],
  sign_not_linked: ['This record has no device.', 'Link a device with "link".'],
  short_code_mismatch: ['This QR code is not valid.', 'Type the six characters below it instead.'],
  short_code_unknown: [
    'No connected, unclaimed sign is showing this code.',
    'Compare your code with the screen (8 and B, 5 and S, 2 and Z are easily mixed up). Signs that are already claimed are in "list".',
  ],
  short_code_ambiguous: [
    'Two signs are showing this code.',
    'Pass the text of the QR code instead of the six characters.',
  ],
  pending_expired: ['The claim was started too long ago.', 'Start again with the same command.'],
  request_id_reused: [
    'This request identifier was already used for another request.',
    'Try again without --request-id.',
  ],
  invalid_url: ['This URL can’t be used.', 'Correct the URL, or ask an admin to allow its host.'],
  validation_failed: ['The request is not valid.', 'Correct the values that are named above, then try again.'],
  quota_exceeded: ['The organization has reached its limit.', 'Delete something that is no longer needed.'],
  mfa_required: [
    'You signed in with your password alone, and this needs two-step sign-in.',
    'Turn on two-step sign-in in your account on the pages of the service. Then sign in with a code.',
  ],
  password_change_required: [
    'Your password is still the first password that the service printed.',
    'Sign in to the pages of the service and choose your own password.',
  ],
  unauthenticated: ['You are not signed in.', 'Check --email and the password, or get a new token with "sign-in".'],
  forbidden: ['Your role does not allow this.', 'Ask an admin to do it, or to change your role.'],
  not_found: ['This does not exist, or you have no access to it.', 'List the signs with "list".'],
  conflict: ['The request conflicts with the current state.', 'Check the record with "list" and try again.'],
  precondition_failed: ['The record was changed in the meantime.', 'Check the record and repeat your change.'],
  precondition_required: ['The request does not contain the version that it changes.', 'Update this program.'],
  payload_too_large: ['The request is too large.', 'Shorten your input.'],
  unsupported_media_type: [
    'The service does not accept the requests of this version of the program.',
    'Update this program.',
  ],
  rate_limited: ['Too many requests.', 'Wait a minute, then try again.'],
  unavailable: ['The service is busy or starting.', 'Try again in a moment.'],
  internal: ['The service had an internal error.', 'Try again. The log of the service contains the cause.'],
};

const LOAD_WORDS: Record<LoadFailureReason, Words> = {
  url_unreachable: [
    'The sign can’t reach the page.',
    'Check the address for typos. The network at the sign may also block the page.',
  ],
  url_load_failed: [
    'The page answered the sign with an error.',
    'The owner of the page has to fix it. You can claim the sign without --url and set a page later.',
  ],
  sign_timeout: ['The page took too long to load.', 'Run the command again to reload the page.'],
};

/** The options that have another name in the request. */
const OPTIONS: Record<string, string> = {
  '/q': '--search',
  '/timeZone': '--time-zone',
  '/requestId': '--request-id',
  '/url': '--url',
  '/expiresInSeconds': '--expires',
  '/args/url': '--url',
  '/args/until': '--until',
  '/args/limit': '--limit',
  '/args/since': '--since',
  '/args/maxWidth': '--max-width',
  '/args/seconds': '--seconds',
};

/** Formats a waiting time: in seconds up to two minutes, then in minutes, always rounded up. */
function waitingTime(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Explains a problem in words. `details`: the service's own sentence, or one line per field. */
export function explain(problem: Omit<Problem, 'type'>) {
  const { code, reason, detail, errors = [], retryAfterMs } = problem;
  const [title, usual] = (reason && LOAD_WORDS[reason]) ?? WORDS[code];
  const details = errors.map(({ path, message }) => `${OPTIONS[path] ?? (path.slice(1) || 'the request')}: ${message}`);
  if (errors.length === 0 && detail !== ERROR_CODES[code].title) details.push(detail);
  const next = retryAfterMs === undefined ? usual : `Wait ${waitingTime(retryAfterMs)}, then try again.`;
  return { title, next, details };
}
