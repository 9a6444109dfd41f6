import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { copyCheckout } from './testing/copy-checkout.ts';
import { createServiceProcesses } from './testing/service-process.ts';

/** How the pages come to be there: `npm run build:pages` and `npm start`, each in a checkout of its own (docs/pages.md). */

const ONE_PARAGRAPH = 'export const fetchPageAhead = () => undefined;\nexport const App = () => <p>A page</p>;\n';
const APP = readFileSync(new URL('../../../dashboard/src/app.tsx', import.meta.url));

let checkout: Awaited<ReturnType<typeof copyCheckout>>;
beforeEach(async () => {
  checkout = await copyCheckout();
  // For whoever is not root.
  chmodSync(checkout.path, 0o755);
  // Pages are built here a dozen times: one paragraph does for all but the test of what they hold.
  writeFileSync(fileOf('dashboard/src/app.tsx'), ONE_PARAGRAPH);
});
afterEach(() => checkout.remove());

const fileOf = (path: string): string => join(checkout.path, path);
const dist = (): string[] => (existsSync(fileOf('dashboard/dist')) ? readdirSync(fileOf('dashboard/dist')) : []);

function startBuild(identity: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [fileOf('dashboard/build-cli.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, folder: stdout.trim(), stderr }),
  );
  return { child, ended };
}
const build = (identity = {}) => startBuild(identity).ended;

test('R1: what is built is named by its content: another time of a file or another test changes nothing, a source does', async () => {
  writeFileSync(fileOf('dashboard/src/app.tsx'), APP);
  const first = await build();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const files = readdirSync(first.folder, { recursive: true }).map(String);
  expect(files).toEqual(expect.arrayContaining(['index.html', 'index.html.br', 'index.html.gz']));
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);

  utimesSync(fileOf('dashboard/src/main.tsx'), 0, 0);
  writeFileSync(fileOf('dashboard/src/some.test.ts'), '');
  expect((await build()).folder).toBe(first.folder);

  writeFileSync(fileOf('dashboard/src/app.tsx'), ONE_PARAGRAPH);
  const other = await build();
  expect(other.folder).not.toBe(first.folder);
  appendFileSync(fileOf('contracts/src/page-paths.ts'), '// Another comment.\n');
  const second = await build();
  expect(second.folder).not.toBe(other.folder);
  expect(dist()).toHaveLength(3);
});

test('R1: a build takes away old ones that nobody serves, but not the newest three', async () => {
  const old = ['0000000000000001', '0000000000000002', '0000000000000003', '0000000000000004'];
  for (const [nth, name] of old.entries()) {
    mkdirSync(fileOf(`dashboard/dist/${name}/assets`), { recursive: true });
    const at = Date.now() / 1_000 - (10 - nth) * 24 * 60 * 60;
    utimesSync(fileOf(`dashboard/dist/${name}`), at, at);
  }
  const first = await build();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(dist().toSorted()).toEqual([old[2], old[3], basename(first.folder)].toSorted());
});

test('R1: two builds at once end with one folder, and leave nothing else', async () => {
  const both = await Promise.all([build(), build()]);
  expect(both[0]).toMatchObject({ code: 0, stderr: '' });
  expect(both[1]).toEqual(both[0]);
  expect(dist().map((name) => fileOf(`dashboard/dist/${name}`))).toEqual([both[0].folder]);
});

test('R1: a build that is killed half-way leaves nothing that would be served, and the next one is whole', async () => {
  const { child, ended } = startBuild();
  const begun = Promise.withResolvers<void>();
  const watcher = watch(fileOf('dashboard'), { recursive: true }, (_event, name) => {
    if (name?.includes('making-')) begun.resolve();
  });
  await begun.promise;
  watcher.close();
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
  expect(dist().filter((name) => !name.startsWith('making-'))).toEqual([]);

  const whole = await build();
  expect(whole.code).toBe(0);
  expect(readFileSync(join(whole.folder, 'index.html'), 'utf8')).toContain('/assets/');
});

test('R1: a build of broken sources says what is wrong, and leaves nothing', async () => {
  writeFileSync(fileOf('dashboard/src/app.tsx'), 'export const App = () => <p>;');
  const { code, stderr } = await build();
  expect(code).toBe(1);
  expect(stderr).toContain('The pages could not be built: ');
  expect(stderr).toContain('app.tsx');
  expect(dist()).toEqual([]);
});

// Who is not root can't become somebody else, and needs no such test: the others ran as them.
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

test.runIf(NOBODY)(
  'R1: who may not write in the checkout can use what was built, and is told where it is not',
  async () => {
    const refused = await build(NOBODY!);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/EACCES/);
    const built = await build();
    expect(await build(NOBODY!)).toEqual(built);
  },
);

test('R1: a start builds the pages where they are missing; where that fails it goes on, and its log says what helps', async () => {
  const folder = await makeTemporaryFolder();
  const database = await createTestDatabase();
  const services = createServiceProcesses({ main: fileOf('backend/src/main.ts') });
  onTestFinished(async () => {
    await services.end();
    await database.drop();
    await folder.remove();
  });
  const environment = { DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url };
  const first = services.start(environment);
  const { url } = await first.ready();
  const page = await fetch(`${url}/sign-in`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(dist()).toEqual([
    String((await first.logged('pages built')).folder)
      .split('/')
      .at(-1),
  ]);

  // A start touches what it serves, so that no build takes it away.
  const [served] = dist();
  utimesSync(fileOf(`dashboard/dist/${served}`), 0, 0);
  const beside = services.start(environment);
  await beside.ready();
  await expect.poll(() => statSync(fileOf(`dashboard/dist/${served}`)).mtimeMs).toBeGreaterThan(0);

  writeFileSync(fileOf('dashboard/src/app.tsx'), 'export const App = () => <p>;');
  const second = services.start(environment);
  const { url: other } = await second.ready();
  const failed = await second.logged('pages not built');
  expect(String(failed.hint)).toContain('npm run build:pages');
  expect(String(failed.why)).toMatch(/app\.tsx/);
  expect((await fetch(`${other}/sign-in`)).status).toBe(503);
  expect((await fetch(`${other}/health/ready`)).status).toBe(200);
});
