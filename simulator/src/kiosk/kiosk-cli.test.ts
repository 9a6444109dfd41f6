import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQrText } from '@sign-display/contracts/qr-payload';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBackend, type BackendProcess } from '../adapters/backend-process.ts';
import { runProgram } from '../testing/run-program.ts';

/** `npm run kiosk:virtual` against a real service, and the steps of README.md as they stand there. */

const CLI = join(import.meta.dirname, 'cli.ts');
const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const PASSWORD = 'a password of nobody else';

let backend: BackendProcess;
const scratch = mkdtempSync(join(tmpdir(), 'kiosk-cli-test-'));
beforeAll(async () => {
  backend = await startBackend(process.env, {
    BOOTSTRAP_EMAIL: 'owner@sign-display.local',
    BOOTSTRAP_PASSWORD: PASSWORD,
    LINK_HANDSHAKE_ENABLED: 'true',
  });
}, 120_000);
afterAll(async () => {
  await backend.stop();
  await backend.removeFolder();
  rmSync(scratch, { recursive: true });
});

const run = (command: string, args: readonly string[]) => runProgram(command, args, { TMPDIR: scratch });
const startKiosk = (...args: string[]) => run(process.execPath, [CLI, ...args]);

test('a virtual kiosk shows a QR that can be scanned, is the same sign at its next start, and Ctrl-C ends it with 130', async () => {
  const folder = join(scratch, 'mine');
  const first = startKiosk('--server', backend.url, '--data-dir', folder);
  const shown = parseQrText(await first.says(/^QR code: (.*)$/m));
  const code = await first.says(/^short code: (\w{6})$/m);
  expect(shown).toMatchObject({ ok: true, payload: { shortCode: code } });
  await first.says(/^is unclaimed/m);
  first.child.kill('SIGINT');
  expect(await first.ended()).toBe(130);
  const again = startKiosk('--server', `${backend.url}/`, '--data-dir', folder);
  expect(await again.says(/^short code: (\w{6})$/m)).toBe(code);
  again.child.kill('SIGTERM');
  expect(await again.ended()).toBe(0);
});

test('several virtual kiosks are different signs, and leave nothing in the temporary folder', async () => {
  const kiosks = startKiosk('--server', backend.url, '--count', '3');
  const codes = await Promise.all(
    [1, 2, 3].map((number) => kiosks.says(new RegExp(`^sign ${number}: short code: (\\w+)$`, 'm'))),
  );
  expect(new Set(codes).size).toBe(3);
  kiosks.child.kill('SIGINT');
  expect(await kiosks.ended()).toBe(130);
  expect(readdirSync(scratch).filter((name) => name.startsWith('sign-display-kiosk-'))).toEqual([]);
});

test('an address without the service is refused with what to do, and exit code 2', async () => {
  const other = createServer((_, response) => response.writeHead(404).end('not found'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const wrong = startKiosk('--server', `http://127.0.0.1:${port}`);
  expect(await wrong.ended()).toBe(2);
  expect(wrong.text()).toMatch(
    /^The server at http:\/\/127.0.0.1:\d+ is not the sign service \(HTTP 404\).*npm start.*\n$/,
  );
  other.close();
  other.closeAllConnections();
  await once(other, 'close');
  const nobody = startKiosk('--server', `http://127.0.0.1:${port}`);
  expect(await nobody.ended()).toBe(2);
  expect(nobody.text()).toMatch(/^No service answers at http:\/\/127.0.0.1:\d+ \(ECONNREFUSED\).*npm start.*\n$/);
  const malformed = startKiosk('--server', 'localhost');
  expect([await malformed.ended(), malformed.text()]).toEqual([2, expect.stringContaining('Try --help.')]);
});

test('K1: a virtual kiosk reaches a service with a local authority by --ca, and says why it does not without', async () => {
  const settings = { HTTPS: 'true', HOST: 'localhost', HTTP_PORT: '0' };
  const secure = await startBackend(process.env, settings);
  onTestFinished(async () => {
    await secure.stop();
    await secure.removeFolder();
  });
  const stranger = startKiosk('--server', secure.url);
  expect(await stranger.ended()).toBe(2);
  expect(stranger.text()).toMatch(
    /^The certificate of https:\/\/localhost:\d+ is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\. Pass .* with --ca\. /,
  );
  const wrong = startKiosk('--server', secure.url, '--ca', join(scratch, 'none.crt'));
  expect([await wrong.ended(), wrong.text()]).toEqual([2, expect.stringContaining('can’t be read (ENOENT)')]);
  const kiosk = startKiosk('--server', secure.url, '--ca', join(secure.dataFolder, 'https/authority.crt'));
  await kiosk.says(/^is unclaimed/m);
  kiosk.child.kill('SIGTERM');
  expect(await kiosk.ended()).toBe(0);
});

test('the steps of README.md claim a virtual kiosk, which tells of it', async () => {
  const [, section] = /## A first look with curl\n(.*?)\n## /s.exec(README)!;
  const [starting, steps] = Array.from(section!.matchAll(/```sh\n(.*?)```/gs), ([, text]) => text!);
  expect(starting).toBe('npm start\nnpm run kiosk:virtual\n');
  const kiosk = startKiosk('--server', backend.url);
  const code = await kiosk.says(/^short code: (\w{6})$/m);
  await kiosk.says(/^is unclaimed/m);
  const script = steps!
    .replace("password='…'", `password='${PASSWORD}'`)
    .replace("code='…'", `code='${code}'`)
    .replaceAll('localhost:3000', new URL(backend.url).host);
  expect(script).not.toMatch(/…|:3000\b/);
  const shell = run('bash', ['-euo', 'pipefail', '-c', script]);
  expect([await shell.ended(), shell.text()]).toEqual([0, expect.stringContaining('"handshake":"acknowledged"')]);
  // The last line is the list.
  expect(shell.text()).toMatch(/\{"items":\[\{"id":"[^"]+".*"name":"Entrance"/);
  const page = `${backend.url}/health`;
  await kiosk.says(
    new RegExp(
      `asked to prove ${page}\nproved the page in \\d+ ms\nclaimed as “Entrance” \\(Hall 1\\) in “Trade fair”`,
    ),
  );
  await kiosk.says(new RegExp(`^shows ${page}$`, 'm'));
  kiosk.child.kill('SIGINT');
  expect(await kiosk.ended()).toBe(130);
});
