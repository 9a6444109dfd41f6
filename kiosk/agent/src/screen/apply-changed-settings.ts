import { armReload } from './shown-page-timers.ts';
import type { Step } from '../state/step-helpers.ts';

/** The settings of the claim are other ones now. */
export function settingsChanged(step: Step): void {
  const { claim } = step.state.stored;
  if (claim !== null) step.effects.push({ type: 'apply_settings', settings: claim.settings });
  armReload(step);
}
