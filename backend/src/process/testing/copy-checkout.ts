import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const COPIED = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'backend',
  'contracts',
  'dashboard',
  'kiosk',
];
const NOT_COPIED = /\/(node_modules|dist|\.cache)$/;
/** Our own packages, as npm links them. */
const OWN = {
  backend: 'backend',
  client: 'contracts/client',
  contracts: 'contracts',
  dashboard: 'dashboard',
  'embedded-postgres': 'backend/embedded-postgres',
  'kiosk-agent': 'kiosk/agent',
  'kiosk-browser': 'kiosk/browser',
  'kiosk-screen': 'kiosk/screen',
  'kiosk-shell': 'kiosk/shell',
};

/** A checkout of the service of a test's own, with the packages of this one: what is changed, built or broken there is not seen here. */
export async function copyCheckout(): Promise<{ path: string; remove(): void }> {
  const path = await mkdtemp(join(tmpdir(), 'sign-display-checkout-'));
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(path, name), { recursive: true, filter: (source) => !NOT_COPIED.test(source) });
  // npm puts a second version of a package beside the one that needs it.
  for (const folder of Object.values(OWN)) {
    const own = join(ROOT, folder, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(path, folder, 'node_modules'));
  }
  const modules = join(path, 'node_modules');
  mkdirSync(join(modules, '@sign-display'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@sign-display' && !name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const [name, folder] of Object.entries(OWN))
    symlinkSync(join(path, folder), join(modules, '@sign-display', name));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
