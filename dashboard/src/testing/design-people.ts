import type { Member, MemberSession } from '@sign-display/contracts/rest/organizations';
import type { AuditRow } from '@sign-display/contracts/rest/audit';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Page } from 'playwright-core';

/** The people as they are drawn, at the drawing's moment: what the service would answer. */

export const NOW_DRAWN = '2026-11-14T18:42:31Z';
export const ORGANIZATION = '11111111-1111-4111-8111-111111111111';

const MEMBER = {
  state: 'member',
  invitationExpiresAt: null,
  invitationMail: null,
  invitationMailReason: null,
  invitedBy: null,
  since: '2026-03-03T09:00:00Z',
} as const;
const person = (userId: string, name: string, email: string, more: Partial<Member>): Member => ({
  ...MEMBER,
  userId,
  name,
  email,
  role: 'viewer',
  ...more,
});
const MAREN = { id: 'maren', name: 'Maren Oyelaran' };
const invitation = (userId: string, email: string, more: Partial<Member>): Member => ({
  ...MEMBER,
  userId,
  email,
  name: null,
  role: 'operator',
  state: 'invited',
  since: '2026-11-10T08:14:00Z',
  invitationExpiresAt: '2026-11-17T08:14:00Z',
  invitedBy: MAREN,
  attempts: 1,
  nextAttemptAt: null,
  ...more,
});

export const MEMBERS: Member[] = [
  person('maren', 'Maren Oyelaran', 'maren@nordlicht.example', {
    role: 'owner',
    lastActiveAt: '2026-11-14T18:42:00Z',
    sessions: 2,
    mfa: true,
  }),
  person('tim', 'Tim Brandt', 'tim.brandt@nordlicht.example', {
    role: 'admin',
    lastActiveAt: '2026-11-14T18:42:00Z',
    sessions: 3,
    mfa: true,
  }),
  person(
    'ingeborg',
    'Ingeborg Freifrau von Hohenlohe-Langenburg-Schillingsfürst',
    'ingeborg.freifrau.von.hohenlohe-langenburg@veranstaltungstechnik-nordlicht.example',
    { role: 'operator', lastActiveAt: '2026-11-14T18:21:00Z', sessions: 1, mfa: false },
  ),
  person('layla', 'ليلى الحداد', 'layla@nordlicht.example', {
    role: 'operator',
    lastActiveAt: '2026-11-13T22:40:00Z',
    sessions: 1,
    mfa: false,
  }),
  person('jae', 'Jae-won Park', 'jaewon@sponsor.example', {
    lastActiveAt: '2026-11-14T17:02:00Z',
    sessions: 1,
    mfa: false,
  }),
  person('bernd', 'Bernd Übelacker', 'bernd@haustechnik.example', { lastActiveAt: null, sessions: 0, mfa: false }),
];

export const INVITATIONS: Member[] = [
  invitation('invited-1', 'aissatou.diallo@nordlicht.exmaple', {
    invitationMail: 'failed',
    invitationMailReason: 'The domain does not exist',
    attempts: 6,
  }),
  invitation('invited-2', 'kasse@lichterfest.example', {
    invitationMail: 'sending',
    invitationMailReason: 'Mailbox full (452 4.2.2)',
    attempts: 3,
    nextAttemptAt: '2026-11-14T19:40:00Z',
  }),
  invitation('invited-3', 'oyelaran.jun@nordlicht.example', { role: 'viewer', invitationMail: 'sent' }),
  invitation('invited-4', 'licht@verleih-süd.example', {
    since: '2026-11-03T08:14:00Z',
    invitationExpiresAt: '2026-11-10T08:14:00Z',
    invitationMail: 'sent',
    invitedBy: { id: 'tim', name: 'Tim Brandt' },
  }),
];

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const session = (id: string, more: Partial<MemberSession>): MemberSession => ({
  id,
  createdAt: '2026-11-14T13:02:00Z',
  lastUsedAt: '2026-11-14T18:42:00Z',
  expiresAt: '2026-12-14T18:42:00Z',
  ip: '10.20.8.55',
  userAgent: ANDROID,
  kind: 'browser',
  mfa: false,
  ...more,
});
export const SESSIONS: MemberSession[] = [
  session('phone', {}),
  session('desk', {
    createdAt: '2026-11-09T08:00:00Z',
    lastUsedAt: '2026-11-14T18:31:00Z',
    ip: '10.20.2.19',
    userAgent: WINDOWS,
  }),
  session('script', {
    createdAt: '2026-10-20T08:00:00Z',
    lastUsedAt: '2026-10-31T08:00:00Z',
    ip: '203.0.113.40',
    userAgent: 'curl/8.5.0',
    kind: 'token',
  }),
];

const action = (seq: number, at: string, more: Partial<AuditRow>): AuditRow => ({
  seq,
  at,
  organizationId: ORGANIZATION,
  actor: { id: 'tim', email: 'tim.brandt@nordlicht.example' },
  action: 'sign.command',
  target: { type: 'sign', id: 'bar-3' },
  outcome: 'ok',
  requestId: null,
  ip: '10.20.8.55',
  detail: {},
  prevHash: '0'.repeat(64),
  hash: '0'.repeat(64),
  ...more,
});
export const ACTIONS: AuditRow[] = [
  action(9, '2026-11-14T18:42:24Z', { action: 'sign.bulk', target: { type: 'bulk', id: 'bars' } }),
  action(8, '2026-11-14T18:40:05Z', { action: 'outage.acknowledge', target: { type: 'outage', id: 'exit' } }),
  action(7, '2026-11-14T18:20:11Z', { outcome: 'failed' }),
  action(6, '2026-11-13T17:58:40Z', {
    action: 'member.update',
    target: { type: 'member', id: 'maren' },
    outcome: 'denied',
  }),
  action(5, '2026-11-10T08:14:00Z', {
    action: 'event.create',
    target: { type: 'event', id: 'fest' },
    detail: { name: 'Lichterfest 2026' },
  }),
];

export const ME: MeResponse = {
  user: {
    id: 'maren',
    email: 'maren@nordlicht.example',
    name: 'Maren Oyelaran',
    language: null,
    totp: false,
    recoveryCodes: 0,
    passkeys: 0,
  },
  mfa: false,
  systemOwner: false,
  organizations: [{ id: ORGANIZATION, name: 'Nordlicht Events', role: 'owner', mfaRequired: false }],
  mail: { configured: true, outbox: null },
};

/** A refusal among the answers. */
const isRefusal = (answer: unknown): answer is { status: number; json: unknown } =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'json' in answer;

/** Answers the page's calls to these routes, by their last parts, with `answers`. */
export async function answerWith(page: Page, answers: Record<string, unknown>): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, json] = Object.entries(answers).find(([path]) => pathname.endsWith(path)) ?? [];
    if (isRefusal(json)) return await route.fulfill(json);
    await (json === undefined ? route.fulfill({ json: { items: [], nextCursor: null } }) : route.fulfill({ json }));
  });
}
