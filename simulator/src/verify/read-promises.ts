import { readFileSync } from 'node:fs';

const BEHAVIOUR = new URL('../../../docs/spec/behaviour.md', import.meta.url);

/** The promises of docs/spec/behaviour.md by their numbers, each in one line. */
export function readPromises(): ReadonlyMap<string, string> {
  const promises = new Map<string, string>();
  let number: string | null = null;
  for (const line of readFileSync(BEHAVIOUR, 'utf8').split(/\r?\n/)) {
    const [, begins, words] = /^- ([A-Z]\d+) (.*)$/.exec(line) ?? [];
    if (begins !== undefined) promises.set((number = begins), words!);
    else if (number !== null && /^ {2}\S/.test(line)) promises.set(number, `${promises.get(number)} ${line.trim()}`);
    else number = null;
  }
  return promises;
}
