import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_DOCUMENT, readStoredDocument } from './stored-document.ts';

const identity = {
  signId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  deviceSecret: 'ab'.repeat(32),
  macAddress: '00:1a:2b:3c:4d:5e',
};

test('K3: anything in the store is read without a throw, and only nothing at all is a first boot without complaint', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const { document, complaint } = readStoredDocument(stored);
      expect(complaint === null).toBe(stored === null || stored === undefined);
      expect(document.claim).toBeNull();
    }),
  );
});

test('K3: a sound identity outlives the damage, or the version, around it', () => {
  for (const around of [{ version: 2 }, { version: 1, claim: 'x' }, { ...EMPTY_DOCUMENT, acks: null }]) {
    const { document, complaint } = readStoredDocument({ ...around, identity });
    expect(document).toEqual({ ...EMPTY_DOCUMENT, identity, registered: !('registered' in around) });
    expect(complaint).not.toBeNull();
  }
  expect(readStoredDocument({ ...EMPTY_DOCUMENT, identity })).toEqual({
    document: { ...EMPTY_DOCUMENT, identity },
    complaint: null,
  });
});
