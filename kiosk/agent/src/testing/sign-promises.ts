import { isDeepStrictEqual } from 'node:util';
import type { Effect, EffectOf } from '../state/effects.ts';
import type { SignEvent } from '../state/events.ts';
import type { ProofResult } from '../ports.ts';
import { AGENT_LIMITS } from '../limits.ts';
import type { SignState } from '../state/state.ts';
import { checkCommandEffect, newCommandMemory, restartedByCommand, type CommandMemory } from './command-promises.ts';
import { checkBatchEffect, newAnalyticsMemory, type AnalyticsMemory } from './analytics-promises.ts';
import { assertPromise, serverNow } from './assert-promise.ts';
import type { SignWorld } from './sign-world.ts';

/**
 * The promises of one sign, as checks of a state and of a step. Whatever a checker has to remember of the past (which answers are
 * known, which tokens were sent) it keeps in a `Memory` beside the sign.
 */

type ProvedHosts = Pick<Extract<ProofResult, { ok: true }>, 'host' | 'redirectHost'>;

export interface Memory {
  /** By requestId: its page is being proved, or was answered at that server time. */
  proofs: Map<string, 'running' | number>;
  /** By requestId: the newest claimToken that the backend sent. */
  tokens: Map<string, string>;
  signId: string | null;
  /** The last proof, and that of the page on screen. */
  proved: ProvedHosts;
  shown: ProvedHosts;
  commands: CommandMemory;
  analytics: AnalyticsMemory;
}

export const newMemory = (): Memory => ({
  proofs: new Map(),
  tokens: new Map(),
  signId: null,
  proved: {},
  shown: {},
  commands: newCommandMemory(),
  analytics: newAnalyticsMemory(),
});

/** What must be true of every state. */
export function checkState(world: SignWorld): void {
  const { state, timers } = world;
  const { stored, screen, content, proof } = state;
  const { organizationId, organizationName, eventId, eventName, currentUrl, claim } = stored;
  for (const part of [organizationId, organizationName, eventId, eventName])
    assertPromise((part !== null) === (claim !== null), 'C3: the claim is whole or gone');
  assertPromise(claim !== null || currentUrl === null, 'C3: no URL without a claim');
  const isCodeItsOwn = state.identify === null || stored.identity !== null;
  assertPromise(isCodeItsOwn, 'K12: a sign that was wiped shows no code over anything');
  if (state.phase !== 'running') return;
  const isUnclaimed = screen.kind === 'qr' || screen.kind === 'claiming';
  assertPromise(isUnclaimed === (claim === null), 'C3: the QR screen is for unclaimed signs, and for all of them');
  assertPromise(screen.kind !== 'none', 'K4: something is on screen');
  const isClaimable = state.stored.registered && state.connection.phase === 'registered';
  const canBeScanned = screen.kind === 'qr' && screen.qrText !== null;
  assertPromise(
    screen.kind !== 'qr' || canBeScanned === isClaimable,
    'M1: the QR can be scanned while a claim can work',
  );
  assertPromise(
    screen.kind !== 'claiming' || isClaimable,
    'C3: a claim that can’t be answered is not shown as under way',
  );
  assertPromise(
    screen.kind !== 'claiming' || timers.has('attempt_over'),
    'never stuck: a claim on screen comes to an end',
  );
  checkIdentify(world);
  assertPromise(
    screen.kind !== 'page' || currentUrl === screen.url,
    'K2: the page on screen is the one a boot would show',
  );

  // Never stuck: whatever is not as it should be has a timer that comes back to it.
  const awaitsDisk = state.onceStored.length > 0 && world.writes.length > 0;
  const comesBack = {
    down: timers.has('connect') || awaitsDisk,
    connecting: timers.has('connect_deadline'),
    registering: world.registering !== null,
    registered: timers.has('heartbeat'),
  };
  assertPromise(comesBack[state.connection.phase], `never stuck: connection ${state.connection.phase}`);
  assertPromise(
    proof === null || proof.proved !== null || timers.has('proof_deadline'),
    'never stuck: a proof has a deadline',
  );
  assertPromise(
    proof === null || proof.proved === null || timers.has('proof_release'),
    'a proved page is not kept for ever',
  );
  const waits = state.outbox.batches.some(({ closed, stored, entries }) => closed && stored >= entries.length);
  const leaves = state.outbox.sending !== null || timers.has('batch_send') || state.connection.phase !== 'registered';
  assertPromise(!waits || leaves, 'never stuck: a batch on disk is on its way');
  const newest = state.outbox.batches.at(-1);
  assertPromise(
    newest === undefined || newest.closed || timers.has('batch_close'),
    'never stuck: a batch is closed some time',
  );
  assertPromise(timers.has('sample_view') === (screen.kind === 'page'), 'K9: the page on screen is looked at');
  assertPromise(
    timers.has('reachability') === (screen.kind === 'page'),
    'the page on screen, and no other, is checked',
  );
  const settled = screen.kind === 'page' && screen.url === content.wanted?.url && !content.reload;
  const wants = claim !== null && content.wanted !== null && !settled;
  const isProving = proof !== null && proof.proved === null;
  assertPromise(!wants || timers.has('content_retry') || isProving, 'never stuck: the wanted page is on its way');
  assertPromise(content.retrying === timers.has('content_retry'), 'a retry has its timer');
}

/** K12, between events. */
function checkIdentify({ state, timers, overlay, overlayUntilMs, monotonicMs }: SignWorld): void {
  assertPromise(
    isDeepStrictEqual(overlay, state.identify),
    'K12: what is over the screen is what the sign believes to be there',
  );
  assertPromise(
    timers.has('identify_over') === (overlay !== null),
    'K12: the code goes back by itself, with or without a connection',
  );
  assertPromise(
    overlay === null || monotonicMs <= overlayUntilMs,
    'K12: the code is shown for the time asked, and no longer',
  );
}

/** What may take the code away before its time: its own message, and what makes the sign another's. */
const ENDS_IDENTIFY = new Set([
  'sign:identify',
  'sign:apply_link',
  'sign:claimed',
  'sign:config',
  'sign:unregistered',
  'sign:deleted',
]);

function checkOverlay(
  { state, wallMs, monotonicMs }: SignWorld,
  before: SignState,
  event: SignEvent,
  overlay: EffectOf<'identify'>['overlay'],
): void {
  const isItsTime = event.type === 'timer' && event.timer === 'identify_over';
  if (overlay !== null || isItsTime) {
    const isSame = state.screen === before.screen && state.content === before.content && state.proof === before.proof;
    assertPromise(isSame, 'K12: what is below the code is left as it was');
  }
  if (overlay === null) {
    const isWiped = before.stored.identity !== null && state.stored.identity === null;
    const isEnded = event.type === 'received' && ENDS_IDENTIFY.has(event.event);
    assertPromise(
      isItsTime || isWiped || isEnded || event.type === 'stored',
      'K12: whatever happens below it, the code stays for its time',
    );
  } else {
    const leftMs = overlay.untilMs - (wallMs + monotonicMs);
    assertPromise(leftMs > 0 && leftMs <= 60_000, 'K12: the code is never shown for longer than can be asked for');
  }
}

/** The page of a claim may lead anywhere: its operator is told where. */
function checkHost({ proof, stored }: SignState, event: SignEvent): void {
  if (event.type !== 'proved' || !event.result.ok || proof === null || proof.purpose === 'link') return;
  const { host } = event.result;
  const known = stored.hosts.find(({ url }) => url === proof.url)?.host;
  const isSame = host === undefined || known === undefined || host === known;
  assertPromise(isSame, 'K4: a page that leads to another host than before does not go on screen');
}

/** A check follows the redirects of the server alone. */
function checkCheckedHost({ state }: SignWorld, { shown }: Memory, before: SignState, event: SignEvent): void {
  if (before.phase !== 'running' || before.screen.kind !== 'page') return;
  if (event.type !== 'checked' || event.check !== before.checking) return;
  const host = event.result.ok ? event.result.host : undefined;
  if (host === undefined || shown.host === undefined) return;
  assertPromise(
    (state.reachability.failures === 0) === (host === shown.host || host === shown.redirectHost),
    'K4: a check finds the page where its proof ended or the redirects of its proof did, and nowhere else',
  );
}

function checkProof(world: SignWorld, memory: Memory): void {
  const { state } = world;
  if (state.proof?.purpose !== 'link' || state.attempt === null) return;
  const { requestId } = state.attempt;
  const status = memory.proofs.get(requestId);
  assertPromise(status !== 'running', 'C5: no second load while the first runs');
  const known = typeof status === 'number' && serverNow(world) - status < AGENT_LIMITS.ackKeptMs;
  assertPromise(!known, 'C5: no second load while the answer is known');
  memory.proofs.set(requestId, 'running');
}

function checkAck(
  { state, disk }: SignWorld,
  memory: Memory,
  { connection, message }: EffectOf<'send_link_ack'>,
): void {
  const { requestId, claimToken, replayed: _, ...result } = message;
  const stored = disk?.acks.find((ack) => ack.requestId === requestId)?.result;
  assertPromise(isDeepStrictEqual(stored, result), 'C5: an answer is on disk before it is sent');
  assertPromise(
    claimToken === memory.tokens.get(requestId),
    'C2: an answer carries the newest token of its own attempt',
  );
  checkSending(state, connection);
}

function checkSending({ connection }: SignState, id: number): void {
  assertPromise(
    connection.phase === 'registered' && connection.id === id,
    'messages go out on the registered connection',
  );
}

function checkRestart(world: SignWorld, memory: Memory): void {
  const { disk } = world;
  if (restartedByCommand(world, memory.commands)) return;
  const left = disk === null || disk.identity !== null || disk.claim !== null || disk.organizationId !== null;
  assertPromise(!left && disk.currentUrl === null && disk.acks.length === 0, 'K1: wiped before the restart');
}

/** The sign hears that somebody else has bound its signId first. */
const isTaken = (before: SignState, event: SignEvent): event is Extract<SignEvent, { type: 'refused' }> =>
  event.type === 'refused' &&
  event.code === 'identity_conflict' &&
  !event.reset &&
  event.connection === before.connection.id &&
  before.connection.phase !== 'down' &&
  !before.stored.registered;

/** What must be true of every single step. Call it before the world takes note of the effects. */
export function checkStep(
  world: SignWorld,
  memory: Memory,
  before: SignState,
  event: SignEvent,
  effects: readonly Effect[],
): void {
  const { state, disk } = world;
  const signId = state.stored.identity?.signId ?? null;
  if (state.phase === 'running') {
    if (isTaken(before, event))
      assertPromise(
        signId === event.fresh?.signId,
        'M1: an identity that another has bound, and never was this sign’s, is given up',
      );
    else assertPromise(memory.signId === null || signId === memory.signId, 'K1: the identity does not change');
    memory.signId = signId;
  }
  for (const [requestId, status] of memory.proofs)
    if (status === 'running' && state.attempt?.requestId !== requestId) memory.proofs.delete(requestId);
  const hidden = event.type === 'proved' && event.result.ok ? before.proof?.url : world.hidden;
  if (event.type === 'proved' && event.result.ok && event.proof === before.proof?.id) memory.proved = event.result;
  checkCheckedHost(world, memory, before, event);

  for (const effect of effects) {
    checkBatchEffect(world, memory.analytics, effect);
    checkCommandEffect(world, memory.commands, event, effect);
    if (effect.type === 'prove') checkProof(world, memory);
    if (effect.type === 'identify') checkOverlay(world, before, event, effect.overlay);
    if (effect.type === 'send_link_ack') checkAck(world, memory, effect);
    if (effect.type === 'send' || effect.type === 'send_heartbeat') checkSending(state, effect.connection);
    if (effect.type === 'restart') checkRestart(world, memory);
    if (effect.type === 'show_page') {
      assertPromise(effect.url === hidden, 'K4: only a proved page goes on screen');
      checkHost(before, event);
      memory.shown = memory.proved;
    }
    if (effect.type === 'connect')
      assertPromise(isDeepStrictEqual(disk?.identity, state.stored.identity), 'K1: stored first');
    if (effect.type === 'send_claim_confirmed')
      assertPromise(
        disk?.claim?.sign.id === effect.message.signRecordId,
        'C7: a claim is on disk before it is confirmed',
      );
  }
  for (const { requestId, answeredAtMs } of state.stored.acks)
    if (!before.stored.acks.some((ack) => ack.requestId === requestId && ack.answeredAtMs === answeredAtMs))
      memory.proofs.set(requestId, answeredAtMs);
}
