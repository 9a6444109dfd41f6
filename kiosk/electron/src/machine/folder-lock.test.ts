import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sign-lock-'));
});
afterAll(() => rm(root, { recursive: true }));

const MODULE = new URL('folder-lock.ts', import.meta.url).href;
const TRY = `import { lockFolder } from ${JSON.stringify(MODULE)};
console.log(await lockFolder(process.argv[1]).then(() => 'no error', ({ code }) => code));`;
const HOLD = `import { lockFolder } from ${JSON.stringify(MODULE)};
const lock = await lockFolder(process.argv[1]);
console.log(lock ? 'held' : 'refused');
setInterval(() => {}, 1_000);`;

test.each([
  ['short', 'a'],
  ['longer than a socket’s may be', 'b'.repeat(120)],
])(
  'K3: a second process is refused a data folder, until the first is gone, also by SIGKILL (path: %s)',
  async (_, name) => {
    const folder = join(root, name);
    await mkdir(folder);
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(`${said}`).toBe('held\n');
    expect(await lockFolder(folder)).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await lockFolder(folder);
    expect(lock).not.toBeNull();
    expect(await lockFolder(folder)).toBeNull();
    await lock?.release();
    const again = await lockFolder(folder);
    expect(again).not.toBeNull();
    await again?.release();
  },
);

test('K3: a folder that may not be written to is an error, not another process that holds it', async () => {
  const folder = join(root, 'shut');
  await mkdir(folder);
  await chmod(root, 0o755);
  await chmod(folder, 0o555);
  // Root may write everywhere.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, ['--input-type=module', '-e', TRY, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(`${said}`).toBe('EACCES\n');
});
