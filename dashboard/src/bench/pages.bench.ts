import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const MOST_KB = 60;
const HELP = `npm run bench:pages

Measures how much gzipped script each page of the dashboard adds to the shell, which is the start of the app with the list of events. The
audit log and the loaded content of an event add to the frame of an event, with its live feed, which all pages of an event share. The English texts
of a page count. Bound: ${MOST_KB} kB for each page for admins, for the inbox and for the account page.
Exit codes: 0 within the bound · 1 above the bound`;

/** The pages that the bound holds for. The wall and the claim have bounds of their own: bench:wall, bench:phone. */
const BOUND = [
  'people',
  'organization-settings',
  'organization-audit',
  'event-audit',
  'organization-content-fetches',
  'event-content-fetches',
  'account',
  'inbox',
  'sign-in',
  'event-settings',
  'new-event',
];

/** Three pages of an event. The scripts that all of them load are its frame. */
const FRAMED = ['claims', 'devices', 'outages'];
/** Bound pages inside that frame. */
const IN_FRAME = ['event-audit', 'event-content-fetches'];

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const isEnglish = (key: string): boolean => /^src\/words\/english(-\w+)*\.ts$/.test(key);

/** The files that a chunk brings: what it imports, and the English words that it loads. */
function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []).filter(isEnglish)])
    filesOf(manifest, next, found);
  return found;
}

const { help } = parseArgs({ options: { help: { type: 'boolean' } } }).values;
if (help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const outDir = mkdtempSync(join(tmpdir(), 'sign-display-pages-'));
try {
  const root = resolve(import.meta.dirname, '../..');
  await build({ root, logLevel: 'error', build: { outDir, manifest: true } });
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizeOf = (files: Iterable<string>): number =>
    [...files]
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length, 0) / 1_000;
  const shell = new Set([...filesOf(manifest, 'index.html'), ...filesOf(manifest, 'src/routes/home.tsx')]);
  process.stdout.write(`shell: ${sizeOf(shell).toFixed(1)} kB\n`);
  const framed = FRAMED.map((name) => filesOf(manifest, `src/routes/${name}.tsx`));
  const frame = new Set([...framed[0]!].filter((file) => !shell.has(file) && framed.every((files) => files.has(file))));
  process.stdout.write(`frame of an event: ${sizeOf(frame).toFixed(1)} kB\n`);
  for (const key of Object.keys(manifest).filter((one) => one.startsWith('src/routes/'))) {
    const name = key.replace(/^src\/routes\/(.*)\.tsx$/, '$1');
    const isKnown = (file: string): boolean => shell.has(file) || (IN_FRAME.includes(name) && frame.has(file));
    const added = sizeOf([...filesOf(manifest, key)].filter((file) => !isKnown(file)));
    const isPast = BOUND.includes(name) && added > MOST_KB;
    process.stdout.write(`${name}: ${added.toFixed(1)} kB${isPast ? `, past ${MOST_KB} kB` : ''}\n`);
    if (isPast) process.exitCode = 1;
  }
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
