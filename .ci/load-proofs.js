// Shows that load tests find what they are for, each with a service that is broken on purpose:
//   ack-race fails where an ack counts whatever its token (simulator/mutants/skip-claim-token.patch);
//   heartbeat fails where the service's loop stands still for 200 ms in each second.
//
//     K6_BINARY=$(.ci/k6.sh) npm run load:proofs        a minute and a half
//
// Exit codes: 0 both failed, as they must; 1 one did not; 3 one says nothing, for k6 had no time on this machine.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedTo } from '../load-tests/src/run/share-cores.ts';
import { findCores } from '../load-tests/src/run/find-cores.ts';
import { RAISED_LIMITS } from '../load-tests/src/run/service-settings.ts';
import { startBackend } from '../simulator/src/adapters/backend-process.ts';
import { prepareMutant } from '../simulator/src/mutants/prepare-mutant.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ACCOUNT = { BOOTSTRAP_EMAIL: 'owner@load.example', BOOTSTRAP_PASSWORD: 'a-password-for-this-proof-7x' };
const INTERRUPTED = 130;

/** What ends before we do, the latest first. */
const toEnd = [];
async function endAll() {
  for (let end = toEnd.pop(); end; end = toEnd.pop()) await end();
}
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isInterrupted = true));

/** `npm run load -- …` of the tree at `root`: its exit code and what it said. */
async function load(root, words, password = '') {
  const out = await mkdtemp(join(tmpdir(), 'load-proof-'));
  toEnd.push(() => rm(out, { recursive: true, force: true }));
  const env = { ...process.env, LOAD_PASSWORD: password };
  const child = spawn(process.execPath, [join(root, 'load-tests/src/cli.ts'), ...words, '--out', out], { env });
  // Ctrl-C reaches it from the terminal by itself; a signal to us alone is passed on.
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  let said = '';
  child.stdout.on('data', (part) => (said += part));
  child.stderr.on('data', (part) => (said += part));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said };
}

/** 0 where the run failed and says why in these words. */
function judge(what, { code, said }, why) {
  const reasons = said.split('\n').filter((line) => why.test(line));
  if (code === 1 && reasons.length > 0) {
    console.log(`${what}: failed, as it must\n${reasons.join('\n')}`);
    return 0;
  }
  console.log(said);
  console.log(`${what}: ${code === 3 ? 'says nothing, for k6 had no time' : `ended with ${code}, and must fail`}`);
  return code === 3 ? 3 : 1;
}

async function anyToken() {
  const copy = await prepareMutant('skip-claim-token');
  toEnd.push(() => copy.remove());
  return judge(
    'ack-race, where an ack counts whatever its token',
    await load(copy.folder, ['ack-race', '--profile', 'smoke']),
    /^ {2}race_held: .* was promised/,
  );
}

async function blockedLoop() {
  const cores = findCores();
  const block = join(ROOT, 'load-tests/src/testing/block-loop.ts');
  const backend = await startBackend(
    process.env,
    { ...RAISED_LIMITS, ...ACCOUNT },
    {
      // Where a run has its own service: on k6's core it would take the time in which k6 has to be idle.
      before: cores ? pinnedTo(cores.server) : [],
      nodeOptions: ['--import', block],
      folderPrefix: 'sign-display-load-proof-',
    },
  );
  toEnd.push(async () => {
    await backend.stop();
    await backend.removeFolder();
  });
  const { BOOTSTRAP_EMAIL: email, BOOTSTRAP_PASSWORD: password } = ACCOUNT;
  return judge(
    'heartbeat, where the loop stands still for 200 ms in each second',
    await load(ROOT, ['heartbeat', '--profile', 'smoke', '--url', backend.url, '--email', email], password),
    /^ {2}heartbeat_ack_ms: p\(95\) .* was promised/,
  );
}

try {
  const codes = [];
  for (const proof of [anyToken, blockedLoop]) {
    codes.push(await proof());
    await endAll();
    if (isInterrupted) break;
  }
  process.exitCode = isInterrupted ? INTERRUPTED : codes.includes(1) ? 1 : Math.max(...codes);
} finally {
  await endAll();
}
