import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { smtpAddress } from './parse-mail-address.ts';

test.each([
  ['anna@müller.example', 'anna@xn--mller-kva.example'],
  ['Anna@MÜLLER.Example', 'Anna@xn--mller-kva.example'],
  ['anna@mu\u0308ller.example', 'anna@xn--mller-kva.example'],
  ['anna@xn--mller-kva.example', 'anna@xn--mller-kva.example'],
  ['anna@müller.example.', 'anna@xn--mller-kva.example'],
  ['anna@example.org.', 'anna@example.org'],
  ['anna@Example.ORG', 'anna@example.org'],
  ['anna@bücher。example', 'anna@xn--bcher-kva.example'],
  ['anna@straße.example', 'anna@xn--strae-oqa.example'],
  ['anna@😀.example', 'anna@xn--e28h.example'],
  ['anna@❤️.example', 'anna@xn--qei.example'],
  ['anna@مثال.إختبار', 'anna@xn--mgbh0fb.xn--kgbechtv'],
  ['anna@نامه\u200cای.example', 'anna@xn--mgba3gch31f060k.example'],
  ['anna@例え.テスト', 'anna@xn--r8jz45g.xn--zckzah'],
])('G19: %s is %s for SMTP', (typed, read) => {
  expect(smtpAddress(typed)).toBe(read);
});

test.each([
  'anna@ü/example.org',
  'anna@ü?example.org',
  'anna@ü#example.org',
  'anna@ü\\example.org',
  'anna@ü%2eexample',
  'anna@ü:25',
  'anna@ü example.org',
  'anna@ü\u00a0x.example',
  'anna@ü\u00adx.example',
  'anna@ü\u202ex.example',
  'anna@ü\r\nx.example',
  'anna@ü_x.example',
  'anna@\ud800.example',
  'anna@xn--a.example',
  'anna@[192.168.1.20]',
  'anna@',
  '@',
  '',
])('G19: %j stays as it is, and the schema refuses what is no address', (text) => {
  expect(smtpAddress(text)).toBe(text);
});

test('G19: an address has one form, and an ASCII one only loses its case and last dot', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
      expect(smtpAddress(smtpAddress(text))).toBe(smtpAddress(text));
    }),
    { numRuns: 1_000 },
  );
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const read = smtpAddress(`${address}.`);
      expect(read.toLowerCase()).toBe(address.toLowerCase());
    }),
  );
});
