import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import type { WallAction } from './bulk-run-progress.ts';

/**
 * What visitors see and nobody can take back is asked about first, also where it is sent again. So is the end of overrides, because each sign shows another page
 * then. Pure.
 */

export type Disruptive = 'on' | 'off' | 'reboot' | 'reboot_device' | 'override';

export const ACTIONS: Record<Disruptive, BulkAction> = {
  on: { command: 'set_background_mode', args: { enabled: true } },
  off: { command: 'set_background_mode', args: { enabled: false } },
  reboot: { command: 'reboot' },
  reboot_device: { command: 'reboot_device' },
  override: { override: null },
};

/** Null: nothing is asked. */
export function disruptionOf(action: WallAction): Disruptive | null {
  if (action !== 'undo' && 'override' in action) return 'override';
  if (action === 'undo' || !('command' in action)) return null;
  if (action.command === 'set_background_mode') return action.args.enabled ? 'on' : 'off';
  return action.command === 'reboot' || action.command === 'reboot_device' ? action.command : null;
}
