import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURSOR_FORMS, decodeCursor, encodeCursor } from './cursor.ts';
import { BY_ID, openPage } from './pagination.ts';

const timestamp = fc
  .date({ min: new Date('1000-01-01T00:00:00.000Z'), max: new Date('2999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const uuid = fc.uuid();
const forms = [CURSOR_FORMS.timestamp, CURSOR_FORMS.uuid];

test('what a list gave comes back as it was', () => {
  fc.assert(
    fc.property(timestamp, uuid, (at, id) => {
      const cursor = encodeCursor([at, id]);
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,500}$/);
      expect(decodeCursor(cursor, forms)).toEqual({ after: [at, id] });
    }),
  );
});

test('A5: garbage is validation_failed, and never an error', () => {
  const garbage = fc.oneof(
    fc.string(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.array(fc.string()).map(encodeCursor),
    uuid.map((id) => encodeCursor([id, id])),
    uuid.map((id) => encodeCursor(['2026-02-31T00:00:00.000Z', id])),
    uuid.map((id) => encodeCursor(['0000-01-01T00:00:00.000Z', id])),
  );
  fc.assert(
    fc.property(garbage, (cursor) => {
      expect(decodeCursor(cursor, forms)).toMatchObject({
        refusal: { code: 'validation_failed', errors: [{ path: '/cursor' }] },
      });
    }),
  );
});

test('pages of any size hold every row once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(uuid, { maxLength: 30 }), fc.integer({ min: 1, max: 10 }), async (ids, limit) => {
      const rows = [...ids].sort().map((id) => ({ id }));
      const seen: { id: string }[] = [];
      let cursor: string | undefined;
      for (;;) {
        const opened = openPage(BY_ID, { cursor, limit });
        if ('code' in opened) throw new Error('refused its own cursor');
        const page = await opened.read(
          async (after, most) => rows.filter(({ id }) => id > (after ?? '')).slice(0, most),
          ({ id }) => ({ id }),
        );
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items);
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(rows);
    }),
  );
});
