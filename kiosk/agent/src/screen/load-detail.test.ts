import { expect, test } from 'vitest';
import { inOneLine, whatIsMissing, whereItLeads } from './load-detail.ts';

test('G10: the detail of a load names up to three resources that did not answer, and counts the rest', () => {
  expect(whatIsMissing([])).toBe('');
  expect(whatIsMissing(['a.example/1'])).toBe('a.example/1 did not answer');
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `cdn.example/${name}`);
  expect(whatIsMissing(five)).toBe('cdn.example/a, cdn.example/b, cdn.example/c and 2 more did not answer');
});

test('G16: the detail of a load names the host where it ended, if that is another', () => {
  expect(whereItLeads('menu.example', 'menu.example')).toBe('');
  expect(whereItLeads('menu.example', undefined)).toBe('');
  expect(whereItLeads('menu.example', 'login.example')).toBe('leads to login.example');
});

test('a load without anything to say has no detail', () => {
  expect(inOneLine('', '')).toBeUndefined();
  expect(inOneLine('leads to b', '', 'c did not answer')).toBe('leads to b; c did not answer');
});
