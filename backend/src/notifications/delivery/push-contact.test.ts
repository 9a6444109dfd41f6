import { describe, expect, test } from 'vitest';
import { pushContact } from './push-contact.ts';

const NO_MAIL = 'Sign Display Service <no-reply@localhost>';
const given = (contact: string | null, mailFrom: string, publicUrl: string) =>
  pushContact({ contact, mailFrom, publicUrl });

describe('G18: the contact for push services', () => {
  test.each([
    ['PUSH_CONTACT, before all others', 'mailto:ops@example.org', 'signs@example.org', 'https://signs.example.org'],
    ['MAIL_FROM with a public domain', null, 'Signs <ops@example.org>', 'https://signs.example.org'],
    ['MAIL_FROM beside a URL that is not public', null, 'ops@example.org', 'http://localhost:3000'],
  ])('is %s', (_which, contact, mailFrom, publicUrl) => {
    expect(given(contact, mailFrom, publicUrl)).toEqual({ subject: 'mailto:ops@example.org' });
  });

  test('has the ASCII form of an international domain', () => {
    expect(given(null, 'Zeichen <schilder@müller.example>', 'http://localhost:3000')).toEqual({
      subject: 'mailto:schilder@xn--mller-kva.example',
    });
  });

  test.each([NO_MAIL, 'signs@signs.local', 'signs@192.168.1.20', 'signs@[10.0.0.1]', 'signs@mailhost', 'signs@a.test'])(
    'is an https PUBLIC_URL with a public name where MAIL_FROM is %s',
    (mailFrom) => {
      expect(given(null, mailFrom, 'https://signs.example.org')).toEqual({ subject: 'https://signs.example.org' });
      expect(given(null, mailFrom, 'https://signs.example.org:8443')).toEqual({
        subject: 'https://signs.example.org:8443',
      });
    },
  );

  test.each([
    'http://127.0.0.1:3000',
    'http://localhost:3000',
    'https://localhost:3000',
    'https://192.168.1.20:3000',
    'https://8.8.8.8',
    'https://[2606:4700::1111]',
    'https://signs.local',
    'https://signs.localhost.',
    'https://signs',
    'http://signs.example.org',
  ])('is missing where PUBLIC_URL is %s and mail is not set up: push is off, with the reason', (publicUrl) => {
    expect(given(null, NO_MAIL, publicUrl)).toEqual({ off: expect.stringContaining('Set PUSH_CONTACT') });
  });
});
