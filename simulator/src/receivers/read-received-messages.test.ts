import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';
import { readTitle, receivedInInbox, receivedByMail, receivedByPush } from './read-received-messages.ts';

const ID = '019a0000-0000-7000-8000-000000000001';
const AT_MS = 0x019a00000000;

/** As a mail server gets it: an octet a character. */
const mail = (...lines: string[]): string => Buffer.from(lines.join('\r\n')).toString('latin1');

const RAW = mail(
  'From: no-reply@localhost',
  `Message-ID: <${ID}@sign-display-service>`,
  'Subject: =?UTF-8?Q?2_of_4_signs_offline?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative;',
  ' boundary="--_part-1"',
  '',
  '----_part-1',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '2 of 4 signs offline',
  'Hall A, 19:04:30 CET',
  '',
  '  Bold caf=C3=A9 1    last seen 19:04:01',
  '  Small bear 2   offline from 19:04:01 to 19:07:=',
  '02',
  '',
  'Now, 19:09: 2 of 4 offline. 1 is over.',
  '----_part-1',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>3 of 4 signs offline</p>',
  '----_part-1--',
);

test('reading a mail gives its Message-ID and its plain text', () => {
  const { messageId, text } = readMail(RAW);
  expect(messageId).toBe(`${ID}@sign-display-service`);
  expect(text).toContain('2 of 4 signs offline\nHall A, 19:04:30 CET\n\n  Bold café 1    last seen 19:04:01\n');
  expect(text).toContain('to 19:07:02');
});

test('a mail says which signs are meant, what happened to them, and when the service decided it', () => {
  expect(receivedByMail({ to: 'me@example.org', atMs: 5, raw: RAW })).toEqual({
    id: ID,
    to: 'me@example.org',
    channel: 'email',
    event: 'Hall A',
    title: '2 of 4 signs offline – Hall A',
    receivedAtMs: 5,
    decidedAtMs: AT_MS,
    counts: { offline: 2 },
    named: [
      { name: 'Bold café 1', said: 'offline', isOver: false },
      { name: 'Small bear 2', said: 'offline', isOver: true },
    ],
    standing: { offline: 2, total: 4, saysOver: true },
    replaces: null,
  });
  const invitation = mail('Message-ID: <1@x>', '', 'Somebody invites you', '', 'http://127.0.0.1/invite/abc');
  expect(receivedByMail({ to: 'me@example.org', atMs: 5, raw: invitation })).toBe(null);
});

test.each([
  ['Bear 3 is offline – Hall A', { offline: 1 }],
  ['Bear 3 is back online – Hall A', { online: 1 }],
  ['12 signs back online – Hall A', { online: 12 }],
  ['Over: 12 of 40 signs offline – Hall A', { offline: 12 }],
  ['6 of 18 signs offline at Foyer Nord – Hall A', { offline: 6 }],
  ['6 signs at Foyer Nord are back online – Hall A', { online: 6 }],
  ['3 signs are unstable – Hall A', { unstable: 3 }],
  ['38 of 40 signs offline, Bear 3 is unstable: it keeps going offline – Hall A', { offline: 38, unstable: 1 }],
  ['Bear 3 was claimed – Hall A', { other: 1 }],
])('the title "%s" counts', (title, counts) => {
  expect(readTitle(title)).toEqual({ counts, event: 'Hall A' });
});

test('an item of the inbox names all its signs, a push message only the first', () => {
  const shared = { title: '2 of 4 signs offline – Hall A', text: 'Bear 1 is offline, since 19:04\nand 1 more' };
  const sign = (name: string) => ({ id: ID, name });
  const event = { id: ID, name: 'Hall A' };
  const inbox = {
    ...shared,
    id: ID,
    at: '2026-01-01T00:00:00.000Z',
    kind: 'sign_offline',
    organizationId: ID,
  } as const;
  const rest = {
    event,
    signs: [sign('Bear 1'), sign('Bear 2')],
    signCount: 2,
    outageIds: [],
    readAt: null,
    channels: [],
  };
  expect(receivedInInbox('me', { ...inbox, ...rest })).toMatchObject({
    receivedAtMs: Date.parse(inbox.at),
    named: [{ name: 'Bear 1' }, { name: 'Bear 2', said: 'offline' }],
  });
  expect(receivedByPush('me', 9, { ...shared, notificationId: ID, tag: 'event', topic: 'topic' })).toMatchObject({
    replaces: 'event topic',
    standing: null,
    receivedAtMs: 9,
    counts: { offline: 2 },
    named: [{ name: 'Bear 1', said: 'offline', isOver: false }],
  });
});
