import { globSync, mkdirSync, mkdtempSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildSign } from '@sign-display/kiosk-browser/build';
import { build } from 'vite';
import { pagesFolder } from './pages-folder.ts';
import { outworn } from './builds-to-prune.ts';

/** Of a build that was cut off. One that goes on is younger: it takes seconds. */
const LEFT_BEHIND_MS = 60 * 60 * 1_000;
/** Fonts and pictures are compressed as they are. */
const COMPRESSED_AHEAD = '**/*.{html,js,css,svg,json,webmanifest}';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Puts `x.js.br` and `x.js.gz` beside each `x.js`, for the service to send as they are. */
async function compressAhead(folder: string): Promise<void> {
  await Promise.all(
    globSync(COMPRESSED_AHEAD, { cwd: folder }).map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await Promise.all([
        asBrotli(content, { params }).then((packed) => writeFile(`${file}.br`, packed)),
        asGzip(content, { level: constants.Z_BEST_COMPRESSION }).then((packed) => writeFile(`${file}.gz`, packed)),
      ]);
    }),
  );
}

function removeLeftBehind(dist: string, nowMs: number): void {
  for (const name of globSync('making-*', { cwd: dist })) {
    const folder = join(dist, name);
    const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (nowMs - since > LEFT_BEHIND_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes what nobody serves out of `dist` into `folder`: each goes at once, so that none is ever found half. Whoever does the same beside us may be quicker. */
function takeOutworn(dist: string, folder: string, nowMs: number): void {
  const builds = globSync('[0-9a-f]*', { cwd: dist }).flatMap((name) => {
    const found = statSync(join(dist, name), { throwIfNoEntry: false });
    return found ? [{ name, touchedMs: found.mtimeMs }] : [];
  });
  for (const name of outworn(builds, nowMs)) {
    try {
      renameSync(join(dist, name), join(folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * Builds the pages unless they are built already, and resolves with their folder: `index.html`, `sign.html` (the sign
 * in a browser tab) and `assets/`, each file also compressed. Two processes can build in parallel, and an interrupted
 * build is never served. Deletes old builds that no process serves. Rejects if the folder can't be written or the
 * sources are broken.
 */
export async function buildPages(): Promise<string> {
  const { path, isBuilt } = pagesFolder();
  if (isBuilt) return path;
  const dist = dirname(path);
  mkdirSync(dist, { recursive: true });
  const making = mkdtempSync(join(dist, 'making-'));
  const nowMs = statSync(making).mtimeMs;
  removeLeftBehind(dist, nowMs);
  try {
    const made = join(making, 'pages');
    await build({ root: import.meta.dirname, logLevel: 'warn', build: { outDir: made } });
    await buildSign(made);
    await compressAhead(made);
    renameSync(made, path);
    takeOutworn(dist, making, nowMs);
  } catch (cause) {
    // Another process was quicker; what it made is the same.
    if (!existsSync(path)) throw cause;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return path;
}
