import { writeSync } from 'node:fs';
import { createFileStore } from '../file-store.ts';
import { MACHINE_FILES, type Files, type OpenFile } from '../file-system.ts';

/**
 * A process that writes the store in `folder` until it kills itself at the `count`-th call that it makes of the file system, while that call is under way.
 * Prints what it read first, and the number of each document when its write has resolved.
 */
const [folder = '', count = '1'] = process.argv.slice(2);
let left = Number(count);

function dying<Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>): typeof call {
  return (...args) => {
    const answer = call(...args);
    left -= 1;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
}

const dyingFile = (file: OpenFile): OpenFile => ({
  write: dying(file.write),
  truncate: dying(file.truncate),
  sync: dying(file.sync),
  close: dying(file.close),
});
const files: Files = {
  ...MACHINE_FILES,
  open: dying(async (path, how) => dyingFile(await MACHINE_FILES.open(path, how))),
  rename: dying(MACHINE_FILES.rename),
  remove: dying(MACHINE_FILES.remove),
  syncFolder: dying(MACHINE_FILES.syncFolder),
};

const store = createFileStore(files, folder);
const { document, damaged } = await store.read();
writeSync(1, `${JSON.stringify({ document, damaged })}\n`);
const last = document as { count: number } | null;
const identity = { signId: 'sign-1', deviceSecret: 'secret-of-1' };
// As long as a document with a claim, its commands and its acks.
const padding = 'x'.repeat(20_000);
for (let next = (last?.count ?? 0) + 1; ; next += 1) {
  await store.write({ count: next, identity, padding });
  writeSync(1, `${next}\n`);
}
