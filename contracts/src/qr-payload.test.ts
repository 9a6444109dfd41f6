import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QR_REFUSAL_TEXT, buildQrText, parseQrText, type QrRefusal } from './qr-payload.ts';
import { deriveShortCode } from './short-code.ts';

const signId = fc.uuid({ version: 4 });
const ID = '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f';
const good = { type: 'service-sign', version: 1, signId: ID, shortCode: '4QB50C' };

describe('QR', () => {
  test('holds exactly these keys in this order (contract, section 1)', () => {
    expect(buildQrText(ID)).toBe(
      `{"type":"service-sign","version":1,"signId":"3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f","shortCode":"4QB50C"}`,
    );
  });

  test('is read back as it was built', () => {
    fc.assert(
      fc.property(signId, (id) => {
        expect(parseQrText(buildQrText(id))).toEqual({
          ok: true,
          payload: { type: 'service-sign', version: 1, signId: id, shortCode: deriveShortCode(id) },
        });
      }),
    );
  });

  test.each<[QrRefusal, string]>([
    ['not_json', 'https://example.com/menu'],
    ['not_json', ''],
    ['not_json', 'null'],
    ['not_json', '42'],
    ['not_a_sign', '[]'],
    ['not_a_sign', '{}'],
    ['not_a_sign', JSON.stringify({ ...good, type: 'Service-Sign' })],
    ['version_unknown', JSON.stringify({ ...good, version: 2 })],
    ['version_unknown', JSON.stringify({ ...good, version: '1' })],
    ['sign_id_malformed', JSON.stringify({ ...good, signId: ID.toUpperCase() })],
    ['sign_id_malformed', JSON.stringify({ ...good, signId: undefined })],
    ['sign_id_malformed', JSON.stringify({ ...good, signId: '3f2b8c1e-7d4a-7e9b-9c55-0a1b2c3d4e5f' })],
    ['short_code_mismatch', JSON.stringify({ ...good, shortCode: 'VE05BR' })],
    ['short_code_mismatch', JSON.stringify({ ...good, shortCode: '4qb50c' })],
    ['short_code_mismatch', JSON.stringify({ ...good, shortCode: undefined })],
  ])('refuses with %s: %s', (refusal, text) => {
    expect(parseQrText(text)).toEqual({ ok: false, refusal });
  });

  test('has its own words for each refusal', () => {
    const words = Object.values(QR_REFUSAL_TEXT);
    expect(new Set(words).size).toBe(5);
    for (const sentence of words) expect(sentence).toMatch(/^[A-Z].*\.$/u);
  });

  test('A5: whatever a camera can see, it never throws', () => {
    const hostile = fc.record(
      {
        type: fc.constantFrom('service-sign', 'x'),
        version: fc.constantFrom(1, 2),
        signId: fc.jsonValue(),
        shortCode: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.jsonValue().map((x) => JSON.stringify(x)),
      hostile.map((x) => JSON.stringify(x)),
    );
    fc.assert(
      fc.property(text, (seen) => {
        expect(parseQrText(seen).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
