import type { ErrorCode } from '@sign-display/contracts/error-codes';
import { COMMAND_NAMES, type CommandName } from '@sign-display/contracts/rest/commands';
import { routeAddress, type RouteKey } from '@sign-display/contracts/routes';
import { signMailLink } from '../../notifications/inbox/mail-link-token.ts';
import { AUTH_SECRET, PASSWORD } from './test-service.ts';
import { unknownDevice, type Place } from './role-table-world.ts';

/** One request for every route of the contract that is right in everything but, perhaps, who makes it. */
export interface Fixture {
  /** In the place of the path's parameters. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The refusal that shows that the role sufficed, where a success would take more than rights (a sign that is switched on). */
  passes?: ErrorCode;
}

/** The address of a request, with its parameters and its query. */
export function addressOf(key: RouteKey, { params = {}, query }: Fixture): string {
  const path = routeAddress(key).path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

type MakeFixture = (place: Place) => Promise<Fixture>;

const plain: MakeFixture = async () => ({});
const organization: MakeFixture = async ({ organizationId }) => ({ params: { id: organizationId } });
const event: MakeFixture = async (place) => ({ params: { id: await place.event() } });
const sign: MakeFixture = async (place) => ({ params: { id: (await place.sign()).id } });
const inOrganization: MakeFixture = async ({ organizationId }) => ({ query: { organizationId } });
const body =
  (value: unknown): MakeFixture =>
  async () => ({ body: value });
const withBody =
  (make: MakeFixture, value: unknown): MakeFixture =>
  async (place) => ({ ...(await make(place)), body: value });
const passing =
  (make: MakeFixture, passes: ErrorCode): MakeFixture =>
  async (place) => ({ ...(await make(place)), passes });
const neverWritten =
  (make: MakeFixture): MakeFixture =>
  async (place) => ({ ...(await make(place)), headers: { 'if-match': '"0"' } });
const member: MakeFixture = async (place) => ({ params: { id: place.organizationId, userId: await place.member() } });
const mailLink =
  (purpose: 'unsubscribe' | 'snooze'): MakeFixture =>
  async (place) => {
    const subject = { userId: place.ownerId, eventId: await place.event(), issuedAtMs: Date.now() };
    return { params: { token: signMailLink({ purpose, ...subject }, AUTH_SECRET) } };
  };
const exported: MakeFixture = async ({ organizationId }) => ({ query: { organizationId, format: 'ndjson' } });

const url = 'https://example.org/';
const at = '2031-01-01T00:00:00.000Z';
const later = '2031-01-01T01:00:00.000Z';
const endpoint = 'https://push.example.org/send/1';
/** Of a browser: a point of the curve P-256 (RFC 5903, 8.1). */
const p256dh = Buffer.from(
  '04dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c37725811805271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3',
  'hex',
).toString('base64url');
const keys = { p256dh, auth: 'A'.repeat(22) };
const signName = { name: 'Lobby', location: 'Hall 1' };
const schedules = {
  schedules: [{ url, startsAt: at, endsAt: later, timeZone: 'UTC', priority: 0, enabled: true }],
};
/** Of the right form, and of no authenticator. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const registration = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const assertion = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const subscription = { kinds: [], channels: [], graceSeconds: null, quietHours: null, snoozedUntil: null };

/** A command with the arguments that it needs. */
export function commandOf(command: CommandName): object {
  if (command === 'set_background_mode') return { command, args: { enabled: true } };
  if (command === 'display_content') return { command, args: { url } };
  return { command };
}

export const FIXTURES: Record<RouteKey, MakeFixture> = {
  'GET /health': plain,
  'GET /health/ready': plain,
  'GET /health/live': plain,
  'GET /api/openapi.json': plain,
  'GET /api/docs': plain,

  'POST /api/auth/sign-in/email': body({ email: 'viewer@example.org', password: PASSWORD }),
  'POST /api/auth/sign-out': body({}),
  'GET /api/auth/get-session': plain,
  'GET /api/auth/list-sessions': plain,
  'POST /api/auth/revoke-session': body({ token: 'a session of nobody' }),
  'POST /api/auth/revoke-other-sessions': body({}),
  'POST /api/auth/revoke-sessions': body({}),
  'POST /api/auth/update-user': body({ name: 'Another' }),
  'POST /api/auth/change-password': body({ currentPassword: PASSWORD, newPassword: PASSWORD }),
  'POST /api/auth/request-password-reset': body({ email: 'somebody@example.org' }),
  'POST /api/auth/reset-password': passing(body({ token: 'none', newPassword: PASSWORD }), 'validation_failed'),
  'GET /api/me': plain,
  'GET /api/me/security-events': plain,
  'POST /api/auth/two-factor/enable': body({ password: PASSWORD }),
  'POST /api/auth/two-factor/disable': passing(body({ password: PASSWORD }), 'conflict'),
  'POST /api/auth/two-factor/generate-backup-codes': passing(body({ password: PASSWORD }), 'conflict'),
  'POST /api/auth/two-factor/verify-totp': passing(body({ code: '123456', challenge: 'of nobody' }), 'unauthenticated'),
  'POST /api/auth/two-factor/verify-backup-code': passing(
    body({ code: '7kqfd-92zt3', challenge: 'of nobody' }),
    'unauthenticated',
  ),

  'GET /api/auth/passkey/list-user-passkeys': plain,
  // Nobody here has the second factor.
  'POST /api/auth/passkey/generate-register-options': passing(body({}), 'conflict'),
  'POST /api/auth/passkey/verify-registration': passing(body({ name: 'Key', response: registration }), 'conflict'),
  'POST /api/auth/passkey/delete-passkey': passing(body({ id: '01936f5e-7a3c-7c11-8f00-0a1b2c3d4e5f' }), 'not_found'),
  'POST /api/auth/passkey/generate-authenticate-options': passing(body({}), 'conflict'),
  'POST /api/auth/passkey/verify-authentication': passing(body({ response: assertion }), 'unauthenticated'),

  'GET /api/organizations': plain,
  'POST /api/organizations': body({ name: 'Another' }),
  'GET /api/organizations/:id': organization,
  'PATCH /api/organizations/:id': async (place) => ({
    ...(await withBody(organization, { name: 'Opera' })(place)),
    headers: { 'if-match': '"1"' },
  }),
  'GET /api/organizations/:id/hosts': organization,
  'GET /api/organizations/:id/url-check': async (place) => ({ ...(await organization(place)), query: { url } }),
  'GET /api/organizations/:id/members': organization,
  'POST /api/organizations/:id/members': async (place) => ({
    ...(await organization(place)),
    body: { email: `${(await place.sign()).id}@example.org`, role: 'viewer' },
  }),
  'PATCH /api/organizations/:id/members/:userId': withBody(member, { role: 'viewer' }),
  'DELETE /api/organizations/:id/members/:userId': member,
  'GET /api/organizations/:id/members/:userId/sessions': member,
  'DELETE /api/organizations/:id/members/:userId/sessions': member,
  'DELETE /api/organizations/:id/members/:userId/sessions/:sessionId': async (place) => ({
    params: { id: place.organizationId, ...(await place.memberSession()) },
  }),
  'GET /api/invitations/:token': async (place) => ({ params: { token: await place.invitation() } }),
  'POST /api/invitations/:token/accept': async (place) => ({
    params: { token: await place.invitation() },
    body: { name: 'Somebody', password: PASSWORD },
  }),

  'GET /api/organizations/:id/events': organization,
  'POST /api/organizations/:id/events': withBody(organization, { name: 'Ball', timeZone: 'UTC' }),
  'GET /api/events/:id': event,
  'PATCH /api/events/:id': withBody(event, { name: 'Ball' }),
  'DELETE /api/events/:id': event,
  'GET /api/events/:id/summary': event,
  'GET /api/events/:id/strips': async (place) => {
    const { id, eventId } = await place.sign();
    return { params: { id: eventId }, query: { signIds: id } };
  },
  'GET /api/events/:id/claim-attempts': event,
  'GET /api/events/:id/claim-attempts/summary': event,
  'GET /api/events/:id/replacements': event,

  'GET /api/signs': inOrganization,
  'POST /api/signs': async (place) => ({
    body: { organizationId: place.organizationId, eventId: await place.event(), ...signName },
  }),
  'GET /api/signs/:id': sign,
  'PATCH /api/signs/:id': async (place) => {
    const { id, version } = await place.sign();
    return { params: { id }, body: { name: 'Foyer' }, headers: { 'if-match': `"${version}"` } };
  },
  'DELETE /api/signs/:id': sign,
  'DELETE /api/signs/:id/override': sign,
  'GET /api/signs/snapshot': inOrganization,

  'POST /api/signs/claim/start': async () => ({ body: unknownDevice(), passes: 'sign_not_connected' }),
  'DELETE /api/signs/claim/:pendingId': async () => ({
    params: { pendingId: '01936f5e-7a3c-7c11-8f00-0a1b2c3d4e5f' },
    passes: 'not_found',
  }),
  'POST /api/signs/claim': async (place) => ({
    body: {
      organizationId: place.organizationId,
      eventId: await place.event(),
      ...signName,
      ...unknownDevice(),
    },
    passes: 'sign_not_connected',
  }),
  'POST /api/signs/:id/link': async (place) => ({
    ...(await sign(place)),
    body: unknownDevice(),
    passes: 'sign_not_connected',
  }),
  'POST /api/signs/:id/replace': async (place) => ({
    ...(await sign(place)),
    body: unknownDevice(),
    passes: 'sign_not_linked',
  }),
  'POST /api/signs/:id/unregister': passing(sign, 'sign_not_linked'),

  'GET /api/signs/:id/clones': sign,
  'GET /api/events/:id/clones': event,
  'POST /api/signs/:id/clones/:cloneId/decision': async (place) => ({
    params: await place.clone(),
    body: { decision: 'keep_first' },
  }),

  'POST /api/signs/:id/commands': passing(withBody(sign, { command: 'refresh' }), 'sign_not_linked'),
  'GET /api/signs/:id/commands': sign,
  'POST /api/signs/bulk': async (place) => ({
    body: {
      organizationId: place.organizationId,
      target: { signIds: [(await place.sign()).id] },
      action: { command: 'refresh' },
    },
  }),
  'GET /api/bulk/:id': async (place) => ({ params: { id: await place.bulk() } }),
  'GET /api/bulk/:id/signs': async (place) => ({ params: { id: await place.bulk() } }),
  'POST /api/bulk/:id/undo': async (place) => ({ params: { id: await place.bulk() } }),
  'GET /api/signs/:id/history': sign,
  'GET /api/signs/:id/now': sign,
  'GET /api/signs/:id/logs': sign,
  'GET /api/signs/:id/metrics': sign,
  'GET /api/signs/:id/content-fetches': sign,
  // There is none yet: the detail tells that from a sign which is not there.
  'GET /api/signs/:id/screenshot': sign,

  'GET /api/signs/:id/schedules': sign,
  'PUT /api/signs/:id/schedules': neverWritten(withBody(sign, schedules)),
  'DELETE /api/signs/:id/schedules': neverWritten(sign),
  'GET /api/events/:id/schedules': event,
  'PUT /api/events/:id/schedules': neverWritten(withBody(event, schedules)),
  'DELETE /api/events/:id/schedules': neverWritten(event),

  'GET /api/events/:id/outages': event,
  'GET /api/outages/:id': async (place) => ({ params: { id: await place.outage() } }),
  'POST /api/outages/acknowledge': async (place) => ({ body: { ids: [await place.outage()] } }),
  'DELETE /api/outages/acknowledge': async (place) => ({ body: { ids: [await place.outage()] } }),

  'GET /api/events/:id/subscription': event,
  'PUT /api/events/:id/subscription': withBody(event, subscription),
  'POST /api/events/:id/subscription/preview': withBody(event, subscription),
  'POST /api/events/:id/subscription/test': event,
  // A service without a public contact has push off.
  'GET /api/push-subscriptions/key': passing(plain, 'conflict'),
  'GET /api/push-subscriptions': plain,
  'POST /api/push-subscriptions': body({ endpoint, keys }),
  'DELETE /api/push-subscriptions': body({ endpoint }),
  'GET /api/unsubscribe/:token': mailLink('unsubscribe'),
  'POST /api/unsubscribe/:token': mailLink('unsubscribe'),
  'GET /api/snooze/:token': mailLink('snooze'),
  'POST /api/snooze/:token': mailLink('snooze'),
  'GET /api/notifications': plain,
  'POST /api/notifications/read': body({ all: true }),
  'GET /api/organizations/:id/failed-deliveries': organization,
  'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry': async (place) => ({
    params: { id: place.organizationId, deliveryId: await place.failedDelivery() },
  }),

  'GET /api/audit': inOrganization,
  'GET /api/audit/export': exported,
  'GET /api/audit/summary': inOrganization,
  'GET /api/audit/verification': inOrganization,
  'POST /api/audit/verification': async (place) => {
    await place.endAuditCheck();
    return await inOrganization(place);
  },
  'GET /api/content-fetches': inOrganization,
  'GET /api/content-fetches/export': exported,
  'GET /api/system': plain,
  'GET /api/system/figures': plain,
  'GET /api/system/warm-ups': plain,
  'GET /api/system/jobs': plain,
  'POST /api/system/jobs/:id/retry': passing(async () => ({ params: { id: '999999' } }), 'not_found'),
  'POST /api/system/mfa-reset': async (place) => ({ body: { email: `${await place.member()}@example.org` } }),
};

/** Every command, alone and in bulk. */
export const COMMAND_FIXTURES = COMMAND_NAMES.flatMap((command) => [
  {
    command,
    key: 'POST /api/signs/:id/commands' as const,
    make: passing(withBody(sign, commandOf(command)), 'sign_not_linked'),
  },
  {
    command,
    key: 'POST /api/signs/bulk' as const,
    make: async (place: Place): Promise<Fixture> => ({
      body: {
        organizationId: place.organizationId,
        target: { signIds: [(await place.sign()).id] },
        action: commandOf(command),
      },
    }),
  },
]);
