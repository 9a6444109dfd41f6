import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

/**
 * Unpacks the Chromium that npm has brought into the folder that is named (`node unpack-chromium.ts FOLDER`), whole or not at all. A process of its own: the
 * library writes where `TMPDIR` says.
 */

const [folder = ''] = process.argv.slice(2);
const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');

mkdirSync(dirname(folder), { recursive: true });
const making = mkdtempSync(`${folder}-`);
process.env['TMPDIR'] = making;
try {
  for (const name of globSync('*.br', { cwd: packed })) await inflate(join(packed, name));
  // Its own font alone: pages of ours bring theirs. The folder may be copied with its checkout, and Chromium ends at once where it finds no font.
  writeFileSync(
    join(making, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir prefix="relative">fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  );
  // Also for another user than the one who unpacks.
  chmodSync(making, 0o755);
  chmodSync(join(making, 'chromium'), 0o755);
  renameSync(making, folder);
} catch (cause) {
  rmSync(making, { recursive: true, force: true });
  // Another process was quicker.
  if (!existsSync(folder)) throw cause;
}
