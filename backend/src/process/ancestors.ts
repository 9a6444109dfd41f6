import { readFileSync } from 'node:fs';

/** The parent of process `pid`; null where it can't be told. */
function parentOf(pid: number): number | null {
  try {
    // The second field, the command, may hold blanks and brackets: what counts stands after its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

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
  const shellBetween = (() => {
    try {
      return /^(sh|dash|bash)$/.test(readFileSync(`/proc/${parent}/comm`, 'utf8').trim());
    } catch {
      return false;
    }
  })();
  return { parent, all: shellBetween && grandparent !== null && grandparent > 1 ? [parent, grandparent] : [parent] };
}
