import { describe, expect, test } from 'vitest';
import { riddlesOf } from './unclear-phrases.js';
import { sentencesOfCode, sentencesOfPage } from './sentence-extraction.js';

// Which sentences the word tools find, and which of them the guard refuses.

const found = (file, source) => sentencesOfCode(file, source).map(({ kind, text, line }) => [kind, text, line]);

describe('the sentences of code', () => {
  test('a test title is found through test.each and without its describe', () => {
    const source =
      "describe('a claim', () => {\n  test.each(rows)('C2: %s commits nothing', () => { call('not a title'); });\n});";
    expect(found('a.test.ts', source)).toEqual([['title', 'C2: %s commits nothing', 2]]);
  });

  test('comments that follow each other are one comment, and directives are none', () => {
    const source =
      '// One line,\n// and its second.\nconst a = 1; // oxlint-disable-line no-console\n/** A doc\n * comment. */\nconst b = 2;';
    expect(found('a.ts', source)).toEqual([
      ['comment', 'One line, and its second.', 1],
      ['comment', 'A doc comment.', 4],
    ]);
  });

  test('a log message is found beside its fields, with its holes as code', () => {
    const source = "log.warn({ signId }, `sweep of ${name} failed`);\nthrow new ConfigError('HOST is missing');";
    expect(found('backend/src/a.ts', source)).toEqual([
      ['log', 'sweep of ${name} failed', 1],
      ['log', 'HOST is missing', 2],
    ]);
  });

  test('a catalogue’s strings are UI strings or German, and other strings are none', () => {
    expect(found('dashboard/src/words/english/wall.ts', "export const wall = { add: 'Add a sign' };")).toEqual([
      ['ui', 'Add a sign', 1],
    ]);
    expect(found('dashboard/src/words/german/wall.ts', "export const wall = { add: 'Schild hinzufügen' };")).toEqual([
      ['german', 'Schild hinzufügen', 1],
    ]);
    expect(found('backend/src/authority-words.ts', "export const W = { de: { go: 'Dann öffnen' } };")).toEqual([
      ['german', 'Dann öffnen', 1],
    ]);
    expect(found('dashboard/src/wall/wall.tsx', "const a = <p class='two words'>{'not a sentence'}</p>;")).toEqual([]);
  });
});

test('a page’s sentences come from its paragraphs and items, without code, tables and headings', () => {
  const page =
    '# A heading here\n\nOne sentence that\nwraps. Another one, see [the docs](docs/a.md).\n\n- An item of it\n\n```\nnot this text\n```\n\n| not | this one |\n';
  expect(sentencesOfPage('a.md', page).map(({ text, line }) => [text, line])).toEqual([
    ['One sentence that wraps.', 3],
    ['Another one, see the docs.', 3],
    ['An item of it', 6],
  ]);
});

test.each([
  ['log', 'signs not told again'],
  ['log', 'signs are told again'],
  ['title', 'Of two connections one wins'],
  ['comment', 'Whoever asks gets it.'],
  ['ui', 'The last of 3 is heard'],
  ['doc', 'Where that is so, nothing is written.'],
  ['ui', 'We were away.'],
  ['ui', 'The claim goes on by itself.'],
  ['log', 'a claim is under way'],
  ['german', 'Wir waren weg.'],
  ['german', 'Der Mailversand ist aus.'],
])('the guard refuses riddles: %s “%s”', (kind, text) => {
  expect(riddlesOf({ kind, text })).toHaveLength(1);
});

test.each([
  ['log', 'claim state mismatch, resending config'],
  ['ui', 'Of course.'],
  ['comment', 'The delay is so short that nobody sees it.'],
  ['german', 'Es is told'],
  ['german', 'Der E-Mail-Versand ist nicht eingerichtet.'],
  ['comment', 'A claim is under way.'],
  ['ui', 'Scan the QR code.'],
])('the guard accepts plain sentences: %s “%s”', (kind, text) => {
  expect(riddlesOf({ kind, text })).toEqual([]);
});
