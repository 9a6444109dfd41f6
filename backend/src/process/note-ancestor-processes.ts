import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** What is found out, or null where this user may not look. */
function orNull<Value>(look: () => Value): Value | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** The parent of process `pid`; null where it can't be told. */
const parentOf = (pid: number): number | null =>
  orNull(() => {
    // The second field, the command, may hold blanks and brackets: what counts stands after its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  });

/** Above a process that npm has started: `all` are those whose death means that npm is gone. */
export interface Ancestors {
  parent: number;
  all: number[];
}

/** Our parent, and npm itself where a shell stands between. */
export function noteAncestors(): Ancestors {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  // Where the shell replaced itself by us, the parent is npm; where it did not, npm is the parent's parent.
  const shellBetween = orNull(() => SHELLS.test(readFileSync(`/proc/${parent}/comm`, 'utf8').trim()));
  return { parent, all: shellBetween && grandparent !== null && grandparent > 1 ? [parent, grandparent] : [parent] };
}

/** What is known of a process above this one; null where this user may not look. */
export interface Kin {
  /** The first word of its command line: npm's own is its title, `npm start`. */
  command: string | null;
  program: string | null;
  /** Whether it was itself started below npm. */
  belowNpm: boolean | null;
}

const RUNNERS = /^(npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack|node|nodejs|bun|bunx|deno)(\.\w+)?$/;
const SHELLS = /^(sh|dash|bash)$/;
const wordOf = (command: string | null): string => basename(command?.trim().split(/\s/, 1)[0] ?? '');
const isRunner = ({ command, program }: Kin): boolean =>
  RUNNERS.test(wordOf(command)) || RUNNERS.test(basename(program ?? ''));

/**
 * Whether the npm that started this process was gone before it could look: then an init has adopted this process, or the shell between.
 * False wherever that is not certain: in a container npm may be process 1; somebody above who was started below an npm is no init, but a
 * sandbox or a terminal. `lineage` is from the parent up to process 1; null: it can't be read.
 */
export function hasNpmEnded(lineage: readonly Kin[] | null): boolean {
  if (!lineage) return false;
  const above = SHELLS.test(wordOf(lineage[0]?.command ?? null)) ? lineage.slice(1) : lineage;
  const isInit = (kin: Kin) => kin.command !== null && kin.belowNpm !== true && !isRunner(kin);
  return above.length > 0 && above.every(isInit);
}

const look = (pid: number): Kin => ({
  command: orNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0]!),
  program: orNull(() => readlinkSync(`/proc/${pid}/exe`)),
  belowNpm: orNull(() => `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes('\0npm_lifecycle_event=')),
});

/** The processes above this one, as far as process 1; null where there is no such list, or not all of it can be seen. */
export function readLineage(): Kin[] | null {
  const lineage: Kin[] = [];
  for (let pid: number | null = process.ppid; pid !== null && pid > 0; pid = parentOf(pid)) {
    lineage.push(look(pid));
    if (pid === 1) return lineage;
  }
  return null;
}
