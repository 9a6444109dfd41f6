import { describe, expect, test } from 'vitest';
import { ERROR_CODES, LOAD_FAILURE_REASONS } from './error-codes.ts';
import { REST_ERROR_CODES } from './rest/problem.ts';

/** Contract, section 2, literally. */
const CONTRACT = {
  device_no_ack: 504,
  device_load_failed: 400,
  sign_not_connected: 400,
  request_in_progress: 409,
  sign_already_claimed: 409,
  sign_not_unlinked: 409,
  sign_not_linked: 409,
  short_code_mismatch: 400,
  short_code_unknown: 404,
  short_code_ambiguous: 409,
  pending_expired: 410,
  request_id_reused: 409,
  invalid_url: 400,
  validation_failed: 400,
  quota_exceeded: 409,
  mfa_required: 403,
  password_change_required: 403,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  precondition_required: 428,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
  identity_conflict: null,
  invalid_identity: null,
  protocol_unsupported: null,
  clone_quarantined: null,
  not_registered: null,
  invalid_message: null,
  message_too_large: null,
};

describe('error codes', () => {
  test('are those of the contract, with its statuses', () => {
    expect(Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status]))).toEqual(
      CONTRACT,
    );
  });

  test('a problem carries those with a status, and no others', () => {
    expect(REST_ERROR_CODES).toEqual(
      Object.entries(CONTRACT)
        .filter(([, status]) => status)
        .map(([code]) => code),
    );
  });

  test('the title of every error code is a full sentence', () => {
    for (const { title } of Object.values(ERROR_CODES)) expect(title).toMatch(/^[A-Z].*\.$/u);
  });

  test('a page fails to load for the reasons of the specification, section 7', () => {
    expect(LOAD_FAILURE_REASONS).toEqual(['url_unreachable', 'url_load_failed', 'sign_timeout']);
  });
});
