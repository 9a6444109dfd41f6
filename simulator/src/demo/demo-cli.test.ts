import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { runProgram } from '../testing/run-program.ts';

/** `npm run demo` as a person starts it, and ends it. What it shows is in a browser's test of the dashboard. */

const CLI = join(import.meta.dirname, 'cli.ts');
const scratch = mkdtempSync(join(tmpdir(), 'demo-cli-test-'));
// The database may run as another user, who has to get through.
chmodSync(scratch, 0o755);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const demo = (...args: string[]) => runProgram(process.execPath, [CLI, ...args], { TMPDIR: scratch });

test('a demo tells its wall and who can sign in there, and Ctrl-C ends it with 0 and leaves nothing behind', async () => {
  const started = demo('--signs', '4');
  const wall = await started.says(/^The wall: (\S+)$/m);
  const [origin, eventId] = wall.split('/events/');
  const [email, password] = (await started.says(/^ {2}viewer {4}(\S+ {2}\S+)/m)).split('  ');
  expect(started.text()).toMatch(/^\d\d:\d\d:\d\d claimed 4 of 4$/m);

  const headers = { 'content-type': 'application/json', origin: origin! };
  const body = JSON.stringify({ email, password });
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  const authorization = `Bearer ${signedIn.headers.get('set-auth-token')}`;
  const summary = await fetch(`${origin}/api/events/${eventId}/summary`, { headers: { authorization } });
  expect(await summary.json()).toMatchObject({ total: 4 });

  started.child.kill('SIGINT');
  expect(await started.ended()).toBe(0);
  expect(readdirSync(scratch).filter((name) => name.startsWith('sign-display-'))).toEqual([]);
  await expect(fetch(`${origin}/health/live`)).rejects.toThrow('fetch failed');
}, 240_000);

test('Ctrl-C pressed twice ends a demo at once with 130, says so, and leaves no folder and no process behind', async () => {
  const started = demo('--signs', '4');
  const wall = await started.says(/^The wall: (\S+)$/m);
  const [folder] = readdirSync(scratch).filter((name) => name.startsWith('sign-display-demo-'));
  const database = Number.parseInt(readFileSync(join(scratch, folder!, 'data/postgres/postmaster.pid'), 'utf8'), 10);
  // The service hears no wish to end, so that the demo is still ending.
  process.kill(Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(database)], { encoding: 'utf8' })), 'SIGSTOP');
  started.child.kill('SIGINT');
  await started.says(/ ending the demo$/m);
  // Ctrl-C comes twice through npm: only half a second later it is another one.
  const again = setInterval(() => started.child.kill('SIGINT'), 100);
  onTestFinished(() => clearInterval(again));
  expect(await started.ended()).toBe(130);
  expect(started.text()).toMatch(/^ended immediately; all files were removed$/m);
  expect(readdirSync(scratch).filter((name) => name.startsWith('sign-display-'))).toEqual([]);
  // A killed process exists until the system has removed it.
  await vi.waitFor(() => expect(() => process.kill(database, 0)).toThrow('ESRCH'), { timeout: 30_000 });
  await expect(fetch(wall)).rejects.toThrow('fetch failed');
}, 240_000);

test('a port that is taken is named, with what to do, and exit code 2', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const refused = demo('--port', String(port));
  expect(await refused.ended()).toBe(2);
  expect(refused.text()).toBe(
    `Port ${port} is in use by another program. Choose another one with --port, or omit --port to use a free one.\n`,
  );
}, 60_000);

test('a folder for temporary files that is not there is named, with what to do, and exit code 2', async () => {
  const folder = join(scratch, 'nowhere');
  const refused = runProgram(process.execPath, [CLI], { TMPDIR: folder });
  expect(await refused.ended()).toBe(2);
  expect(refused.text()).toBe(`Temporary files can’t be stored in ${folder} (ENOENT). Set TMPDIR to another folder.\n`);
}, 60_000);

test.each([
  [['--signs', '0'], 'from 1 to 1000'],
  [['--pace', '-1'], 'from 0.1 to 20'],
  [['--until', 'midnight'], 'Allowed choices are switch'],
  [['--sings', '3'], "unknown option '--sings'"],
])(
  '%j is refused in a sentence, with exit code 2',
  async (args, words) => {
    const refused = demo(...args);
    expect([await refused.ended(), refused.text()]).toEqual([2, expect.stringContaining(words)]);
    expect(refused.text()).toMatch(/Try --help\.\n$/);
  },
  60_000,
);
