import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeAddresses } from './remove-addresses.ts';

test.each([
  ['550 5.1.1 <anna@example.org>: unknown recipient', '550 5.1.1 <[address]>: unknown recipient'],
  ['550 "anna maria"@example.org is unknown', '550 [address] is unknown'],
  ['550 anna@[192.0.2.1]: unknown', '550 [address]: unknown'],
  ['connect ECONNREFUSED 10.1.2.3:587', 'connect ECONNREFUSED [address]'],
  ['No route to 10.1.2.3.', 'No route to [address].'],
  ['connect ECONNREFUSED ::1:587', 'connect ECONNREFUSED [address]'],
  ['connect ETIMEDOUT 2001:db8::7:443', 'connect ETIMEDOUT [address]'],
  ['connect ETIMEDOUT [2001:db8::7]:443', 'connect ETIMEDOUT [address]'],
  ['451 refused from mailhost[10.1.2.3]:25', '451 refused from [address][address]'],
  ['getaddrinfo ENOTFOUND smtp.example.org', 'getaddrinfo ENOTFOUND [address]'],
  ['getaddrinfo ENOTFOUND mailhost', 'getaddrinfo ENOTFOUND [address]'],
  ['getaddrinfo ENOTFOUND post.bühne.example', 'getaddrinfo ENOTFOUND [address]'],
  ['Name service error for name=mailhost type=A', 'Name service error for name=[address] type=A'],
  ['mailhost:587 closed the connection', '[address] closed the connection'],
  ['The device aa:bb:cc:00:11:22 is unknown.', 'The device [address] is unknown.'],
  ['410 from https://push.example.net/wpush/v2/gAAAA?x=1', '410 from [address]'],
])('A10: “%s” is shown as “%s”', (text, shown) => {
  expect(removeAddresses(text)).toBe(shown);
});

const around = fc.constantFrom('', 'sent to ', 'error: ', '(', '<', 'host=', 'failed:');
const behind = fc.constantFrom('', ' failed', '.', ': no', ', retrying', ')', '>', ';');

test('A10: a text around a mail, IPv4, IPv6 or MAC address or a URL is shown without the address', () => {
  const mac = fc
    .uint8Array({ minLength: 6, maxLength: 6 })
    .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':'));
  const quotedName = fc
    .tuple(fc.stringMatching(/^[a-z]{1,8} [a-z]{1,8}$/), fc.domain())
    .map(([name, domain]) => `"${name}"@${domain}`);
  // "::" is the address of no machine.
  const ipV6 = fc.ipV6().filter((one) => one !== '::');
  const address = fc.oneof(fc.emailAddress(), quotedName, fc.ipV4(), ipV6, mac, fc.webUrl());
  fc.assert(
    fc.property(around, address, behind, (before, one, after) => {
      expect(removeAddresses(`${before}${one}${after}`)).not.toContain(one);
    }),
    { numRuns: 1_000 },
  );
});

test('A10: an IP address with a port is shown without both', () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  const address = fc.oneof(
    fc.tuple(fc.ipV4(), port).map(([ip, number]) => `${ip}:${number}`),
    fc.tuple(fc.ipV6(), port).map(([ip, number]) => `[${ip}]:${number}`),
  );
  fc.assert(
    fc.property(fc.constantFrom('', 'connect ', '('), address, behind, (before, one, after) => {
      expect(removeAddresses(`${before}${one}${after}`)).toBe(`${before}[address]${after}`);
    }),
  );
});

test('A10: a host name of one word is removed where an error of the network names it', () => {
  const code = fc.constantFrom('ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT');
  fc.assert(
    fc.property(code, fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), (name, host) => {
      expect(removeAddresses(`connect ${name} ${host}`)).toBe(`connect ${name} [address]`);
    }),
  );
});

test('A10: times, status codes and plain words stay as they are', () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
  const time = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'));
  const moment = fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((at) => at.toISOString());
  const status = fc.tuple(fc.integer({ min: 2, max: 5 }), fc.nat(20), fc.nat(99)).map((parts) => parts.join('.'));
  const words = fc.constantFrom(
    'mailbox full, again at 20:40',
    'The mail server did not answer.',
    'error:0A00010B:SSL',
  );
  fc.assert(
    fc.property(around, fc.oneof(time, moment, status, words), behind, (before, one, after) => {
      fc.pre(before !== 'host=');
      expect(removeAddresses(`${before}${one}${after}`)).toBe(`${before}${one}${after}`);
    }),
    { numRuns: 1_000 },
  );
});
