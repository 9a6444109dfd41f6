import { hostLedTo } from '@sign-display/contracts/redirect-host-detail';
import type { ProofResult } from '../ports.ts';
import type { Proof } from '../state/state.ts';
import { asHttpStatus, cancelTimer, setTimer, type Step } from '../state/step-helpers.ts';

/** The hidden view (promise K4): holds one page at a time, being proved or proved. */

/** Loads `url` in the hidden view; whatever was in there is given up. */
export function startProof(step: Step, purpose: Proof['purpose'], url: string, timeoutMs: number): void {
  const { state } = step;
  discardProof(step);
  state.proofsStarted += 1;
  state.proof = { id: state.proofsStarted, purpose, url, leadsTo: null, proved: null };
  step.effects.push({ type: 'prove', proof: state.proof.id, url, timeoutMs });
  setTimer(step, 'proof_deadline', timeoutMs + state.limits.proofGraceMs);
}

/** Empties the hidden view. A proof that still runs is not heard any more. */
export function discardProof(step: Step): void {
  if (step.state.proof === null) return;
  step.state.proof = null;
  cancelTimer(step, 'proof_deadline');
  cancelTimer(step, 'proof_release');
  step.effects.push({ type: 'discard_proof' });
}

/** The hidden view's page goes on screen. */
export function showProved(step: Step, proof: Proof): void {
  step.state.proof = null;
  cancelTimer(step, 'proof_release');
  const { url, proved } = proof;
  const redirectHost = proved?.redirectHost;
  step.state.screen = { kind: 'page', url, ...(redirectHost !== undefined && { redirectHost }) };
  step.effects.push({ type: 'show_page', url: proof.url });
}

/** The page in the hidden view is whole. */
export function keepProved({ state }: Step, { ok: _, ...proved }: Extract<ProofResult, { ok: true }>): void {
  if (state.proof === null) return;
  const { loadMs, httpStatus, detail } = proved;
  const inForm = { loadMs: Math.max(0, loadMs), httpStatus: asHttpStatus(httpStatus) };
  state.proof = { ...state.proof, leadsTo: hostLedTo(detail), proved: { ...proved, ...inForm } };
}

/** The page in the hidden view leads to `host` (promise K4). */
export function proofLeads({ state }: Step, proof: number, host: string | null): void {
  if (state.proof?.id === proof && state.proof.proved === null) state.proof = { ...state.proof, leadsTo: host };
}
