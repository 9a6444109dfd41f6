import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { run, type RunAs } from './run-program.ts';

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...ancestors(parent), folder];
}

/**
 * The outermost folder on the way to `folder` that the account may not enter; null if it may go all the way. It is tried rather
 * than worked out, because access lists and the like have a say too.
 */
export async function findBarrier(as: RunAs, folder: string): Promise<string | null> {
  if (!as.account) return null;
  const script = 'for folder do cd "$folder" 2>/dev/null || { printf %s "$folder"; exit 1; }; done';
  const { code, output } = await run(as, '/bin/sh', ['-c', script, 'sh', ...ancestors(folder)]);
  return code === 0 ? null : output || folder;
}

/** The folders for temporary files that the account may enter, the process's own (TMPDIR) first: root's may be root's alone. */
export async function findTemporaryFolders(as: RunAs): Promise<string[]> {
  const folders: string[] = [];
  for (const folder of new Set([tmpdir(), '/tmp'])) if ((await findBarrier(as, folder)) === null) folders.push(folder);
  return folders;
}
