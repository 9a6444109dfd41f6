import { buildQrText } from '@sign-display/contracts/qr-payload';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFound, readScanned, type Scanned } from './parse-scanned-text.ts';

const ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const good = { type: 'service-sign', version: 1, signId: ID, shortCode: '4QB50C' };
const signId = fc.uuid({ version: 4 });
const without = (part: object) => JSON.stringify({ ...good, ...part });

describe('what was scanned', () => {
  test('D5: the QR of every sign is read back as its identity and code', () => {
    fc.assert(
      fc.property(signId, (id) => {
        expect(readScanned(buildQrText(id))).toEqual({ kind: 'sign', signId: id, shortCode: deriveShortCode(id) });
      }),
    );
  });

  test('D5: the address under the QR of every sign is read as its code, on whatever host, under whatever path', () => {
    const origin = fc.constantFrom('https://signs.example', 'http://10.0.0.7:3000', 'HTTPS://A.example/below');
    fc.assert(
      fc.property(signId, origin, (id, host) => {
        const shortCode = deriveShortCode(id);
        expect(readScanned(`${host}/claim?code=${shortCode}`)).toEqual({ kind: 'code', shortCode });
        expect(readScanned(`${host}/claim?code=${shortCode.toLowerCase()}&x=1#y`)).toEqual({ kind: 'code', shortCode });
      }),
    );
  });

  test.each<[Scanned, string]>([
    [{ kind: 'not_a_sign' }, 'https://band.example/follow'],
    [{ kind: 'not_a_sign' }, 'https://signs.example/claim'],
    [{ kind: 'not_a_sign' }, 'https://signs.example/claim?code=4QB50'],
    [{ kind: 'not_a_sign' }, 'https://signs.example/reclaim?code=4QB50C'],
    [{ kind: 'not_a_sign' }, 'javascript:alert(1)//claim?code=4QB50C'],
    [{ kind: 'not_a_sign' }, 'https://'],
    [{ kind: 'not_a_sign' }, ''],
    [{ kind: 'not_a_sign' }, 'WIFI:T:WPA;S:hall;P:secret;;'],
    [{ kind: 'not_a_sign' }, 'null'],
    [{ kind: 'not_a_sign' }, without({ type: 'service-menu' })],
    [{ kind: 'newer_version', version: 2 }, without({ version: 2 })],
    [{ kind: 'newer_version', version: null }, without({ version: '2' })],
    [{ kind: 'newer_version', version: null }, without({ version: undefined })],
    [{ kind: 'newer_version', version: null }, without({ version: 1e300 })],
    [{ kind: 'damaged' }, without({ signId: 'x' })],
    [{ kind: 'short_code_mismatch' }, without({ shortCode: 'VE05BR' })],
    [{ kind: 'short_code_mismatch' }, without({ shortCode: null })],
  ])('D6: each refusal is told apart: %j of %s', (scanned, text) => {
    expect(readScanned(text)).toEqual(scanned);
  });

  test('D6: a code that is not derived from its signId is a mismatch, for every pair', () => {
    fc.assert(
      fc.property(signId, signId, (id, other) => {
        fc.pre(deriveShortCode(id) !== deriveShortCode(other));
        const text = JSON.stringify({ ...good, signId: id, shortCode: deriveShortCode(other) });
        expect(readScanned(text)).toEqual({ kind: 'short_code_mismatch' });
      }),
    );
  });

  test('A5: no text throws or is found, whatever it holds: control characters, addresses, JSON, halves of characters', () => {
    const hostile = fc.record(
      { type: fc.constant('service-sign'), version: fc.jsonValue(), signId: fc.jsonValue(), shortCode: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.json(),
      hostile.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, (seen) => {
        expect(isFound(readScanned(seen))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('A5: a text longer than any QR is no sign, and is not parsed', () => {
    expect(readScanned(`${buildQrText(ID)}${' '.repeat(7_089)}`)).toEqual({ kind: 'not_a_sign' });
    expect(readScanned('['.repeat(5_000_000))).toEqual({ kind: 'not_a_sign' });
    expect(readScanned('['.repeat(7_000))).toEqual({ kind: 'not_a_sign' });
  });

  test('A5: what stands in an object’s prototype is no payload', () => {
    expect(readScanned(`{"__proto__":${JSON.stringify(good)}}`)).toEqual({ kind: 'not_a_sign' });
  });
});
