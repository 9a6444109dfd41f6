import { expect, test } from 'vitest';
import { ROUTES } from '@sign-display/contracts/routes';
import { createNameReader } from './name-normalizer.ts';

const DECOMPOSED = 'Zu\u0308rich\u00a0 HB';

test('G21: each name and line of every route is brought into the form in which people read it', () => {
  const read = createNameReader(ROUTES['POST /api/signs/claim'].body);
  const claim = { name: DECOMPOSED, location: ` ${DECOMPOSED}`, url: `https://x.example/${DECOMPOSED}` };
  expect(read(claim)).toEqual({ ...claim, name: 'Zürich HB', location: 'Zürich HB' });
  expect(createNameReader(ROUTES['POST /api/organizations/:id/events'].body)({ venue: DECOMPOSED })).toEqual({
    venue: 'Zürich HB',
  });
});

test('G21: what is no text, not known, or in no such place stays as it is', () => {
  const read = createNameReader(ROUTES['PATCH /api/signs/:id'].body);
  for (const body of [null, 5, DECOMPOSED, [DECOMPOSED], {}, { name: 5 }, { name: null }, { other: DECOMPOSED }])
    expect(read(body)).toEqual(body);
});
