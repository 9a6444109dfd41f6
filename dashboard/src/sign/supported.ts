import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-sign';
import type { Command } from '@sign-display/contracts/rest/commands';

/** The commands that a sign carries out, as far as anything says so. Pure. */

/** A sign in a browser tab answers these with `not_supported` (docs/kiosk.md). */
const NOT_IN_A_TAB: ReadonlySet<Command['command']> = new Set(['screenshot', 'reboot_device', 'update']);

/**
 * Uses the device's platform, else the sign's last answer to the command. `rows` are sorted newest first. Only
 * `update` and `reboot_device` depend on how the app of a device was built and started, which no fact says.
 */
export function isSupported(
  command: Command['command'],
  device: { platform?: string } | null,
  rows: readonly Pick<Command, 'command' | 'state' | 'error'>[] | null | undefined,
): boolean {
  if (device?.platform === BROWSER_PLATFORM && NOT_IN_A_TAB.has(command)) return false;
  const last = rows?.find((row) => row.command === command && row.state !== 'queued' && row.state !== 'sent');
  return last?.error?.code !== 'not_supported';
}
