import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-mac-address';
import type { Command } from '@sign-display/contracts/rest/commands';

/** Decides which commands a sign supports, from its platform and its last answers. Pure. */

/** A sign in a browser tab answers these with `not_supported` (docs/kiosk.md). */
const NOT_IN_A_TAB: ReadonlySet<Command['command']> = new Set(['screenshot', 'reboot_device', 'update']);

/**
 * Uses the device's platform, else the sign's last answer to the command. `rows` are sorted newest first. Whether an
 * Electron sign supports `update` and `reboot_device` is unknown until it has answered one.
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

/** Those of several signs to which the command is sent. A sign without a device stays among them: the service refuses it with its reason. */
export const supporting = <Sign extends { device: { platform?: string } | null }>(
  command: Command['command'],
  signs: readonly Sign[],
): Sign[] => signs.filter(({ device }) => isSupported(command, device, null));
