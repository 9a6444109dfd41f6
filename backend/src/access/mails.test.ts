import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type MailServer, type TakenMail } from '../testing/mail-server.ts';
import { startTestService, type Person, type TestService } from './testing/test-service.ts';

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
  expect((await invite('new@example.org')).body).toMatchObject({ invitationMail: 'sent', invitationMailReason: null });
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
  expect(refused.body).toMatchObject({
    invitationMail: 'failed',
    invitationMailReason: expect.stringMatching(reason) as string,
  });
  const shown = async () => {
    const { items } = (await owner.call('GET', members)).body as { items: Record<string, unknown>[] };
    const { invitationMail, invitationMailReason } = items.find(({ email }) => email === 'lost@example.org')!;
    return { invitationMail, invitationMailReason };
  };
  expect(await shown()).toMatchObject({ invitationMailReason: expect.stringMatching(reason) as string });
  expect(JSON.stringify(await shown())).not.toContain('lost@');
  server.refuse('lost@example.org', null);
  await invite('lost@example.org');
  expect(await shown()).toEqual({ invitationMail: 'sent', invitationMailReason: null });
});
