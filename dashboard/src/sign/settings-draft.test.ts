import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldErrorText } from '../features/error-text.ts';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { changed, rebased } from '../features/conflict/compare-and-resolve-edits.ts';
import { draftOf, FIELDS, patchOf, type Draft } from './settings-draft.ts';

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

const blank = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Draft;

test('M4: a decimal is taken with a comma as with a point, and a comma in a whole number is left for the service to refuse', () => {
  for (const [text, zoom] of [
    ['1,25', 1.25],
    ['1.25', 1.25],
    ['2', 2],
    ['1,2,5', '1,2,5'],
  ] as const)
    expect(patchOf({ ...blank, zoom: text }, ['zoom'])).toEqual({ settings: { zoom } });
  const seconds = '86,400';
  expect(patchOf({ ...blank, reloadEverySeconds: seconds }, ['reloadEverySeconds'])).toEqual({
    settings: { reloadEverySeconds: seconds },
  });
});

test('D3: what the service says of a setting is said in the page’s language, with its decimals', () => {
  for (const message of ['must be number', 'must be integer', 'must be >= 0.25', 'must be <= 4']) {
    const [inEnglish, inGerman] = [english, german].map((words) => fieldErrorText(words, message, 'Zoom'));
    expect(inEnglish).not.toBe(message);
    expect(inGerman).not.toBe(inEnglish);
    expect(inGerman).not.toContain('must');
  }
  expect(fieldErrorText(german, 'must be >= 0.25', 'Zoom')).toContain('0,25');
});

test('M4: a patch has numbers and switches as such, and only the fields that changed', () => {
  const before = draftOf({ name: 'Bar', location: 'Hall', settings: { zoom: 1, muted: false } });
  const after: Draft = { ...before, zoom: '1.25', muted: 'true', name: 'Bar 2' };
  expect(patchOf(after, changed(before, after))).toEqual({ name: 'Bar 2', settings: { zoom: 1.25, muted: true } });
  expect(patchOf(before, changed(before, before))).toBeNull();
});
