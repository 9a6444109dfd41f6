import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeInGroups, hostOf, readableUrl, sizeOfName, withoutMiddle } from './text-fit.ts';

const SIZES = ['short', 'long', 'longer', 'longest'];
const anyText = fc.string({ unit: 'grapheme', maxLength: 300 });

test('K8: a longer name never stands larger', () => {
  fc.assert(
    fc.property(anyText, anyText, (name, more) => {
      expect(SIZES.indexOf(sizeOfName(name + more))).toBeGreaterThanOrEqual(SIZES.indexOf(sizeOfName(name)));
    }),
  );
});

test('K8: names of the drawings have their drawn sizes, and wide scripts count double', () => {
  expect(sizeOfName('Bar 4 links')).toBe('short');
  expect(sizeOfName('Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)')).toBe('long');
  expect(sizeOfName('第四号吧台左侧')).toBe('short');
  expect(sizeOfName('第四号吧台左侧入口')).toBe('long');
});

test('K8: a text that is cut keeps its beginning and its end, and no letter is cut in two', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 80 }), (text, most) => {
      const letters = Array.from(text);
      const cut = Array.from(withoutMiddle(text, most));
      const isCut = letters.length > most;
      expect(cut).toHaveLength(isCut ? most : letters.length);
      expect([cut[0], cut.at(-1)]).toEqual([letters[0], letters.at(-1)]);
      expect(cut.includes('…') || !isCut).toBe(true);
    }),
  );
});

test('K8: an address is read without its scheme, and its host is found with its port', () => {
  expect(readableUrl('https://menu.lichterfest.example/bar', 90)).toBe('menu.lichterfest.example/bar');
  expect(readableUrl('http://menu.lichterfest.example/', 90)).toBe('menu.lichterfest.example');
  expect(hostOf('https://menu.example:8443/bar?a=1')).toBe('menu.example:8443');
  expect(hostOf('http://menu.example?x')).toBe('menu.example');
  expect(hostOf('nonsense')).toBe('nonsense');
});

test('K8: the short code is shown in two groups of three', () => {
  expect(codeInGroups('4QB50C')).toEqual(['4QB', '50C']);
});
