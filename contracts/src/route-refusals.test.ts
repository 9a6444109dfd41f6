import { expect, expectTypeOf, test } from 'vitest';
import { ROUTES, refusalsOf, type RefusalCode, type RouteKey } from './routes.ts';

/** Every code that each route can refuse with, written out: what a client may meet. */
const PAGE = ['rate_limited', 'unavailable'] as const;
const API = [...PAGE, 'internal'] as const;
/** Also while the account still has its printed first password (details 102). */
const FIRST_PASSWORD = ['unauthenticated', 'validation_failed', ...API] as const;
const SIGNED_IN = ['password_change_required', ...FIRST_PASSWORD] as const;
/** A6: also an organization may require a second factor. */
const MEMBER = ['forbidden', 'not_found', 'mfa_required', ...SIGNED_IN] as const;
const BODY = ['validation_failed', 'payload_too_large', 'unsupported_media_type'] as const;
const OF_VERSIONS = ['precondition_failed', 'precondition_required'] as const;
const CLAIM_START = [
  'short_code_mismatch',
  'short_code_unknown',
  'short_code_ambiguous',
  'sign_already_claimed',
  'request_in_progress',
  'sign_not_connected',
] as const;
const CLAIM = [
  ...CLAIM_START,
  'request_id_reused',
  'pending_expired',
  'device_load_failed',
  'device_no_ack',
  'invalid_url',
] as const;
const REFUSALS = {
  'GET /health': [],
  'GET /health/ready': [],
  'GET /health/live': [],
  'GET /api/openapi.json': PAGE,
  'GET /api/docs': PAGE,
  'POST /api/auth/sign-in/email': [...FIRST_PASSWORD, ...BODY, 'forbidden'],
  'POST /api/auth/sign-out': [...FIRST_PASSWORD, ...BODY, 'forbidden'],
  'GET /api/auth/get-session': [...API, 'validation_failed'],
  'GET /api/auth/list-sessions': SIGNED_IN,
  'POST /api/auth/revoke-session': [...SIGNED_IN, ...BODY, 'forbidden'],
  'POST /api/auth/revoke-other-sessions': [...SIGNED_IN, ...BODY, 'forbidden'],
  'POST /api/auth/revoke-sessions': [...SIGNED_IN, ...BODY, 'forbidden'],
  'POST /api/auth/update-user': [...SIGNED_IN, ...BODY, 'forbidden'],
  'POST /api/auth/change-password': [...FIRST_PASSWORD, ...BODY, 'forbidden'],
  'POST /api/auth/request-password-reset': [...API, ...BODY, 'forbidden'],
  'POST /api/auth/reset-password': [...API, ...BODY, 'forbidden'],
  'GET /api/me': FIRST_PASSWORD,
  'GET /api/me/security-events': SIGNED_IN,
  'POST /api/auth/two-factor/enable': [...SIGNED_IN, ...BODY, 'conflict'],
  'POST /api/auth/two-factor/disable': [...SIGNED_IN, ...BODY, 'mfa_required', 'conflict'],
  'POST /api/auth/two-factor/generate-backup-codes': [...SIGNED_IN, ...BODY, 'mfa_required', 'conflict'],
  'POST /api/auth/two-factor/verify-totp': [...SIGNED_IN, ...BODY, 'conflict'],
  'POST /api/auth/two-factor/verify-backup-code': [...SIGNED_IN, ...BODY, 'conflict'],
  'GET /api/auth/passkey/list-user-passkeys': SIGNED_IN,
  'POST /api/auth/passkey/generate-register-options': [
    ...SIGNED_IN,
    ...BODY,
    'mfa_required',
    'conflict',
    'quota_exceeded',
  ],
  'POST /api/auth/passkey/verify-registration': [...SIGNED_IN, ...BODY, 'mfa_required', 'conflict', 'quota_exceeded'],
  'POST /api/auth/passkey/delete-passkey': [...SIGNED_IN, ...BODY, 'mfa_required', 'not_found'],
  'POST /api/auth/passkey/generate-authenticate-options': [...API, ...BODY, 'conflict'],
  'POST /api/auth/passkey/verify-authentication': [...API, ...BODY, 'unauthenticated'],
  'GET /api/organizations': SIGNED_IN,
  'POST /api/organizations': [...SIGNED_IN, ...BODY, 'forbidden', 'mfa_required'],
  'GET /api/organizations/:id': MEMBER,
  'PATCH /api/organizations/:id': [...MEMBER, ...BODY, ...OF_VERSIONS],
  'GET /api/organizations/:id/hosts': MEMBER,
  'GET /api/organizations/:id/url-check': MEMBER,
  'GET /api/organizations/:id/members': MEMBER,
  'POST /api/organizations/:id/members': [...MEMBER, ...BODY, 'conflict'],
  'PATCH /api/organizations/:id/members/:userId': [...MEMBER, ...BODY, 'conflict'],
  'DELETE /api/organizations/:id/members/:userId': [...MEMBER, ...BODY, 'conflict'],
  'GET /api/organizations/:id/members/:userId/sessions': MEMBER,
  'DELETE /api/organizations/:id/members/:userId/sessions': [...MEMBER, ...BODY],
  'DELETE /api/organizations/:id/members/:userId/sessions/:sessionId': [...MEMBER, ...BODY],
  'GET /api/invitations/:token': [...API, 'validation_failed', 'not_found'],
  'POST /api/invitations/:token/accept': [...SIGNED_IN, ...BODY, 'forbidden', 'not_found', 'conflict'],
  'GET /api/organizations/:id/events': MEMBER,
  'POST /api/organizations/:id/events': [...MEMBER, ...BODY, 'quota_exceeded'],
  'GET /api/events/:id': MEMBER,
  'PATCH /api/events/:id': [...MEMBER, ...BODY],
  'DELETE /api/events/:id': [...MEMBER, ...BODY, 'conflict'],
  'GET /api/events/:id/summary': MEMBER,
  'GET /api/events/:id/strips': MEMBER,
  'GET /api/events/:id/claim-attempts': MEMBER,
  'GET /api/signs': MEMBER,
  'POST /api/signs': [...MEMBER, ...BODY, 'invalid_url', 'quota_exceeded'],
  'GET /api/signs/:id': MEMBER,
  'PATCH /api/signs/:id': [...MEMBER, ...BODY, ...OF_VERSIONS, 'invalid_url'],
  'DELETE /api/signs/:id': [...MEMBER, ...BODY, 'conflict'],
  'GET /api/signs/snapshot': MEMBER,
  'POST /api/signs/claim/start': [...MEMBER, ...BODY, ...CLAIM_START],
  'DELETE /api/signs/claim/:pendingId': [...SIGNED_IN, ...BODY, 'not_found', 'request_in_progress'],
  'POST /api/signs/claim': [...MEMBER, ...BODY, ...CLAIM, 'quota_exceeded'],
  'POST /api/signs/:id/link': [...MEMBER, ...BODY, ...CLAIM, 'sign_not_unlinked'],
  'POST /api/signs/:id/replace': [...MEMBER, ...BODY, ...CLAIM, 'sign_not_linked'],
  'POST /api/signs/:id/unregister': [...MEMBER, ...BODY, 'request_in_progress', 'sign_not_linked'],
  'GET /api/signs/:id/clones': MEMBER,
  'POST /api/signs/:id/clones/:cloneId/decision': [...MEMBER, ...BODY, 'conflict'],
  'POST /api/signs/:id/commands': [
    ...MEMBER,
    ...BODY,
    'sign_not_connected',
    'sign_not_linked',
    'invalid_url',
    'quota_exceeded',
  ],
  'GET /api/signs/:id/commands': MEMBER,
  'POST /api/signs/bulk': [...MEMBER, ...BODY, 'invalid_url', 'quota_exceeded'],
  'GET /api/bulk/:id': MEMBER,
  'POST /api/bulk/:id/undo': [...MEMBER, ...BODY, 'quota_exceeded', 'conflict'],
  'GET /api/signs/:id/history': MEMBER,
  'GET /api/signs/:id/now': MEMBER,
  'GET /api/signs/:id/logs': MEMBER,
  'GET /api/signs/:id/metrics': MEMBER,
  'GET /api/signs/:id/content-fetches': MEMBER,
  'GET /api/signs/:id/screenshot': MEMBER,
  'GET /api/signs/:id/schedules': MEMBER,
  'PUT /api/signs/:id/schedules': [...MEMBER, ...BODY, ...OF_VERSIONS, 'invalid_url', 'quota_exceeded'],
  'DELETE /api/signs/:id/schedules': [...MEMBER, ...BODY, ...OF_VERSIONS],
  'GET /api/events/:id/schedules': MEMBER,
  'PUT /api/events/:id/schedules': [...MEMBER, ...BODY, ...OF_VERSIONS, 'invalid_url', 'quota_exceeded'],
  'DELETE /api/events/:id/schedules': [...MEMBER, ...BODY, ...OF_VERSIONS],
  'GET /api/events/:id/outages': MEMBER,
  'GET /api/outages/:id': MEMBER,
  'POST /api/outages/acknowledge': [...MEMBER, ...BODY, 'conflict'],
  'DELETE /api/outages/acknowledge': [...MEMBER, ...BODY, 'conflict'],
  'GET /api/events/:id/subscription': MEMBER,
  'PUT /api/events/:id/subscription': [...MEMBER, ...BODY],
  'POST /api/events/:id/subscription/test': [...MEMBER, ...BODY],
  'GET /api/push-subscriptions/key': [...SIGNED_IN, 'conflict'],
  'GET /api/push-subscriptions': SIGNED_IN,
  'POST /api/push-subscriptions': [...SIGNED_IN, ...BODY],
  'DELETE /api/push-subscriptions': [...SIGNED_IN, ...BODY],
  'GET /api/unsubscribe/:token': [...PAGE, 'validation_failed', 'not_found'],
  'POST /api/unsubscribe/:token': [...PAGE, 'validation_failed', 'not_found'],
  'GET /api/notifications': SIGNED_IN,
  'POST /api/notifications/read': [...SIGNED_IN, ...BODY],
  'GET /api/organizations/:id/failed-deliveries': MEMBER,
  'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry': [...MEMBER, ...BODY],
  'GET /api/audit': MEMBER,
  'GET /api/audit/export': MEMBER,
  'GET /api/content-fetches/export': MEMBER,
  'GET /api/system': [...SIGNED_IN, 'forbidden'],
  'GET /api/system/figures': [...SIGNED_IN, 'forbidden'],
  'GET /api/system/warm-ups': [...SIGNED_IN, 'forbidden'],
  'GET /api/system/jobs': [...SIGNED_IN, 'forbidden'],
  'POST /api/system/jobs/:id/retry': [...SIGNED_IN, ...BODY, 'forbidden', 'not_found', 'conflict'],
  'POST /api/system/mfa-reset': [...SIGNED_IN, ...BODY, 'forbidden', 'not_found', 'mfa_required'],
} as const;

type Told<Key extends RouteKey> = (typeof REFUSALS)[Key][number];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** The routes of which `RefusalCode` says something else than the table above. */
type Disagreeing = { [Key in RouteKey]: Same<RefusalCode<Key>, Told<Key>> extends true ? never : Key }[RouteKey];

test('the compiler knows the refusals of every route: RefusalCode is the union that refusalsOf returns', () => {
  expectTypeOf<Disagreeing>().toBeNever();
  const told = Object.entries(REFUSALS).map(([key, codes]) => [key, new Set<string>(codes)]);
  const keys = Object.keys(ROUTES) as RouteKey[];
  expect(keys.map((key) => [key, new Set<string>(refusalsOf(key))])).toEqual(told);
});
