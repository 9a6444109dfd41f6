import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailServer, type MailServer, type TakenMail } from '../testing/mail-server.ts';
import { PASSWORD, problemOf, startTestService, type Person, type TestService } from './testing/test-service.ts';

/** F8: invitations and mails about a forgotten password, as a real mail server gets them. */

let server: MailServer;
let service: TestService;
let owner: Person;
let members: string;

beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Signs <signs@opera.example>',
      PUBLIC_URL: 'https://signs.opera.example',
      SIGN_IN_LIMIT_PER_MINUTE: '100000',
    },
  });
  owner = await service.makePerson('owner');
  const made = await owner.call('POST', '/api/organizations', { name: 'Opéra '.repeat(33).trim() });
  members = `/api/organizations/${(made.body as { id: string }).id}/members`;
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const invite = (email: string) => owner.call('POST', members, { email, role: 'viewer' });
/** A header as it is meant: unfolded, its encoded words decoded (RFC 2047). */
function headerOf({ raw }: TakenMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  return value
    ?.replaceAll('?= =?', '?==?')
    .replaceAll(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString())
    .replaceAll(/=\?utf-8\?Q\?([^?]*)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    );
}

test('F8: an invitation and a mail about a forgotten password name the sender’s domain, and that nobody wrote them', async () => {
  const before = server.taken.length;
  expect((await invite('new@example.org')).body).toMatchObject({
    invitationMail: 'sent',
    invitationMailReason: null,
    attempts: 1,
    nextAttemptAt: null,
  });
  await service.call('POST', '/api/auth/request-password-reset', { email: owner.email });
  await server.takenSoMany(before + 2);
  for (const mail of server.taken.slice(before)) {
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@opera\.example>$/);
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
  }
});

test('F8: a subject with a long name is cut at 200 characters, between words', async () => {
  const before = server.taken.length;
  await invite('long@example.org');
  await server.takenSoMany(before + 1);
  const subject = headerOf(server.taken.at(-1)!, 'Subject')!;
  expect(subject).toMatch(/^Invitation to “(Opéra )+Opéra…$/);
  expect(Array.from(subject).length).toBeLessThanOrEqual(200);
});

test('F8: an admin reads why the mail server refused an invitation, without the address; another mail clears it', async () => {
  server.refuse('lost@example.org', 550);
  const reason = /^The mail server did not take it: .*not now, or not ever/;
  const refused = await invite('lost@example.org');
  expect(refused.body).not.toHaveProperty('url');
  expect(refused.body).toMatchObject({
    invitationMail: 'failed',
    invitationMailReason: expect.stringMatching(reason) as string,
  });
  const shown = async () => {
    const { items } = (await owner.call('GET', members)).body as { items: Record<string, unknown>[] };
    const { invitationMail, invitationMailReason, attempts, nextAttemptAt } = items.find(
      ({ email }) => email === 'lost@example.org',
    )!;
    return { invitationMail, invitationMailReason, attempts, nextAttemptAt };
  };
  expect(await shown()).toMatchObject({
    invitationMailReason: expect.stringMatching(reason) as string,
    attempts: 1,
    nextAttemptAt: null,
  });
  expect(JSON.stringify(await shown())).not.toContain('lost@');
  server.refuse('lost@example.org', null);
  await invite('lost@example.org');
  expect(await shown()).toEqual({
    invitationMail: 'sent',
    invitationMailReason: null,
    attempts: 1,
    nextAttemptAt: null,
  });
});

describe('G19: a person whose mail address has an international domain', () => {
  const ADDRESS = 'anna@xn--mller-kva.example';
  const newcomer = { name: 'Anna', password: PASSWORD };
  /** The text is quoted-printable: long lines are folded. */
  const tokenIn = ({ raw }: TakenMail): string => /\/invite\/([0-9a-f]{64})/.exec(raw.replaceAll('=\r\n', ''))![1]!;
  /** The mail server of these tests decodes the addresses of the envelope; the header is as it came. */
  const lastTo = () => headerOf(server.taken.at(-1)!, 'To');

  test('G19: is invited, joins, signs in and gets mails by each way to write it', async () => {
    const before = server.taken.length;
    const invited = await invite('Anna@Müller.example');
    expect(invited).toMatchObject({ status: 201, body: { email: ADDRESS, invitationMail: 'sent' } });
    await server.takenSoMany(before + 1);
    const mail = server.taken.at(-1)!;
    expect(lastTo()).toBe(ADDRESS);
    const joined = await service.call('POST', `/api/invitations/${tokenIn(mail)}/accept`, newcomer);
    expect(joined).toMatchObject({ status: 200, body: { user: { email: ADDRESS } } });

    const ways = ['anna@müller.example', 'ANNA@MÜLLER.EXAMPLE', 'anna@mu\u0308ller.example.', ADDRESS];
    for (const email of ways) expect((await service.signIn(email, PASSWORD)).status).toBe(200);
    expect((await service.signIn('anna@mueller.example', PASSWORD)).status).toBe(401);
    for (const email of ways) expect(problemOf(await invite(email)).code).toBe('conflict');

    await service.call('POST', '/api/auth/request-password-reset', { email: 'anna@müller.example' });
    await server.takenSoMany(before + 2);
    expect(lastTo()).toBe(ADDRESS);
  });

  test('G19: gets the test mail of a subscription', async () => {
    const token = String((await service.signIn('anna@müller.example', PASSWORD)).headers['set-auth-token']);
    const headers = { authorization: `Bearer ${token}` };
    const event = await owner.call('POST', members.replace('members', 'events'), { name: 'Ball', timeZone: 'UTC' });
    const path = `/api/events/${(event.body as { id: string }).id}/subscription`;
    const rest = { graceSeconds: null, quietHours: null, snoozedUntil: null };
    await service.call('PUT', path, { kinds: ['sign_offline'], channels: ['email'], ...rest }, headers);
    expect((await service.call('POST', `${path}/test`, undefined, headers)).body).toEqual({
      results: [
        {
          channel: 'email',
          ok: true,
          outcome: 'accepted',
          detail: `The mail server accepted the test message for ${ADDRESS}.`,
        },
      ],
    });
    expect(lastTo()).toBe(ADDRESS);
  });

  test.each(['anna@😀.example', 'anna@مثال.إختبار', 'anna@例え.テスト', 'anna@example.net.'])(
    'G19: %s is invited',
    async (email) => {
      expect(await invite(email)).toMatchObject({ status: 201, body: { invitationMail: 'sent' } });
      expect(lastTo()).toMatch(/^anna@[\x21-\x7e]+[^.]$/);
    },
  );

  test.each([
    'anna@ü/x.example',
    'anna@ü x.example',
    'anna@ü\u202ex.example',
    'anna@ü:25',
    'anna@-',
    'ännä@example.org',
  ])('G19: %j is no address', async (email) => {
    expect(problemOf(await invite(email)).errors).toMatchObject([{ path: '/email' }]);
  });
});
