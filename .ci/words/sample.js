import { parseArgs } from 'node:util';
import { seededRandom } from '../../simulator/src/adapters/seeded-random.ts';
import { sentences } from './sentence-extraction.js';

// Draws sentences of the whole tree for blind readers (docs/STYLE.md, "A blind reading").

const USAGE = `npm run words:sample -- --seed N [--where]

Draws 100 test titles, 100 comments, 60 doc sentences, 60 log messages and UI strings, and 40 German strings
as a table for blind readers. The same seed and the same tree give the same table.

  --seed N   a whole number from 0
  --where    also the file and line of each sentence, for the reader who judges the answers`;

const DRAWN = [
  { name: 'test title', kinds: ['title'], count: 100 },
  { name: 'comment', kinds: ['comment'], count: 100 },
  { name: 'doc sentence', kinds: ['doc'], count: 60 },
  { name: 'log or UI string', kinds: ['log', 'ui'], count: 60 },
  { name: 'German string', kinds: ['german'], count: 40 },
];

function main() {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, where: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.log(USAGE);
  if (!/^\d{1,9}$/.test(values.seed ?? '')) {
    console.error(`--seed must be a whole number from 0 to 999999999.\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
  const draws = seededRandom(values.seed, 'words');
  const all = sentences();
  const cell = (text) => text.replaceAll('|', '\\|');
  console.log(`| # | Kind | Sentence |${values.where ? ' Where |' : ''}\n|---|---|---|${values.where ? '---|' : ''}`);
  let number = 0;
  for (const { name, kinds, count } of DRAWN) {
    const pool = all.filter(({ kind }) => kinds.includes(kind));
    const different = [...new Map(pool.map((sentence) => [sentence.text, sentence])).values()];
    for (const { text, file, line } of draws.shuffle(different).slice(0, count))
      console.log(`| ${(number += 1)} | ${name} | ${cell(text)} |${values.where ? ` ${file}:${line} |` : ''}`);
  }
  return undefined;
}

main();
