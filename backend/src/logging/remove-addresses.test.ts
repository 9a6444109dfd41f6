import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeAddresses } from './remove-addresses.ts';

test.each([
  ['550 5.1.1 <anna@example.org>: unknown recipient', '550 5.1.1 <[address]>: unknown recipient'],
  ['connect ECONNREFUSED 10.1.2.3:587', 'connect ECONNREFUSED [address]'],
  ['connect ECONNREFUSED ::1:587', 'connect ECONNREFUSED [address]'],
  ['connect ETIMEDOUT 2001:db8::7:443', 'connect ETIMEDOUT [address]'],
  ['getaddrinfo ENOTFOUND smtp.example.org', 'getaddrinfo ENOTFOUND [address]'],
  ['410 from https://push.example.net/wpush/v2/gAAAA?x=1', '410 from [address]'],
  ['452 4.2.2 mailbox full, again at 20:40', '452 4.2.2 mailbox full, again at 20:40'],
  ['The mail server did not answer.', 'The mail server did not answer.'],
])('A10: “%s” is shown as “%s”', (text, shown) => {
  expect(removeAddresses(text)).toBe(shown);
});

test('A10: a text around a mail, IPv4 or IPv6 address or a URL is shown without the address', () => {
  const address = fc.oneof(fc.emailAddress(), fc.ipV4(), fc.ipV6(), fc.webUrl());
  const around = fc.constantFrom('', 'sent to ', 'error: ', '(', '<');
  fc.assert(
    fc.property(around, address, (before, one) => {
      expect(removeAddresses(`${before}${one} failed`)).not.toContain(one);
    }),
  );
});
