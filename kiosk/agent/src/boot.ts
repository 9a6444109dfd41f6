import { backoffCeilingMs } from './backoff.ts';
import { settleAfterBoot } from './state/command-memory.ts';
import { endIdentify } from './screen/identify.ts';
import { conform } from './screen/choose-screen.ts';
import { showUnclaimed } from './screen/unclaimed-screen.ts';
import type { FreshIdentity } from './state/identity-and-hardware-check.ts';
import { checkHardware, chooseMac, isMadeUpAmong } from './state/identity-and-hardware-check.ts';
import type { NetworkInterface } from './ports.ts';
import { log, onceStored, save, setTimer, type Step } from './state/step-helpers.ts';
import { EMPTY_DOCUMENT, readStoredDocument } from './state/stored-document.ts';

/**
 * Boot (promises K1 to K3): read the store, look at the hardware, show what is known, connect. A sign without an identity makes one
 * as soon as there is a network interface to stand for; a sign on foreign hardware forgets everything and starts afresh.
 */

const FOREIGN = 'The hardware of this sign has changed, so it has a new code. Scan it to claim the sign.';
const DAMAGED = 'The memory of this sign was damaged, so it has a new code. Scan it to claim the sign.';

export function started(step: Step): void {
  step.state.bootedAtMs = step.now.monotonicMs;
  step.effects.push({ type: 'read_store' });
}

/** A disk that can't be read proves nothing: asking again is right, becoming a new sign is not. */
export function storeUnreadable(step: Step, error: string): void {
  const { state } = step;
  const { storeRetryFirstMs: firstMs, storeRetryLongestMs: longestMs } = state.limits;
  log(step, 'error', 'store unreadable', { error });
  setTimer(step, 'read_store', backoffCeilingMs({ firstMs, longestMs }, state.storeReadFailures));
  state.storeReadFailures += 1;
}

export function storeRead(step: Step, stored: unknown, damaged: boolean): void {
  const { state } = step;
  const { document, complaint } = readStoredDocument(stored);
  if (damaged || complaint !== null) log(step, 'error', 'store damaged', { damaged, complaint });
  const lost = document.identity === null && (damaged || complaint !== null);
  state.stored = lost ? { ...document, notice: DAMAGED } : document;
  settleAfterBoot(step);
  step.effects.push({ type: 'list_interfaces' });
}

export function interfacesListed(step: Step, interfaces: readonly NetworkInterface[], fresh: FreshIdentity): void {
  const { state, now } = step;
  const { identity } = state.stored;
  if (identity !== null) {
    const hardware = checkHardware(identity.macAddress, interfaces, identity.macMadeUp);
    log(step, 'info', 'hardware checked', { hardware });
    if (hardware === 'foreign') forget(step, FOREIGN);
    else run(step);
    return;
  }
  const patienceOver = now.monotonicMs - state.bootedAtMs >= state.limits.interfacePatienceMs;
  const macAddress = fresh.macAddress ?? chooseMac(interfaces, patienceOver);
  if (macAddress === null) {
    if (state.phase === 'booting') log(step, 'warn', 'no network interface yet', {});
    state.phase = 'awaiting_interface';
    setTimer(step, 'list_interfaces', state.limits.interfaceRetryMs);
    showUnclaimed(step, null);
    return;
  }
  const macMadeUp = isMadeUpAmong(interfaces, macAddress);
  save(step, { identity: { ...fresh, macAddress, ...(macMadeUp ? { macMadeUp } : {}) } });
  log(step, 'info', 'identity made', { signId: fresh.signId, macAddress, macMadeUp });
  run(step);
}

/** Nothing of the old sign stays; who it is next is decided at the next start, which is asked for at once (promises K1, K13 and N8). */
export function forget(step: Step, notice: string): void {
  // The QR screen of the next one is for being seen.
  if (step.state.stored.mode === 'background') step.effects.push({ type: 'set_background', enabled: false });
  // Its code is no longer anybody's (K12), and a full disk may hold the wipe up.
  endIdentify(step);
  step.effects.push({ type: 'forget_logs' });
  save(step, { ...EMPTY_DOCUMENT, notice });
  step.state.phase = 'ended';
  onceStored(step, { kind: 'restart' });
}

function run(step: Step): void {
  const { state } = step;
  state.phase = 'running';
  const { claim } = state.stored;
  if (claim !== null) step.effects.push({ type: 'apply_settings', settings: claim.settings });
  step.effects.push({ type: 'read_outbox' });
  setTimer(step, 'resource', step.now.chance * state.limits.resourceEveryMs);
  if (state.stored.mode === 'background') step.effects.push({ type: 'set_background', enabled: true });
  conform(step);
  onceStored(step, { kind: 'connect' });
}
