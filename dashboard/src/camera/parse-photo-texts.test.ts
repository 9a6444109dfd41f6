import { buildQrText } from '@sign-display/contracts/qr-payload';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAll } from './parse-photo-texts.ts';

const ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const SIGN = buildQrText(ID);
const ADDRESS = 'https://signs.example/claim?code=4QB50C';
const POSTER = 'https://band.example/follow';
const NEWER = '{"type":"service-sign","version":2}';
const MISMATCH = SIGN.replace('4QB50C', 'VE05BR');

describe('the QRs of one picture', () => {
  test('D5: one sign among any posters is found, wherever it stands among them', () => {
    const others = fc.array(fc.oneof(fc.webUrl(), fc.constantFrom(NEWER, MISMATCH, POSTER, SIGN, ADDRESS)));
    fc.assert(
      fc.property(others, others, (before, after) => {
        expect(readAll([...before, SIGN, ...after])).toEqual({ kind: 'sign', signId: ID, shortCode: '4QB50C' });
      }),
    );
  });

  test('D5: several signs are counted, and none of them is chosen', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid({ version: 4 }), { minLength: 2, maxLength: 8 }), (ids) => {
        const count = new Set(ids.map(deriveShortCode)).size;
        fc.pre(count === ids.length);
        expect(readAll(ids.map(buildQrText))).toEqual({ kind: 'several_signs', count });
      }),
    );
  });

  test('D6: without a sign the refusal that says most is told', () => {
    expect(readAll([])).toEqual({ kind: 'no_qr' });
    expect(readAll([POSTER, POSTER])).toEqual({ kind: 'not_a_sign' });
    expect(readAll([POSTER, NEWER])).toEqual({ kind: 'newer_version', version: 2 });
    expect(readAll([NEWER, POSTER, MISMATCH])).toEqual({ kind: 'short_code_mismatch' });
  });
});
