import { isDeepStrictEqual } from 'node:util';
import type { BackendEvent, BackendMessage } from '@sign-display/contracts/kiosk-events';
import * as fc from 'fast-check';
import type { CheckResult, NetworkInterface, ProofResult } from '../ports.ts';
import {
  applyLinkMessage,
  at,
  claimedMessage,
  commandIdOf,
  configMessage,
  OTHER_PAGE,
  PAGE,
  requestIdOf,
  tokenOf,
  UNCLAIMED_CONFIG,
} from './backend-messages.ts';
import { BAD, ETHERNET, GOOD, WIFI } from './scripted-shell.ts';
import { anyBatchFate, endBatch, reportFetch, writeBatch } from './analytics-promises.ts';
import { ackBeat, command, drawnCommand, endJob, LOG_REPLIES, replyToLogs } from './command-actions.ts';
import { newCommandMemory } from './command-promises.ts';
import { assertPromise, serverNow } from './assert-promise.ts';
import type { Memory } from './sign-promises.ts';
import { connectFully, type SignWorld } from './sign-world.ts';

/** Everything that can happen to a sign, as fast-check draws it. */
export interface Action {
  run(world: SignWorld, memory: Memory): void;
  /** What a counterexample shows. */
  toString(): string;
}

const action = (words: string, run: Action['run']): Action => ({ run, toString: () => words });
const fixed = (words: string, run: Action['run']): fc.Arbitrary<Action> => fc.constant(action(words, run));
const drawn = <Value>(
  what: fc.Arbitrary<Value>,
  words: string,
  run: (world: SignWorld, value: Value, memory: Memory) => void,
) => what.map((value) => action(`${words} ${fc.stringify(value)}`, (world, memory) => run(world, value, memory)));

function say<Event extends BackendEvent>(world: SignWorld, event: Event, payload: BackendMessage<Event>): void {
  world.act({ type: 'received', connection: world.state.connection.id, event, payload });
}

const isUnclaimed = ({ state }: SignWorld): boolean => state.screen.kind === 'qr' || state.screen.kind === 'claiming';

const small = fc.integer({ min: 1, max: 3 });
const page = fc.constantFrom(PAGE, OTHER_PAGE, 'https://example.org/third', 'javascript:void 0', null);
const said = fc.record({ request: small, record: small, url: page, version: small });

const applyLink = drawn(
  fc.record({ request: small, token: fc.integer({ min: 1, max: 999 }), url: page, ttlMs: fc.constantFrom(20_000, -1) }),
  'apply_link',
  (world, asked, memory) => {
    if (!connectFully(world)) return;
    if (asked.ttlMs > 0) memory.tokens.set(requestIdOf(asked.request), tokenOf(asked.token));
    say(world, 'sign:apply_link', applyLinkMessage(serverNow(world), asked));
    assertPromise(asked.ttlMs < 0 || world.overlay === null, 'K12: a claim that begins takes the code away');
  },
);

/** Somebody looks for the sign. */
const identify = drawn(
  fc.record({
    seconds: fc.constantFrom(0, 1, 10, 60),
    startsInMs: fc.constantFrom(-70_000, -5_000, 0, 700),
    ttlMs: fc.constantFrom(60_000, -1),
  }),
  'identify',
  (world, { seconds, startsInMs, ttlMs }) => {
    if (!connectFully(world)) return;
    const { overlay: before, state } = world;
    const startsAtMs = serverNow(world) + startsInMs;
    say(world, 'sign:identify', { seconds, startsAtMs, expiresAt: at(serverNow(world) + ttlMs) });
    const isFree = state.screen.kind === 'qr';
    const leftMs = Math.min(startsInMs, 0) + seconds * 1_000;
    const expected = isFree && ttlMs > 0 && leftMs > 0 ? serverNow(world) + leftMs : null;
    if (expected !== null)
      assertPromise(world.overlay?.untilMs === expected, 'K12: the code is shown for the time asked');
    else if (isFree && seconds === 0) assertPromise(world.overlay === null, 'K12: `seconds: 0` takes the code away');
    else assertPromise(world.overlay === before, 'K12: what is late, or for an unclaimed sign, changes nothing');
  },
);

const config = drawn(fc.option(said), 'config', (world, what) => {
  if (!connectFully(world)) return;
  const { claim } = world.state.stored;
  const message = what === null ? UNCLAIMED_CONFIG : configMessage(what);
  const overtaken =
    claim !== null && claim.sign.id === message.sign?.id && message.configVersion < world.state.connection.versionHeard;
  say(world, 'sign:config', message);
  const { stored, content } = world.state;
  assertPromise(stored.claim?.sign.id === message.sign?.id, 'C7: whose sign it is, the backend says');
  assertPromise(overtaken || content.wanted?.url === message.content?.url, 'C7: what it shows, the backend says');
});

const claimed = drawn(said, 'claimed', (world, what) => {
  if (!connectFully(world)) return;
  say(world, 'sign:claimed', claimedMessage(what));
  assertPromise(!isUnclaimed(world), 'K8: the QR is gone in the same step');
});

const released = drawn(fc.constantFrom('sign:unregistered', 'sign:deleted'), '', (world, event) => {
  if (!connectFully(world)) return;
  say(world, event, { reason: 'because' });
  assertPromise(world.state.stored.claim === null && isUnclaimed(world), 'C3: nothing is left');
});

const displayed = drawn(
  fc.record({
    n: fc.integer({ min: 1, max: 5 }),
    url: page,
    source: fc.constantFrom('assigned', 'schedule', 'manual'),
    untilMs: fc.constantFrom(null, 10_000, -10_000),
  }),
  'display_content',
  (world, { n, url, source, untilMs }) => {
    if (!connectFully(world)) return;
    const until = untilMs === null ? {} : { until: at(serverNow(world) + untilMs) };
    say(world, 'sign:display_content', { commandId: commandIdOf(n), contentId: null, url, source, ...until });
  },
);

const commands: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: drawn(drawnCommand, 'command', command) },
  { weight: 3, arbitrary: drawn(fc.boolean(), 'job ends', endJob) },
  { weight: 2, arbitrary: drawn(fc.constantFrom(...LOG_REPLIES), 'logs replied', replyToLogs) },
  { weight: 2, arbitrary: fixed('heartbeat acked', ackBeat) },
);

const settings = drawn(small, 'settings_update', (world, version) => {
  if (!connectFully(world)) return;
  const patch = { idleMessage: `${version}`, reloadEverySeconds: version * 30 };
  say(world, 'sign:settings_update', { commandId: commandIdOf(9), configVersion: version, patch });
});

const analytics: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fixed('something is fetched', (world, memory) => reportFetch(world, memory.analytics)),
  },
  { weight: 2, arbitrary: fixed('a batch is written', writeBatch) },
  {
    weight: 3,
    arbitrary: drawn(anyBatchFate, 'the batch is', (world, fate, memory) => endBatch(world, fate, memory.analytics)),
  },
  {
    weight: 1,
    arbitrary: drawn(fc.boolean(), 'the view is blank:', (world, blank) => {
      const { screen } = world.state;
      if (screen.kind === 'page') world.act({ type: 'view_sampled', url: screen.url, blank });
    }),
  },
  {
    weight: 1,
    arbitrary: drawn(fc.constantFrom({ muted: true }, { zoom: 99 }), 'settings at the sign', (world, patch) =>
      world.act({ type: 'settings_changed', patch }),
    ),
  },
);

const network = drawn(fc.constantFrom('opened', 'lost', 'refused', 'no reply'), 'network', (world, how) => {
  const connection = world.state.connection.id;
  if (how === 'opened') world.act({ type: 'opened', connection });
  else if (how === 'lost') world.act({ type: 'lost', connection, reason: 'transport close' });
  else if (how === 'refused')
    world.act({
      type: 'refused',
      connection,
      code: 'identity_conflict',
      detail: '',
      reset: false,
      fresh: world.fresh(),
    });
  else world.act({ type: 'register_replied', connection, reply: null });
});

/** Where a page leads. */
const HOSTS = ['example.org', 'login.example'];
const anyCheck: fc.Arbitrary<CheckResult> = fc.oneof(
  fc.constant({ ok: false as const, detail: 'x' }),
  fc.record(
    { ok: fc.constant(true as const), fingerprint: fc.constantFrom('a', 'b', 'c'), host: fc.constantFrom(...HOSTS) },
    { requiredKeys: ['ok', 'fingerprint'] },
  ),
);
const checked = drawn(anyCheck, 'check', (world, result) => {
  if (world.check !== null) world.act({ type: 'checked', check: world.check.check, result });
});

const crash = fixed('page crashes', (world) => {
  const { screen } = world.state;
  if (screen.kind === 'page') world.act({ type: 'page_failed', url: screen.url, code: 'crashed', detail: '' });
});

const writeAll = (world: SignWorld): void => {
  while (world.writes.length > 0) world.write();
};

const FOREIGN: NetworkInterface = { ...WIFI, macAddress: '00:99:99:99:99:99' };
const HARDWARE: Record<string, NetworkInterface[]> = {
  same: [ETHERNET],
  'cable pulled': [{ ...ETHERNET, connected: false }, WIFI],
  'nothing listed': [],
  foreign: [FOREIGN],
  'random address': [{ ...ETHERNET, macAddress: '5e:01:02:03:04:05', madeUp: true }],
  'address set by a service': [{ ...FOREIGN, madeUp: true }],
};

/** The sign has given up its identity: it wipes its memory, starts afresh, and is another sign from then on. */
function becomesAnother(world: SignWorld, memory: Memory, formerSignId: string): void {
  assertPromise(world.state.phase === 'ended', 'K1: the sign gives itself up');
  const restarts = world.restarts;
  writeAll(world);
  assertPromise(world.restarts === restarts + 1, 'K1: the app starts afresh');
  memory.proofs.clear();
  memory.signId = null;
  memory.commands = newCommandMemory();
  world.boot();
  writeAll(world);
  assertPromise(world.state.stored.identity?.signId !== formerSignId, 'K1: a new signId at the next start');
  assertPromise(world.state.screen.kind === 'qr', 'K1: the QR screen');
}

/** Somebody at the machine gives the sign's identity up: before or after a release that is under way, whatever becomes of that. */
const releasedByHand = drawn(
  fc.constantFrom('answered', 'refused', 'no answer', 'lost', 'power cut'),
  'released at the machine:',
  (world, how, memory) => {
    const { phase, stored } = world.state;
    if (phase !== 'running') return;
    const before = world.disk;
    world.act({ type: 'released_by_hand' });
    const { release } = world;
    if (release !== null) {
      const { connection } = release;
      assertPromise(
        isDeepStrictEqual(world.state.stored, stored),
        'K13: nothing is wiped before the backend has answered',
      );
      world.act({ type: 'released_by_hand' });
      assertPromise(world.release === release, 'K13: the backend is told once');
      if (how === 'power cut') {
        assertPromise(isDeepStrictEqual(world.disk, before), 'K3: nothing is half wiped');
        memory.signId = null;
        memory.proofs = new Map(before?.acks.map((ack) => [ack.requestId, ack.answeredAtMs]));
        return world.boot();
      }
      const reply = how === 'answered' ? { ok: true } : how === 'refused' ? { ok: false, error: 'busy' } : null;
      if (how === 'lost') world.act({ type: 'lost', connection, reason: 'transport close' });
      else world.act({ type: 'release_replied', connection, reply });
    }
    world.interfaces = [ETHERNET];
    becomesAnother(world, memory, stored.identity!.signId);
  },
);

const reset = drawn(fc.boolean(), 'reset by an admin, on another code:', (world, isOther, memory) => {
  const { connection, phase, stored } = world.state;
  const code = isOther ? 'clone_quarantined' : 'identity_conflict';
  world.act({ type: 'refused', connection: connection.id, code, detail: '', reset: true, fresh: world.fresh() });
  if (isOther || phase !== 'running' || connection.phase === 'down')
    assertPromise(isDeepStrictEqual(world.state.stored.identity, stored.identity), 'N8: nothing else resets a sign');
  else {
    world.interfaces = [ETHERNET];
    becomesAnother(world, memory, stored.identity!.signId);
  }
});

const reboot = drawn(fc.constantFrom(...Object.keys(HARDWARE)), 'power cut and boot:', (world, hardware, memory) => {
  const before = world.disk;
  world.interfaces = before?.identity ? HARDWARE[hardware]! : [ETHERNET];
  memory.signId = null;
  memory.proofs = new Map(before?.acks.map((ack) => [ack.requestId, ack.answeredAtMs]));
  world.boot();
  if (!before?.identity) return;
  const { macAddress } = before.identity;
  const present = world.interfaces.some((one) => one.macAddress === macAddress);
  const proving = world.interfaces.some(({ madeUp }) => madeUp !== true);
  if (!present && proving) return becomesAnother(world, memory, before.identity.signId);
  const { state, proof } = world;
  assertPromise(isDeepStrictEqual(state.stored.identity, before.identity), 'K1: identity and stored MAC stay');
  assertPromise(state.screen.kind === (before.claim === null ? 'qr' : 'splash'), 'K2: attached to its event');
  const showable = state.content.wanted?.url.startsWith('http') === true;
  assertPromise(
    !showable || proof?.url === state.content.wanted?.url,
    'K2: its page is on the way without the backend',
  );
});

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: applyLink },
  { weight: 2, arbitrary: identify },
  { weight: 3, arbitrary: config },
  { weight: 3, arbitrary: claimed },
  { weight: 1, arbitrary: released },
  { weight: 2, arbitrary: displayed },
  { weight: 4, arbitrary: commands },
  { weight: 4, arbitrary: analytics },
  { weight: 1, arbitrary: settings },
  { weight: 2, arbitrary: network },
  { weight: 2, arbitrary: checked },
  { weight: 1, arbitrary: crash },
  { weight: 1, arbitrary: reboot },
  { weight: 1, arbitrary: reset },
  { weight: 1, arbitrary: releasedByHand },
  {
    weight: 4,
    arbitrary: drawn(
      fc.constantFrom<ProofResult>(GOOD, BAD, ...HOSTS.map((host) => ({ ...GOOD, host })), {
        ok: true,
        loadMs: 100,
        httpStatus: 200,
        host: 'login.example',
        redirectHost: 'example.org',
      }),
      'proof ends',
      (world, how) => world.endProof(how),
    ),
  },
  { weight: 2, arbitrary: fixed('one write', (world) => world.write()) },
  { weight: 2, arbitrary: fixed('all writes', writeAll) },
  { weight: 2, arbitrary: drawn(fc.integer({ min: 0, max: 90_000 }), 'pass', (world, ms) => world.pass(ms)) },
  { weight: 1, arbitrary: fixed('pass the life of an answer', (world) => world.pass(700_000)) },
  {
    weight: 1,
    arbitrary: drawn(fc.anything(), 'garbage', (world, payload) =>
      world.act({ type: 'received', connection: world.state.connection.id, event: 'sign:config', payload }),
    ),
  },
);
