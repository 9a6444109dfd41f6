import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildScreen } from '@sign-display/kiosk-screen/build';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('../..', import.meta.url));
const ROOT = join(HERE, '../..');
/** All that ends up in the app. */
const SOURCES = [
  'package-lock.json',
  'contracts/src/**/*.ts',
  'contracts/client/src/**/*.ts',
  'kiosk/agent/src/**/*.ts',
  'kiosk/screen/src/*.ts',
  'kiosk/electron/src/**/*.ts',
];
const IS_TEST = /\.test\.ts$|\/(testing|bench|starter)\//;
/** The Node of Electron 33, the oldest Electron that runs the app; Electron 45 runs the same file. */
const OLDEST = 'node20.18';

/**
 * The app as Electron runs it: a folder with `package.json`, `main.js`, `preload.js` and `screen/`. It is named by the sources that it was made from, so
 * it is made once for each state of them, and a build that another process makes at the same time is as good.
 */
export async function bundleApp(): Promise<string> {
  const files = globSync(SOURCES, { cwd: ROOT })
    .filter((file) => !IS_TEST.test(file))
    .sort();
  const screen = await buildScreen();
  const hash = createHash('sha256').update(basename(screen));
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)));
  const folder = join(HERE, 'dist', hash.digest('hex').slice(0, 16));
  if (existsSync(join(folder, 'package.json'))) return folder;

  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  // Also for another user than the one who builds.
  chmodSync(made, 0o755);
  const entries = { main: join(HERE, 'src/main.ts'), preload: join(HERE, 'src/screen/preload.ts') };
  await build({
    entryPoints: entries,
    outdir: made,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: OLDEST,
    external: ['electron', 'bufferutil', 'utf-8-validate'],
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
  });
  cpSync(screen, join(made, 'screen'), { recursive: true });
  const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(made, 'package.json'), JSON.stringify({ name: 'sign-display-kiosk', version, main: 'main.js' }));
  try {
    renameSync(made, folder);
  } catch {
    // Another process was quicker; what it made is the same.
    rmSync(made, { recursive: true });
  }
  return folder;
}
