import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright-core';

const isRoot = process.getuid?.() === 0;
/** What npm's Chromium runs on; on others Playwright's own browser is taken, if it is installed there. */
const HAS_PACKED = process.platform === 'linux' && process.arch === 'x64';

/** Where npm's Chromium is unpacked: a folder of its version, made once for all who run tests here. */
function unpacked(): string {
  const manifest = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = fileURLToPath(new URL(`../../../node_modules/.cache/chromium/${version}`, import.meta.url));
  if (!existsSync(folder))
    execFileSync(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts'), folder], { stdio: 'inherit' });
  return folder;
}

/** The Chromium that `CHROMIUM` names; else npm's, on Linux x64; else Playwright's. `args`: more flags. */
export async function openChromium(environment: NodeJS.ProcessEnv, args: string[] = []): Promise<Browser> {
  const named = environment['CHROMIUM'];
  const usual = { args, chromiumSandbox: !isRoot };
  if (named !== undefined || !HAS_PACKED) {
    const executablePath = named === undefined ? {} : { executablePath: named };
    return chromium.launch({ ...usual, ...executablePath });
  }
  const folder = unpacked();
  const libraries = [join(folder, 'al2023/lib'), environment['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  const env = {
    ...(environment as Record<string, string>),
    LD_LIBRARY_PATH: libraries,
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return chromium.launch({ ...usual, executablePath: join(folder, 'chromium'), env });
}
