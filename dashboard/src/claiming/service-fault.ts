import type { Loss, Ours, Said } from './claim-state.ts';

/**
 * Who is to blame where a sign did not answer or is not connected: we ourselves first (promise N2). The service tells how long it has been up (`GET /health`), and the
 * attempt when it was sent. Pure.
 */

/** The service that answers: how long it has been up, and whether its verdicts still wait for signs to come back. */
export interface ServiceLife {
  upMs: number;
  isWarmingUp: boolean;
}

/** What is said of a sign that may be due to us: who is told it asks first how long the service has been up. */
const OF_ATTEMPTS = new Set<Said['code']>(['device_no_ack', 'sign_not_connected']);
const OF_FINDING = new Set<Said['code']>(['unavailable', 'sign_not_connected', 'short_code_unknown']);
export const mayBeServiceFault = (of: 'attempt' | 'finding', { code }: Said): boolean =>
  (of === 'attempt' ? OF_ATTEMPTS : OF_FINDING).has(code);

/** So long the service may take a device for connected whose node is gone (docs/nodes.md). */
const LEASE_MS = 10_000;

/** Of an attempt that was sent last at `sentLastAtMs`; it may have been sent before, too. A sign that was connected and did not answer was not waited for by a service that was up before. */
export function serviceFaultOfAttempt(
  said: Said,
  service: ServiceLife | null,
  { sentLastAtMs, loss }: { sentLastAtMs: number; loss: Loss | null },
  nowMs: number,
): Ours | null {
  if (!mayBeServiceFault('attempt', said)) return null;
  if (service !== null) {
    const askedForMs = nowMs - sentLastAtMs;
    const isBack = service.isWarmingUp && (said.code === 'sign_not_connected' || service.upMs < askedForMs + LEASE_MS);
    if (isBack || service.upMs < askedForMs) return 'restart';
  }
  return loss === null ? null : 'loss';
}

/** Of a search: while signs are still coming back. */
export const serviceFaultOfSearch = (said: Said, service: ServiceLife | null): Ours | null =>
  service?.isWarmingUp === true && mayBeServiceFault('finding', said) ? 'restart' : null;

/** The same attempt is told when it is asked again, by itself. */
export const isRetried = (ours: Ours | undefined, said: Said): boolean =>
  ours !== undefined && said.code !== 'short_code_unknown';
