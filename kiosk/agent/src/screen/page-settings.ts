import { armReload } from './page-watch.ts';
import type { Step } from '../state/step.ts';

/** The settings of the claim are other ones now. */
export function settingsChanged(step: Step): void {
  const { claim } = step.state.stored;
  if (claim !== null) step.effects.push({ type: 'apply_settings', settings: claim.settings });
  armReload(step);
}
