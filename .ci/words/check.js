import { FINISHED, riddlesOf } from './unclear-phrases.js';
import { sentences } from './sentence-extraction.js';

// Refuses the phrases of unclear-phrases.js where every sentence is rewritten already (FINISHED). Exit code 1 if it finds any.

const isFinished = ({ kind, file }) =>
  FINISHED.some(({ kinds, under }) => kinds.includes(kind) && under.some((path) => file.startsWith(path)));

for (const sentence of sentences().filter(isFinished))
  for (const { phrase, instead } of riddlesOf(sentence)) {
    const { file, line, text } = sentence;
    console.error(`${file}:${line}: “${text.match(phrase)[0]}” is unclear, write: ${instead}\n    ${text}`);
    process.exitCode = 1;
  }
