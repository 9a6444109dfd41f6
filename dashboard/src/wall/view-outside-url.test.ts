import { expect, test } from 'vitest';
import { unsavedView } from './view-outside-url.ts';

const near = { pitch: 72, at: 'a' };

test('D5: an address that says what is seen is not written again, and any other says it', () => {
  const is = { near, chosen: ['a', 'b'] };
  expect(unsavedView(is, { near: { ...near }, chosen: ['a', 'b'] })).toBeNull();
  expect(unsavedView({ near: null, chosen: [] }, { near: null, chosen: [] })).toBeNull();
  for (const address of [
    { near: null, chosen: ['a', 'b'] },
    { near: { ...near, pitch: 73 }, chosen: ['a', 'b'] },
    { near: { ...near, at: 'b' }, chosen: ['a', 'b'] },
    { near, chosen: ['a'] },
    { near, chosen: 'many' as const },
  ])
    expect(unsavedView(is, address)).toEqual(is);
});

test('D5: more signs than an address holds are many, whichever they are', () => {
  const chosen = Array.from({ length: 65 }, (_, number) => `sign-${number}`);
  expect(unsavedView({ near: null, chosen }, { near: null, chosen: 'many' })).toBeNull();
});
