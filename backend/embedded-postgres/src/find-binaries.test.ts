import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { chooseAccount } from './choose-os-account.ts';
import { findBinaries, findPackage } from './find-binaries.ts';
import { runInitdb } from './initdb.ts';
import { findTemporaryFolders } from './folders-account-can-enter.ts';
import { run, serverEnvironment, type RunAs } from './run-program.ts';

let as: RunAs;
/** The folder `native` of the build that npm installed. */
let installed: string;

beforeAll(async () => {
  as = { account: await chooseAccount('/nowhere'), env: serverEnvironment(process.env) };
  installed = await findPackage();
});

/** A copy of the package as npm leaves it with `--ignore-scripts`: without the symbolic links. */
async function installWithoutScripts(parent: string): Promise<string> {
  const native = join(parent, 'native');
  await cp(installed, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: async (file) => !(await lstat(file)).isSymbolicLink(),
  });
  await cp(join(installed, '..', 'package.json'), join(parent, 'package.json'));
  return native;
}

async function makeFolder(): Promise<string> {
  const [parent] = await findTemporaryFolders(as);
  const folder = await mkdtemp(join(parent!, 'binaries-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o711);
  return folder;
}

test('a build that npm installed without its scripts runs, and one without its program is refused', async () => {
  const folder = await makeFolder();
  const native = await installWithoutScripts(folder);
  for (let round = 0; round < 2; round += 1) {
    const { postgres, initdb, major } = await findBinaries(as, join(folder, 'copy'), native);
    expect(major).toBe('18');
    expect(postgres).toBe(join(native, 'bin', 'postgres'));
    expect((await run(as, initdb, ['--version'])).code).toBe(0);
  }

  // And one that can't be run is told apart, with what to do.
  await rm(join(native, 'bin', 'postgres'));
  await expect(findBinaries(as, join(folder, 'copy'), native)).rejects.toMatchObject({
    name: 'EmbeddedPostgresError',
    reason: 'cannot_run',
    message: expect.stringContaining('DATABASE_URL') as string,
  });
});

test('a build below a path that means something to a shell makes a cluster', async () => {
  const folder = await makeFolder();
  const parent = join(folder, 'Anna\'s "signs", $HOME `ls` \\ new');
  await mkdir(parent);
  const { initdb } = await findBinaries(as, join(folder, 'copy'), await installWithoutScripts(parent));
  const cluster = join(folder, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  if (as.account) await chown(cluster, as.account.uid, as.account.gid);
  const { code, output } = await runInitdb(as, initdb, [`--pgdata=${cluster}`, '--auth=trust', '--no-sync']);
  expect([code, output]).toEqual([0, expect.any(String)]);
  expect(await readdir(cluster)).toContain('PG_VERSION');
});

// An ordinary user reaches what belongs to it; only root's server is somebody else.
// oxlint-disable-next-line vitest/no-conditional-tests
if (process.getuid?.() === 0) {
  test('a build below a private folder is copied to where the account may go, once, also by two at once', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'home'), { mode: 0o700 });
    const native = await installWithoutScripts(join(folder, 'home'));
    const { version } = JSON.parse(await readFile(join(installed, '..', 'package.json'), 'utf8')) as {
      version: string;
    };
    const found = await Promise.all([1, 2].map(() => findBinaries(as, join(folder, 'copy'), native)));
    for (const { postgres } of found) expect(postgres).toBe(join(folder, `copy-${version}`, 'bin', 'postgres'));
    expect((await run(as, found[0]!.initdb, ['--version'])).code).toBe(0);
  });

  test('a build that npm installed under a umask of 077 is copied so that the account may run it', async () => {
    const folder = await makeFolder();
    const native = await installWithoutScripts(folder);
    for (const name of ['.', ...(await readdir(native, { recursive: true }))]) {
      const path = join(native, name);
      await chmod(path, (await lstat(path)).mode & 0o700);
    }
    const { postgres, initdb } = await findBinaries(as, join(folder, 'copy'), native);
    expect(postgres).not.toContain(native);
    const cluster = join(folder, 'cluster');
    await mkdir(cluster, { mode: 0o700 });
    if (as.account) await chown(cluster, as.account.uid, as.account.gid);
    const { code, output } = await runInitdb(as, initdb, [`--pgdata=${cluster}`, '--auth=trust', '--no-sync']);
    expect([code, output]).toEqual([0, expect.any(String)]);
  });

  test('a copy that was cut short by a kill is removed by the next start, one that cannot be made is refused', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'home'), { mode: 0o700 });
    const native = await installWithoutScripts(join(folder, 'home'));
    const { postgres } = await findBinaries(as, join(folder, 'copy'), native);
    const copy = basename(join(postgres, '../..'));
    const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(dead, 'exit');
    await mkdir(join(folder, `${copy}.init-${dead.pid}-abcdef`, 'bin'), { recursive: true });
    await findBinaries(as, join(folder, 'copy'), native);
    expect((await readdir(folder)).sort()).toEqual([copy, 'home']);

    await expect(findBinaries(as, '/proc/copy', native)).rejects.toMatchObject({
      name: 'DataDirectoryError',
      reason: 'no_access',
    });
  });
}
