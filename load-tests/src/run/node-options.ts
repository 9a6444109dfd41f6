import { readFileSync } from 'node:fs';

/** The command of `npm start`. */
export const readStart = (): string =>
  (
    JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      scripts: { start: string };
    }
  ).scripts.start;

/** What a start command (`node [options] file`) gives Node, but for the module that only looks at Node's version. */
export const nodeOptionsOf = (command: string): string[] =>
  command
    .split(' ')
    .slice(1, -1)
    .filter((word, at, all) => word !== '--import' && all[at - 1] !== '--import');
