import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import type { WallAction } from './bulk-run-progress.ts';

/** What visitors see and nobody can take back is asked about first, also where it is sent again. Pure. */

export type Disruptive = 'on' | 'off' | 'reboot' | 'reboot_device';

export const ACTIONS: Record<Disruptive, BulkAction> = {
  on: { command: 'set_background_mode', args: { enabled: true } },
  off: { command: 'set_background_mode', args: { enabled: false } },
  reboot: { command: 'reboot' },
  reboot_device: { command: 'reboot_device' },
};

/** Null: it can be undone, or nobody sees it. */
export function disruptionOf(action: WallAction): Disruptive | null {
  if (action === 'undo' || !('command' in action)) return null;
  if (action.command === 'set_background_mode') return action.args.enabled ? 'on' : 'off';
  return action.command === 'reboot' || action.command === 'reboot_device' ? action.command : null;
}
