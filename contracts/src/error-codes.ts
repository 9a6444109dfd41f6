/**
 * Every refusal the service gives, on REST and on the socket alike: one table of code, HTTP status and text (contract, section 2;
 * interface specification, section 7). `status` is null where a code exists on the socket only.
 */
export const ERROR_CODES = {
  device_no_ack: { status: 504, title: 'The sign did not respond. Check that it is online and retry.' },
  device_load_failed: { status: 400, title: 'The sign could not load the page.' },
  sign_not_connected: { status: 400, title: 'The sign is not connected. Turn it off and on again, then retry.' },
  request_in_progress: { status: 409, title: 'Another claim is in progress for this sign. Wait and retry.' },
  sign_already_claimed: { status: 409, title: 'This sign is already claimed. Unregister it first.' },
  sign_not_unlinked: { status: 409, title: 'This record already has a device. Unregister or replace that device.' },
  sign_not_linked: { status: 409, title: 'This record has no device yet.' },
  short_code_mismatch: { status: 400, title: 'The short code does not belong to this sign. Scan the code again.' },
  short_code_unknown: {
    status: 404,
    title: 'No connected, unclaimed sign is showing this code. Check the six characters on the screen of the sign.',
  },
  short_code_ambiguous: { status: 409, title: 'Two signs are showing this code. Scan the QR code instead.' },
  pending_expired: { status: 410, title: 'This claim has expired. Scan the sign again.' },
  request_id_reused: { status: 409, title: 'This requestId was already used for another request.' },
  invalid_url: { status: 400, title: 'The URL must lead to an http or https page that this organization allows.' },
  validation_failed: { status: 400, title: 'The request does not match the schema.' },
  quota_exceeded: {
    status: 409,
    title:
      'The organization has reached its limit. Delete something that is no longer needed, or ask the operator of the service to raise the limit.',
  },
  mfa_required: {
    status: 403,
    title: 'This session was opened without a second factor, and this needs one. Sign in again with a code.',
  },
  password_change_required: {
    status: 403,
    title: 'Choose your own password first. The password that the service printed only lets you replace it.',
  },
  unauthenticated: { status: 401, title: 'Sign in first.' },
  forbidden: { status: 403, title: 'Your role does not allow this.' },
  not_found: { status: 404, title: 'This does not exist, or you have no access to it.' },
  conflict: { status: 409, title: 'The request conflicts with the current state.' },
  precondition_failed: { status: 412, title: 'The record was changed in the meantime.' },
  precondition_required: { status: 428, title: 'Send an If-Match header with the version that you are changing.' },
  payload_too_large: { status: 413, title: 'The request is too large.' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON (application/json).' },
  rate_limited: { status: 429, title: 'Too many requests. Wait and retry.' },
  unavailable: { status: 503, title: 'The service cannot answer right now. Retry shortly.' },
  internal: { status: 500, title: 'The service had an internal error, which was logged.' },
  identity_conflict: { status: null, title: 'This signId belongs to another device.' },
  invalid_identity: { status: null, title: 'The identity in the handshake is malformed.' },
  protocol_unsupported: { status: null, title: 'This protocol version is not supported.' },
  clone_quarantined: { status: null, title: 'Another machine with this identity is connected.' },
  not_registered: { status: null, title: 'The device must register first.' },
  invalid_message: { status: null, title: 'The message does not match the schema.' },
  message_too_large: { status: null, title: 'The message is too large.' },
} as const satisfies Record<string, { status: number | null; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
/** The codes that a REST reply can carry. */
export type RestErrorCode = {
  [Code in ErrorCode]: (typeof ERROR_CODES)[Code]['status'] extends number ? Code : never;
}[ErrorCode];

/** Why a page could not be loaded (interface specification, section 7). */
export const LOAD_FAILURE_REASONS = ['url_unreachable', 'url_load_failed', 'sign_timeout'] as const;
export type LoadFailureReason = (typeof LOAD_FAILURE_REASONS)[number];

/** An expected refusal: a value, not an exception. */
export interface Refusal {
  code: ErrorCode;
  /** A sentence for this case; the table's title where there is none. */
  detail?: string;
  reason?: LoadFailureReason;
  retryAfterMs?: number;
  requestId?: string;
  /** With `identity_conflict` in a handshake: an admin took this identity from every machine that had it. The sign is to become another. */
  reset?: true;
}
