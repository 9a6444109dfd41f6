import { expect, test } from 'vitest';
import type { Outcome } from './seed-search.ts';
import { lineOf, renderMutants } from './render-mutants-table.ts';

const hunted = (name: string, outcome: Outcome) => ({
  mutant: { name, title: `what ${name} does`, promises: ['C1', 'C6'], options: [], file: '' },
  outcome,
  seconds: 1.25,
});
const caught = (promise: string): Outcome => ({
  type: 'caught',
  failure: { seed: 17, promise, words: 'two have it' },
  seeds: 7,
});

test('the table says which promise caught each mutant, and which mutants need a look', () => {
  const all = [
    hunted('index', caught('C6')),
    hunted('clone', caught('N8')),
    hunted('quiet', { type: 'survived', seeds: 200 }),
    hunted('old', { type: 'not_applying', words: 'patch does not apply\nat line 3' }),
  ];
  expect(lineOf(all[0]!)).toBe('index: C6, seed 17 (1.3 s)');
  const rows = renderMutants(all, 4).split('\n');
  const rowOf = (name: string) =>
    rows
      .find((row) => row.includes(` ${name} `))
      ?.split('│')
      .map((cell) => cell.trim());
  expect(rowOf('index')).toEqual(['', 'index', 'what index does', 'C6', '17', '7', '1.3', '']);
  expect(rowOf('clone')).toContain('N8 (expected C1, C6)');
  expect(rowOf('quiet')).toEqual(['', 'quiet', 'what quiet does', 'SURVIVED', '–', '200', '1.3', '']);
  expect(rowOf('old')).toContain('PATCH DOES NOT APPLY');
  expect(rows.slice(-6)).toEqual(['', 'old:', '  patch does not apply', '  at line 3', '', '2 of 4 mutants caught.']);
  expect(renderMutants(all, 9)).toMatch(/2 of 4 mutants caught\. Interrupted: 5 were not tried to the end\.$/);
});
