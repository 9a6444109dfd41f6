import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import type { Deed } from './bulk.ts';

/** What visitors see and nobody can take back is asked about first, also where it is sent again. Pure. */

export type AskedFirst = 'on' | 'off' | 'reboot' | 'reboot_device';

export const ACTIONS: Record<AskedFirst, BulkAction> = {
  on: { command: 'set_background_mode', args: { enabled: true } },
  off: { command: 'set_background_mode', args: { enabled: false } },
  reboot: { command: 'reboot' },
  reboot_device: { command: 'reboot_device' },
};

/** Null: it can be undone, or nobody sees it. */
export function askedFirst(deed: Deed): AskedFirst | null {
  if (deed === 'undo' || !('command' in deed)) return null;
  if (deed.command === 'set_background_mode') return deed.args.enabled ? 'on' : 'off';
  return deed.command === 'reboot' || deed.command === 'reboot_device' ? deed.command : null;
}
