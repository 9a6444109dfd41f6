import * as fc from 'fast-check';
import { createAgent } from '../agent.ts';
import type { Clock, LogBook, Outbox, Store } from '../ports.ts';
import { claimedMessage, configMessage, OTHER_PAGE, PAGE, requestIdOf, UNCLAIMED_CONFIG } from './backend-messages.ts';
import { assertPromise } from './assert-promise.ts';
import { createScriptedShell } from './scripted-shell.ts';
import { createScriptedTransport } from './scripted-transport.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createVirtualClock, settle } from './virtual-clock.ts';

/**
 * What survives a restart (promises K1 to K3), checked with the real agent on any implementation of its memory: the
 * tests' own, or the IndexedDB of a real browser.
 */

/** The memory of one machine. */
export interface SignMemory {
  /** The agent's ports from one start to the next power cut. */
  start(clock: Clock): { store: Store; outbox: Outbox; logs: LogBook };
  /** Ends them: a write under way is stored or not, and no later write is stored. */
  cutPower(): void;
}

type Step =
  | { what: 'claim'; record: number; url: string | null }
  | { what: 'unregister' }
  | { what: 'pass'; ms: number }
  | { what: 'refuse writes'; count: number }
  /** `turns`: how far writes get before the power cut. */
  | { what: 'power cut'; turns: number; refusedReads: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    what: fc.constant('claim' as const),
    record: fc.integer({ min: 1, max: 3 }),
    url: fc.constantFrom(PAGE, OTHER_PAGE, null),
  }),
  fc.record({ what: fc.constant('unregister' as const) }),
  fc.record({ what: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ what: fc.constant('refuse writes' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    what: fc.constant('power cut' as const),
    turns: fc.integer({ min: 0, max: 4 }),
    refusedReads: fc.constantFrom(0, 0, 1, 2),
  }),
);

/** What the backend has told the sign to be; null: unclaimed. */
type Claim = { request: number; record: number; url: string | null } | null;

const screenOf = (claim: Claim, shortCode: string): string => {
  if (claim === null) return `qr:${shortCode}`;
  return claim.url === null ? `splash:Sign ${claim.record}` : `page:${claim.url}`;
};

/** Rejects with the broken promise and the steps that broke it. */
export async function checkRestarts(
  newMemory: () => Promise<SignMemory>,
  { numRuns }: { numRuns: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 10 }), fc.integer(), async (steps, seed) =>
      runSteps(await newMemory(), steps, seed),
    ),
    { numRuns },
  );
}

async function runSteps(memory: SignMemory, steps: readonly Step[], seed: number): Promise<void> {
  const random = createSeededRandom(seed);
  let pending = new Set<Promise<unknown>>();
  let refused = { writes: 0, reads: 0 };
  const clock = createVirtualClock(undefined, whenIdle);
  const transport = createScriptedTransport(clock);
  const shell = createScriptedShell(clock);
  /** What may be stored, oldest first. The last one is what the backend has told the sign to be. */
  let possible: Claim[] = [null];
  let signId: string | null = null;
  let isQrShown = false;
  const { showQr } = shell;
  shell.showQr = (screen) => {
    isQrShown = true;
    showQr(screen);
  };

  /** Resolves once the memory has nothing to do. */
  async function whenIdle(): Promise<void> {
    do {
      await Promise.allSettled(pending);
      await settle();
    } while (pending.size > 0);
  }

  function start() {
    const own = new Set<Promise<unknown>>();
    pending = own;
    const watched = <Value>(work: Promise<Value>): Promise<Value> => {
      const done = (): void => void own.delete(work);
      own.add(work);
      work.then(done, done);
      return work;
    };
    const isRefused = (what: keyof typeof refused): boolean => {
      refused[what] -= 1;
      return refused[what] >= 0;
    };
    const { store, outbox, logs } = memory.start(clock);
    const agent = createAgent({
      clock,
      random,
      transport,
      shell,
      appVersion: '1.0.0',
      store: {
        read: () => watched(isRefused('reads') ? Promise.reject(new Error('no disk')) : store.read()),
        write: (document) =>
          watched(isRefused('writes') ? Promise.reject(new Error('disk full')) : store.write(document)),
      },
      outbox: {
        read: () => watched(outbox.read()),
        append: (...batch) => watched(outbox.append(...batch)),
        remove: (id) => watched(outbox.remove(id)),
      },
      logs: {
        read: () => watched(logs.read()),
        append: (line) => logs.append(line),
        clear: () => watched(logs.clear()),
      },
    });
    void agent.start();
    return agent;
  }

  function checkIdentity(): void {
    for (const { handshake } of transport.attempts) {
      signId ??= handshake.signId;
      assertPromise(handshake.signId === signId, 'K1: the identity does not change');
    }
  }

  /** Forgets what is certainly no longer stored: a confirmed claim is stored, and replaced all before it. */
  function dropReplaced(): void {
    const confirmed = new Set(
      transport.attempts.flatMap((far) => far.heard('sign:claim_confirmed')).map(({ requestId }) => requestId),
    );
    const last = possible.findLastIndex((claim) => claim !== null && confirmed.has(requestIdOf(claim.request)));
    possible = possible.slice(Math.max(0, last));
  }

  /** Starts the agent without a backend, and checks what it shows. Then the backend repeats what it has told the sign. */
  async function restart(): Promise<void> {
    isQrShown = false;
    transport.mode = 'refusing';
    agent = start();
    await clock.advance(10_000);
    const shown = possible.map((claim) => screenOf(claim, `${shell.qr?.shortCode}`));
    assertPromise(
      shown.includes(shell.screen),
      `K2: without a backend the sign shows what it was told (${shown.join()}), not ${shell.screen}`,
    );
    assertPromise(possible.includes(null) || !isQrShown, 'K3: a claimed sign never shows a code');
    checkIdentity();
    transport.mode = 'welcoming';
    await clock.advance(120_000);
    const truth = possible.at(-1)!;
    possible = [truth];
    transport
      .last()
      .say('sign:config', truth === null ? UNCLAIMED_CONFIG : configMessage({ ...truth, version: truth.request }));
    await clock.advance(60_000);
    assertPromise(shell.screen === screenOf(truth, `${shell.qr?.shortCode}`), 'C7: the sign is what the backend says');
    checkIdentity();
  }

  let agent = start();
  await clock.advance(1_000);
  for (const [index, step] of steps.entries()) {
    if (step.what === 'claim') {
      const claim = { request: index + 1, record: step.record, url: step.url };
      possible.push(claim);
      transport.last().say('sign:claimed', claimedMessage({ ...claim, version: claim.request }));
    }
    if (step.what === 'unregister') {
      possible.push(null);
      transport.last().say('sign:unregistered', { reason: 'because' });
    }
    if (step.what === 'pass') await clock.advance(step.ms);
    if (step.what === 'refuse writes') refused.writes = step.count;
    if (step.what === 'power cut') {
      for (let turn = 0; turn < step.turns; turn += 1) await settle();
      dropReplaced();
      memory.cutPower();
      void agent.stop();
      refused = { writes: 0, reads: step.refusedReads };
      await restart();
    }
  }
  void agent.stop();
}
