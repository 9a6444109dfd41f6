import { ERROR_CODES, type LoadFailureReason, type RestErrorCode } from '@sign-display/contracts/error-codes';
import type { Problem } from '@sign-display/contracts/rest/problem';

/** Every refusal in words for a person: what happened, then what to do. */

type Words = readonly [title: string, next: string];

const WORDS: Record<RestErrorCode, Words> = {
  device_no_ack: ['The sign did not answer.', 'If it shows its code, try again; if it is dark, check its power.'],
  device_load_failed: ['The sign could not load the page.', 'Open the address on another device, then try again.'],
  sign_not_connected: [
    'The sign is not connected.',
    'Read its checklist; unplug it, count to five, plug it in, try again.',
  ],
  request_in_progress: ['Someone else is claiming this sign.', 'Wait some 20 seconds, and try again.'],
  sign_already_claimed: ['This sign is already claimed.', 'Find it with "list"; "unregister" sets it free.'],
  sign_not_unlinked: ['This record already has a device.', 'Choose another, or use "replace".'],
  sign_not_linked: ['This record has no device.', 'Give it one with "link".'],
  short_code_mismatch: ['This QR contradicts itself.', 'Type the six characters that stand below it instead.'],
  short_code_unknown: [
    'No connected, unclaimed sign shows this code.',
    'Compare 8 and B, 5 and S, 2 and Z with its screen; a sign that is claimed already is in "list".',
  ],
  short_code_ambiguous: ['Two signs show this code.', 'Give the text of the QR in place of the code.'],
  pending_expired: ['The claim was started too long ago.', 'Start again with the same command.'],
  request_id_reused: ['This request identifier was used for another request.', 'Try again without --request-id.'],
  invalid_url: ['This address can’t be used.', 'It must be a web page (http, https) of a host that is allowed.'],
  validation_failed: ['Something in the request needs another look.', 'Correct the fields that it names.'],
  quota_exceeded: ['The organization has as many as it may have.', 'Remove what is not needed.'],
  unauthenticated: ['You are not signed in.', 'Check --email and the password, or take a new token: "sign-in".'],
  forbidden: ['Your role does not allow this.', 'Ask an admin to do it, or to change your role.'],
  not_found: ['There is nothing of that kind that you may see.', 'See what there is with "list".'],
  conflict: ['The request conflicts with how things stand.', 'Look at the record with "list", and try again.'],
  precondition_failed: ['The record was changed meanwhile.', 'Look at it, and change it again.'],
  precondition_required: ['The request does not say which version it changes.', 'Update this program.'],
  payload_too_large: ['The request is too large.', 'Shorten what you gave.'],
  unsupported_media_type: ['The service does not understand this program.', 'Update this program.'],
  rate_limited: ['Too many attempts.', 'Wait as long as it says, then try again.'],
  unavailable: ['The service is busy or starting.', 'Try again in a moment.'],
  internal: ['The service made a mistake.', 'Try again; its log has the reason.'],
};

const LOAD_WORDS: Record<LoadFailureReason, Words> = {
  url_unreachable: [
    'The sign can’t reach the page.',
    'Look for a typing mistake; the network at the sign may block it.',
  ],
  url_load_failed: [
    'The page answered the sign with an error.',
    'Its owner has to fix it; claim without --url, set a page later.',
  ],
  sign_timeout: ['The page took the sign too long to load.', 'Try again: that loads it anew.'],
};

/** In words. `details`: what the service adds, its own sentence, the fields, how long to wait. */
export function explain(problem: Omit<Problem, 'type'>) {
  const { code, reason, detail, errors = [], retryAfterMs } = problem;
  const [title, next] = (reason && LOAD_WORDS[reason]) ?? WORDS[code];
  const details = errors.map(({ path, message }) => `${path.slice(1) || 'the request'}: ${message}`);
  if (errors.length === 0 && detail !== ERROR_CODES[code].title) details.push(detail);
  if (retryAfterMs !== undefined) details.push(`Wait ${Math.ceil(retryAfterMs / 1_000)} seconds.`);
  return { title, next, details };
}
