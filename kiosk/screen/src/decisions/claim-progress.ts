import type { ClaimingFace } from '../model.ts';

export const STEPS = ['asked', 'loading', 'proved', 'claimed'] as const;
export type StepState = 'done' | 'running' | 'waiting';

/** Each step of a claim, when `step` is the one under way. The last one is done as soon as it is reached. */
export function stepStates(step: ClaimingFace['step']): StepState[] {
  const at = STEPS.indexOf(step);
  return STEPS.map((_, index) => {
    if (index < at || step === 'claimed') return 'done';
    return index === at ? 'running' : 'waiting';
  });
}

/** The share of its time that loading has used, from 0 to 1; what comes after it has the whole. */
export function shareOfTime({ step, sinceMs, timeoutMs }: ClaimingFace, nowMs: number): number {
  if (step === 'asked') return 0;
  if (step !== 'loading') return 1;
  return Math.min(1, Math.max(0, (nowMs - sinceMs) / timeoutMs));
}
