import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { accepted, createClient, type Client } from '@sign-display/client/client';
import { buildQrText } from '@sign-display/contracts/qr-payload';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBackend, type BackendProcess } from '../adapters/backend-process.ts';
import { findInvitationToken } from '../adapters/find-invitation-token.ts';
import { runProgram } from '../testing/run-program.ts';
import { readMail } from '../receivers/read-mail.ts';

/** `npm run operator` against a real service and virtual kiosks, as it is run. */

const OPERATOR = join(import.meta.dirname, '../../../contracts/operator/src/cli.ts');
const KIOSK = join(import.meta.dirname, 'cli.ts');
const EMAIL = 'owner@sign-display.local';
const PASSWORD = 'a password of nobody else';
const SIGNS_MOST = 6;

let backend: BackendProcess;
let owner: Client;
let organizationId: string;
let token: string;
/** Pages that the kiosks are sent to: `/good`, `/broken`, and `/slow`, which answers when it is told to. */
const pages = createServer((request, response) => {
  if (request.url === '/slow') return void pages.emit('asked', response);
  response.writeHead(request.url === '/broken' ? 500 : 200, { 'content-type': 'text/html' }).end('<h1>Page</h1>');
});
let page: (path: string) => string;

beforeAll(async () => {
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  page = (path) => `http://127.0.0.1:${(pages.address() as AddressInfo).port}/${path}`;
  backend = await startBackend(process.env, {
    BOOTSTRAP_EMAIL: EMAIL,
    BOOTSTRAP_PASSWORD: PASSWORD,
    // Short, because two refusals wait for them; but one program must start and be refused while a page is still awaited.
    LOAD_TIMEOUT_MS: '5000',
    ACK_TIMEOUT_MS: '7000',
    SIGN_IN_LIMIT_PER_MINUTE: '1000',
    QUOTA_SIGNS: String(SIGNS_MOST),
  });
  const body = { email: EMAIL, password: PASSWORD };
  const client = createClient({ origin: backend.url });
  token = (await client.call('POST /api/auth/sign-in/email', { body })).headers.get(BEARER_HEADER)!;
  owner = createClient({ origin: backend.url, token });
  organizationId = good(await owner.call('GET /api/me')).body.organizations[0]!.id;
}, 120_000);
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await backend.stop();
  await backend.removeFolder();
});

const good = <Given extends Parameters<typeof accepted>[0]>(answer: Given) =>
  accepted(answer, ({ code, detail }) => new Error(`${code}: ${detail}`));

/** With the owner's token; `environment` may say otherwise. */
const operator = (args: readonly string[], environment: Record<string, string> = {}, input?: string) => {
  const usual = { SIGN_DISPLAY_SERVER: backend.url, SIGN_DISPLAY_TOKEN: token };
  return runProgram(process.execPath, [OPERATOR, ...args], { ...usual, ...environment }, input);
};
/** Its exit code and what it said. */
async function ask(...args: string[]): Promise<[number | null, string]> {
  const run = operator(args);
  return [await run.ended(), run.text()];
}
async function startKiosk() {
  const kiosk = runProgram(process.execPath, [KIOSK, '--server', backend.url], {});
  const qrText = await kiosk.says(/^QR code: (.*)$/m);
  const code = await kiosk.says(/^short code: (\w{6})$/m);
  await kiosk.says(/^is unclaimed/m);
  return { ...kiosk, qrText, code };
}

test('on a new service an event is made, a sign is claimed, listed, commanded, replaced and unregistered', async () => {
  const kiosk = await startKiosk();
  expect(await ask('claim', kiosk.code)).toEqual([
    2,
    'There is no event yet.\nCreate one with "add-event NAME".\n(usage)\n',
  ]);
  expect(await ask('add-event', 'Trade fair', '--time-zone', 'Europe/Vienna')).toEqual([
    0,
    '“Trade fair” was created. Claim signs for it with --event.\n',
  ]);
  const typed = `${kiosk.code.slice(0, 3)}-${kiosk.code.slice(3)}`.toLowerCase();
  const claim = ['claim', typed, '--url', page('good'), '--event', 'trade fair', '--name', 'Entrance'];
  expect(await ask(...claim, '--location', 'Hall 1')).toEqual([
    0,
    `Claimed: “Entrance” (Hall 1) will show ${page('good')}.\n`,
  ]);
  await kiosk.says(new RegExp(`^shows ${page('good')}$`, 'm'));
  const listed = operator(['list', '--json', '--event', 'Trade fair', '--search', 'Entr']);
  expect(await listed.ended()).toBe(0);
  expect(JSON.parse(listed.text())).toMatchObject([{ name: 'Entrance', device: { shortCode: kiosk.code } }]);
  // The service says `showing` after the kiosk's next heartbeat.
  expect((await ask('list'))[1]).toMatch(
    new RegExp(`^(idle|showing) +${kiosk.code}  Entrance  \\(Hall 1\\).*\n1 sign\n$`),
  );

  expect(await ask('command', 'Entrance', 'refresh')).toEqual([0, 'refresh to “Entrance”: acked.\n']);
  expect(await ask('command', kiosk.code, 'screenshot', '--max-width', '320')).toEqual([
    0,
    expect.stringMatching(/acked\. Read it at http:.*\/api\/signs\/[0-9a-f-]{36}\/screenshot\.\n$/),
  ]);
  expect(await ask('identify', 'Entrance', '--seconds', '1')).toEqual([0, '“Entrance” shows its code for 1 s.\n']);
  await kiosk.says(new RegExp(`^shows ${kiosk.code}, large$[^]*^no longer shows its code$`, 'm'));
  expect(await ask('identify', 'Entrance', '--seconds', '61')).toEqual([
    1,
    expect.stringContaining('(validation_failed)'),
  ]);
  const other = ['command', 'entrance', 'display_content', '--url', `${page('good')}?2`];
  expect((await ask(...other))[0]).toBe(0);
  await kiosk.says(/^shows .*\?2$/m);
  expect((await ask('command', 'Entrance', 'dance'))[0]).toBe(2);

  const spare = await startKiosk();
  expect(await ask('link', 'Entrance', spare.code)).toEqual([1, expect.stringContaining('(sign_not_unlinked)')]);
  expect(await ask('replace', 'Entrance', spare.qrText)).toEqual([
    0,
    `Claimed: “Entrance” has the device ${spare.code}.\n`,
  ]);
  expect(await ask('unregister', 'Entrance')).toEqual([0, '“Entrance” no longer has a device.\n']);
  expect(await ask('replace', 'Entrance', spare.code)).toEqual([1, expect.stringContaining('(sign_not_linked)')]);
  expect(await ask('identify', 'Entrance')).toEqual([1, expect.stringContaining('This record has no device.')]);
  await spare.says(/is unclaimed[^]*is unclaimed/);
  expect((await ask('link', 'Entrance', spare.code))[0]).toBe(0);
});

test('each refusal of claiming is told in words with what to do next, and exit code 1', async () => {
  const kiosk = await startKiosk();
  const claim = (...more: string[]) => ask('claim', kiosk.code, ...more);
  const words = (title: string, next: RegExp, code: string) => [
    1,
    expect.stringMatching(
      new RegExp(`^${title} The sign was not claimed\\.\n[^]*${next.source}[^]*\n\\(${code}\\)\n$`),
    ),
  ];
  expect(await claim('--url', 'http://127.0.0.1:2/')).toEqual(
    words('The sign can’t reach the page\\.', /typos/, 'device_load_failed'),
  );
  expect(await claim('--url', page('broken'))).toEqual(
    words('The page answered the sign with an error\\.', /without --url/, 'device_load_failed'),
  );
  expect(await claim('--url', page('slow'))).toEqual(
    words('The page took too long to load\\.', /reload the page/, 'device_load_failed'),
  );
  expect(await claim('--url', 'ftp://files.example.com/')).toEqual(
    words('This URL can’t be used\\.', /must start with http:\/\/ or https:\/\//, 'invalid_url'),
  );
  expect(await claim('--name', 'x'.repeat(201))).toEqual(
    words('The request is not valid\\.', /name: /, 'validation_failed'),
  );
  expect(await ask('claim', 'ZZZZZZ')).toEqual(
    words('No connected, unclaimed sign is showing this code\\.', /8 and B/, 'short_code_unknown'),
  );
  const absent = buildQrText('5d0c1f5e-0000-4000-8000-00000000abcd');
  expect(await ask('claim', absent)).toEqual(words('The sign is not connected\\.', /Unplug it/, 'sign_not_connected'));
  kiosk.child.kill('SIGSTOP');
  expect(await claim()).toEqual(words('The sign did not answer\\.', /power/, 'device_no_ack'));
  kiosk.child.kill('SIGCONT');

  const asked = once(pages, 'asked');
  const first = operator(['claim', kiosk.code, '--url', page('slow'), '--name', 'First', '--json']);
  const [response] = await asked;
  const id = '5d0c1f5e-0000-4000-8000-00000000abce';
  expect(await claim('--request-id', id)).toEqual(
    words('Someone else is claiming this sign\\.', /20 seconds/, 'request_in_progress'),
  );
  response.end('<h1>Page</h1>');
  expect(await first.ended()).toBe(0);
  expect(JSON.parse(first.text())).toMatchObject({ name: 'First', device: { shortCode: kiosk.code } });
  expect(await ask('claim', kiosk.qrText)).toEqual(
    words('This sign is already claimed\\.', /"unregister" to release the sign/, 'sign_already_claimed'),
  );
});

test('a QR that contradicts itself, or is of something else, is told before the service is asked for a claim', async () => {
  const wrong = buildQrText('5d0c1f5e-0000-4000-8000-00000000abcd').replace(
    /"shortCode":"\w+"/,
    '"shortCode":"000000"',
  );
  expect(await ask('claim', wrong)).toEqual([
    2,
    expect.stringMatching(/^The code does not match its sign[^]*\(short_code_mismatch\)\n$/),
  ]);
  expect(await ask('claim', '{"type":"ticket"}')).toEqual([2, expect.stringContaining('(not_a_sign)')]);
});

test('the same request identifier gives the outcome of the first claim, and is refused for another request', async () => {
  const kiosk = await startKiosk();
  const claim = ['claim', kiosk.code, '--name', 'Once', '--request-id', '5d0c1f5e-0000-4000-8000-00000000abcf'];
  const [code, said] = await ask(...claim);
  expect(code).toBe(0);
  expect(await ask(...claim)).toEqual([0, said]);
  expect(await ask(...claim, '--location', 'Elsewhere')).toEqual([
    1,
    expect.stringMatching(
      /^This request identifier was already used[^]*Try again without --request-id\.\n\(request_id_reused\)\n$/,
    ),
  ]);
});

test('who is not signed in, or may not claim, is told so', async () => {
  const noToken = { SIGN_DISPLAY_TOKEN: '', SIGN_DISPLAY_EMAIL: EMAIL };
  const wrong = operator(['list'], { ...noToken, SIGN_DISPLAY_PASSWORD: 'wrong' });
  expect([await wrong.ended(), wrong.text()]).toEqual([
    1,
    'The sign-in was refused.\nThe e-mail address or the password is wrong.\nCheck --email and the password.\n(unauthenticated)\n',
  ]);
  const stale = operator(['list', '--json'], { SIGN_DISPLAY_TOKEN: 'stale' });
  expect(await stale.ended()).toBe(1);
  expect(JSON.parse(stale.text())).toMatchObject({
    error: {
      code: 'unauthenticated',
      status: 401,
      title: 'The token is not valid, or it has expired.',
      next: 'Get a new token with "sign-in".',
    },
  });
  const piped = operator(['sign-in'], noToken, `${PASSWORD}\n`);
  expect(await piped.ended()).toBe(0);
  expect(await operator(['list'], { SIGN_DISPLAY_TOKEN: piped.text().trim() }).ended()).toBe(0);
  const nobody = operator(['list'], { SIGN_DISPLAY_TOKEN: '', SIGN_DISPLAY_EMAIL: '' });
  expect([await nobody.ended(), nobody.text()]).toEqual([2, expect.stringContaining('Set --email')]);

  const email = 'viewer@example.com';
  good(
    await owner.call('POST /api/organizations/:id/members', {
      params: { id: organizationId },
      body: { email, role: 'viewer' },
    }),
  );
  const outbox = join(backend.dataFolder, 'outbox');
  let invitation: string | null = null;
  while (invitation === null)
    invitation = await findInvitationToken(outbox, email, (raw) => readMail(raw).text).catch(() => null);
  const person = { name: 'Viewer', password: 'quite another password' };
  good(
    await owner.call('POST /api/invitations/:token/accept', { params: { token: invitation }, body: person, token: '' }),
  );
  const viewer = { SIGN_DISPLAY_TOKEN: '', SIGN_DISPLAY_EMAIL: email, SIGN_DISPLAY_PASSWORD: person.password };
  const refused = operator(['claim', 'ZZZZZZ'], viewer);
  expect([await refused.ended(), refused.text()]).toEqual([
    1,
    expect.stringMatching(
      /^Your role does not allow this\. The sign was not claimed\.\nAsk an admin[^]*\(forbidden\)\n$/,
    ),
  ]);
});

test('an event or a sign that is not there is named with those that are, and exit code 2', async () => {
  expect(await ask('claim', 'ZZZZZZ', '--event', 'NEW')).toEqual([
    2,
    'No event is called “NEW”.\nThere is “Trade fair”. Create one with "add-event NAME".\n(usage)\n',
  ]);
  expect(await ask('unregister', '5d0c1f5e-0000-4000-8000-00000000abcd')).toEqual([
    1,
    expect.stringContaining('(not_found)'),
  ]);
  expect((await ask('claim'))[0]).toBe(2);
  expect((await ask('list', '--server', 'localhost'))[0]).toBe(2);
});

test('what changes is told a line a change, until Ctrl-C', async () => {
  const watch = operator(['watch', '--event', 'Trade fair']);
  await watch.says(/watching \d+ signs/);
  const events = good(await owner.list('GET /api/organizations/:id/events', { params: { id: organizationId } }));
  const eventId = events.items[0]!.id;
  const made = good(
    await owner.call('POST /api/signs', { body: { organizationId, eventId, name: 'Foyer', location: 'Hall 2' } }),
  );
  await watch.says(/^\d\d:\d\d:\d\d Foyer: new sign: unlinked$/m);
  const { id } = made.body;
  good(await owner.call('PATCH /api/signs/:id', { params: { id }, body: { location: 'Hall 3' }, ifMatch: made.etag! }));
  await watch.says(/^\d\d:\d\d:\d\d Foyer: location Hall 3 \(was Hall 2\)$/m);
  good(await owner.call('DELETE /api/signs/:id', { params: { id } }));
  await watch.says(/Foyer: removed$/m);
  watch.child.kill('SIGINT');
  expect(await watch.ended()).toBe(130);
});

test('Ctrl-C in a claim says that it may still settle, and how to ask for its outcome', async () => {
  const kiosk = await startKiosk();
  const asked = once(pages, 'asked');
  const claim = operator(['claim', kiosk.code, '--url', page('slow')]);
  await asked;
  claim.child.kill('SIGINT');
  expect(await claim.ended()).toBe(130);
  expect(claim.text()).toMatch(
    /^Stopped waiting for the sign\.\nThe claim may still succeed\.[^]*--request-id [0-9a-f-]{36}\n\(interrupted\)\n$/,
  );
});

test('a claim outlives a service that is killed and starts again; one that stays away is told with exit code 3', async () => {
  const kiosk = await startKiosk();
  const asked = once(pages, 'asked');
  const claim = operator(['claim', kiosk.code, '--url', page('slow')]);
  await asked;
  await backend.crash();
  await backend.startAgain();
  // The same request is asked for again: whatever becomes of it is told in words.
  expect(await claim.ended()).toBeLessThanOrEqual(1);
  expect(claim.text()).toMatch(/^Claimed: |\(\w+\)\n$/);
  expect(claim.text()).not.toContain('broken');

  const again = operator(['claim', kiosk.code, '--url', page('slow')]);
  await Promise.race([once(pages, 'asked'), again.ended()]);
  await backend.crash();
  onTestFinished(() => backend.startAgain());
  const gone = operator(['list', '--json']);
  expect(await gone.ended()).toBe(3);
  expect(JSON.parse(gone.text())).toMatchObject({
    error: { code: 'unreachable', next: expect.stringContaining('npm start') },
  });
  if (again.child.exitCode === null) {
    expect(await again.ended()).toBe(3);
    expect(again.text()).toMatch(
      /^The service at .* could not be reached[^]*--request-id [0-9a-f-]{36}\n\(unreachable\)\n$/,
    );
  }
});

test('the operator CLI names the option of a refused value and says what to correct', async () => {
  expect(await ask('list', '--search', 'x'.repeat(300))).toEqual([
    1,
    'The request is not valid.\n--search: must not have more than 200 characters\nCorrect the values that are named above, then try again.\n(validation_failed)\n',
  ]);
  expect(await ask('claim', 'ZZZZZZ', '--url', 'example.com')).toEqual([
    1,
    expect.stringMatching(
      /^This URL can’t be used\. The sign was not claimed\.\nThe URL must start with [^]*\nCorrect the URL, or ask an admin to allow its host\.\n\(invalid_url\)\n$/,
    ),
  ]);
});

test('too many wrong codes, and an organization’s quota, are told with what to do', async () => {
  let said = '';
  for (let times = 0; times < 8 && !said.includes('rate_limited'); times += 1) [, said] = await ask('claim', 'ZZZZZZ');
  expect(said).toMatch(
    /^Too many requests\. The sign was not claimed\.\n[^]*\nWait \d+ minutes, then try again\.\n\(rate_limited\)\n$/,
  );
  const { usage } = good(await owner.call('GET /api/organizations/:id', { params: { id: organizationId } })).body;
  for (let left = SIGNS_MOST - usage.signs.used; left > 0; left -= 1) {
    const { qrText } = await startKiosk();
    expect((await ask('claim', qrText))[0]).toBe(0);
  }
  const { qrText } = await startKiosk();
  expect(await ask('claim', qrText)).toEqual([
    1,
    expect.stringMatching(
      /^The organization has reached its limit\. The sign was not claimed\.[^]*\(quota_exceeded\)\n$/,
    ),
  ]);
});
