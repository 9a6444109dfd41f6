import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIELDS, rebased, type Draft } from './settings-draft.ts';

/** Few values, so that fields are often the same. */
const draft = fc
  .record(Object.fromEntries(FIELDS.map((field) => [field, fc.constantFrom('', '1', '2')])))
  .map((one) => one as Draft);

test('M4: what is typed while settings are being saved stays, and all other fields are those of the record', () => {
  fc.assert(
    fc.property(draft, draft, draft, (sent, typed, record) => {
      const after = rebased(typed, sent, record);
      for (const field of FIELDS)
        expect(after[field]).toBe(typed[field] === sent[field] ? record[field] : typed[field]);
    }),
  );
});
