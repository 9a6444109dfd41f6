import type { RestErrorCode } from '@sign-display/contracts/error-codes';
import type { RouteKey } from '@sign-display/contracts/routes';

/** What the document says of a route that its row in the contract's table does not. */
export interface Operation {
  id: string;
  tag: Tag;
  summary: string;
  /** What it can refuse with beside that which follows from its role, its parameters and its body (`refusals.ts`). */
  refusals?: readonly RestErrorCode[];
}

export const TAGS = {
  service: 'Health of the service, and this document.',
  sessions: 'Signing in and out, sessions, passwords.',
  organizations: 'Organizations, their members and invitations.',
  events: 'What signs are put up for.',
  signs: 'Sign records: the list, single records, their history.',
  claiming: 'Making a device the sign of a record.',
  commands: 'What a sign is told to do, one by one and in bulk.',
  schedules: 'What is shown when.',
  reports: 'What signs tell of themselves.',
  notifications: 'What a person wants to be told, and what they were told.',
  audit: 'Who did what.',
} as const;
type Tag = keyof typeof TAGS;

const CLAIM_REFUSALS = [
  'short_code_mismatch',
  'short_code_unknown',
  'short_code_ambiguous',
  'request_id_reused',
  'pending_expired',
  'sign_already_claimed',
  'request_in_progress',
  'sign_not_connected',
  'device_load_failed',
  'device_no_ack',
  'invalid_url',
] as const satisfies RestErrorCode[];

const op = (id: string, tag: Tag, summary: string, refusals?: readonly RestErrorCode[]): Operation => ({
  id,
  tag,
  summary,
  ...(refusals && { refusals }),
});

export const OPERATIONS: Record<RouteKey, Operation> = {
  'GET /health': op('health', 'service', 'How the service is; 503 only where the database is down'),
  'GET /health/ready': op('ready', 'service', 'Whether this node is to be sent requests'),
  'GET /health/live': op('live', 'service', 'Whether the process is alive'),
  'GET /api/openapi.json': op('openApi', 'service', 'This document'),
  'GET /api/docs': op('docs', 'service', 'This document, to browse'),

  'POST /api/auth/sign-in/email': op(
    'signIn',
    'sessions',
    'Sign in: a cookie for browsers, and a bearer token in the header `set-auth-token`',
    ['unauthenticated', 'forbidden', 'rate_limited'],
  ),
  'POST /api/auth/sign-out': op('signOut', 'sessions', 'End this session', ['forbidden']),
  'GET /api/auth/get-session': op(
    'getSession',
    'sessions',
    'The session of the request; null for who is not signed in',
  ),
  'GET /api/auth/list-sessions': op('listSessions', 'sessions', 'The sessions of the caller'),
  'POST /api/auth/revoke-session': op('revokeSession', 'sessions', 'End one session of the caller', ['forbidden']),
  'POST /api/auth/revoke-other-sessions': op(
    'revokeOtherSessions',
    'sessions',
    'End every session of the caller but this one',
    ['forbidden'],
  ),
  'POST /api/auth/revoke-sessions': op(
    'revokeSessions',
    'sessions',
    'End every session of the caller, this one as well',
    ['forbidden'],
  ),
  'POST /api/auth/change-password': op('changePassword', 'sessions', 'Choose another password, knowing the old one', [
    'forbidden',
  ]),
  'POST /api/auth/request-password-reset': op(
    'requestPasswordReset',
    'sessions',
    'Be mailed a link by which to choose another password; the same answer for every address',
    ['forbidden', 'rate_limited'],
  ),
  'POST /api/auth/reset-password': op(
    'resetPassword',
    'sessions',
    'Choose another password with the token of the mail’s link; every session of the person ends',
    ['forbidden', 'rate_limited'],
  ),
  'GET /api/me': op('me', 'sessions', 'Who is signed in, and in which organizations'),

  'GET /api/organizations': op('listOrganizations', 'organizations', 'The caller’s organizations'),
  'POST /api/organizations': op('createOrganization', 'organizations', 'Make an organization, as its owner', [
    'forbidden',
  ]),
  'GET /api/organizations/:id': op('getOrganization', 'organizations', 'An organization'),
  'PATCH /api/organizations/:id': op('patchOrganization', 'organizations', 'Change an organization'),
  'GET /api/organizations/:id/members': op('listMembers', 'organizations', 'Its members, and who is invited'),
  'POST /api/organizations/:id/members': op('inviteMember', 'organizations', 'Invite somebody by mail', ['conflict']),
  'PATCH /api/organizations/:id/members/:userId': op('patchMember', 'organizations', 'Give a member another role', [
    'conflict',
  ]),
  'DELETE /api/organizations/:id/members/:userId': op(
    'removeMember',
    'organizations',
    'Remove a member, or withdraw an invitation',
    ['conflict'],
  ),
  'GET /api/invitations/:token': op('getInvitation', 'organizations', 'What an invitation is for', ['not_found']),
  'POST /api/invitations/:token/accept': op(
    'acceptInvitation',
    'organizations',
    'Accept an invitation, once: an account is made, or the signed-in person joins',
    ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  ),

  'GET /api/organizations/:id/events': op('listEvents', 'events', 'The events of an organization'),
  'POST /api/organizations/:id/events': op('createEvent', 'events', 'Make an event', ['quota_exceeded']),
  'GET /api/events/:id': op('getEvent', 'events', 'An event'),
  'PATCH /api/events/:id': op('patchEvent', 'events', 'Change an event'),
  'DELETE /api/events/:id': op('deleteEvent', 'events', 'Delete an event that has no signs', ['conflict']),
  'GET /api/events/:id/claim-attempts': op('listClaimAttempts', 'claiming', 'Every attempt to claim a sign for it'),

  'GET /api/signs': op('listSigns', 'signs', 'The signs of an organization'),
  'POST /api/signs': op('createSign', 'signs', 'Make a record before its device is there (Flow B)', [
    'invalid_url',
    'quota_exceeded',
  ]),
  'GET /api/signs/:id': op('getSign', 'signs', 'A sign'),
  'PATCH /api/signs/:id': op('patchSign', 'signs', 'Change a sign, as it was read', [
    'invalid_url',
    'precondition_failed',
    'precondition_required',
  ]),
  'DELETE /api/signs/:id': op('deleteSign', 'signs', 'Delete a record; its device goes to the QR screen', ['conflict']),
  'POST /api/signs/claim/start': op('startClaim', 'claiming', 'Begin a claim with what was scanned or typed', [
    'short_code_mismatch',
    'short_code_unknown',
    'short_code_ambiguous',
    'sign_already_claimed',
    'request_in_progress',
    'sign_not_connected',
  ]),
  'POST /api/signs/claim': op('claimSign', 'claiming', 'Claim a device (Flow A)', [
    ...CLAIM_REFUSALS,
    'quota_exceeded',
  ]),
  'POST /api/signs/:id/link': op('linkSign', 'claiming', 'Give a record its device (Flow B)', [
    ...CLAIM_REFUSALS,
    'sign_not_unlinked',
  ]),
  'POST /api/signs/:id/replace': op('replaceSign', 'claiming', 'Give a record another device, in one scan', [
    ...CLAIM_REFUSALS,
    'sign_not_linked',
  ]),
  'POST /api/signs/:id/unregister': op('unregisterSign', 'claiming', 'Take the device off a record', [
    'sign_not_linked',
    'request_in_progress',
  ]),

  'GET /api/signs/:id/clones': op('listClones', 'signs', 'Other machines that came under its device’s identity'),
  'POST /api/signs/:id/clones/:cloneId/decision': op(
    'decideClone',
    'signs',
    'Decide which machine is the sign; only `reset_both` keeps a copied disk out for good',
    ['conflict'],
  ),

  'POST /api/signs/:id/commands': op('sendCommand', 'commands', 'Tell a sign to do something', [
    'invalid_url',
    'quota_exceeded',
    'sign_not_linked',
    'sign_not_connected',
  ]),
  'POST /api/signs/bulk': op('bulk', 'commands', 'The same for many signs', ['invalid_url']),
  'GET /api/signs/:id/commands': op('listCommands', 'commands', 'What a sign was told to do'),
  'GET /api/signs/:id/history': op('listHistory', 'signs', 'What happened to a record'),
  'GET /api/signs/:id/logs': op('listLogs', 'reports', 'The log lines that were fetched from a sign'),
  'GET /api/signs/:id/metrics': op('listMetrics', 'reports', 'Load and memory of a sign over time'),
  'GET /api/signs/:id/content-fetches': op('listContentFetches', 'reports', 'What a sign loaded'),
  'GET /api/signs/:id/screenshot': op('getScreenshot', 'reports', 'The last screenshot of a sign'),

  'GET /api/signs/:id/schedules': op('getSignSchedules', 'schedules', 'The schedules of a sign'),
  'PUT /api/signs/:id/schedules': op('putSignSchedules', 'schedules', 'Replace them', [
    'invalid_url',
    'quota_exceeded',
  ]),
  'DELETE /api/signs/:id/schedules': op('deleteSignSchedules', 'schedules', 'Remove them'),
  'GET /api/events/:id/schedules': op('getEventSchedules', 'schedules', 'The schedules of an event'),
  'PUT /api/events/:id/schedules': op('putEventSchedules', 'schedules', 'Replace them', [
    'invalid_url',
    'quota_exceeded',
  ]),
  'DELETE /api/events/:id/schedules': op('deleteEventSchedules', 'schedules', 'Remove them'),

  'GET /api/events/:id/subscription': op('getSubscription', 'notifications', 'What the caller wants to be told of it'),
  'PUT /api/events/:id/subscription': op('putSubscription', 'notifications', 'Choose that'),
  'GET /api/push-subscriptions/key': op('getPushKey', 'notifications', 'What a browser needs to take notifications'),
  'POST /api/push-subscriptions': op('createPushSubscription', 'notifications', 'Take notifications in this browser'),
  'DELETE /api/push-subscriptions': op('deletePushSubscription', 'notifications', 'No longer take them there'),
  'GET /api/unsubscribe/:token': op(
    'unsubscribePage',
    'notifications',
    'The page behind a mail’s link, with a button',
    ['not_found'],
  ),
  'POST /api/unsubscribe/:token': op('unsubscribe', 'notifications', 'End the mails of an event, with one click', [
    'not_found',
  ]),
  'GET /api/notifications': op('listNotifications', 'notifications', 'The caller’s inbox'),
  'POST /api/notifications/read': op('readNotifications', 'notifications', 'Note them as read'),
  'GET /api/organizations/:id/failed-deliveries': op(
    'listFailedDeliveries',
    'notifications',
    'Messages that did not reach somebody, and why, newest first',
  ),
  'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry': op(
    'retryDelivery',
    'notifications',
    'Try one of them again',
  ),

  'GET /api/audit': op('listAudit', 'audit', 'The audit log of an organization, newest first'),
  'GET /api/audit/export': op('exportAudit', 'audit', 'The audit log as a stream, oldest first'),
  'GET /api/content-fetches/export': op('exportContentFetches', 'reports', 'Content fetches as a stream, oldest first'),
};
