import { execFile } from 'node:child_process';

/** Restarting the whole machine (command `reboot_device`). That it happens once, and not in a loop, is the agent's care (promise K6). */

/** Tried in this order; a machine without systemd has the second. Null: nobody knows how. */
export function rebootCommands(platform: string): readonly (readonly [string, ...string[]])[] | null {
  switch (platform) {
    case 'linux':
      return [
        ['systemctl', 'reboot'],
        ['shutdown', '-r', 'now'],
      ];
    case 'win32':
      return [['shutdown', '/r', '/t', '0', '/d', 'p:0:0']];
    case 'darwin':
      return [['shutdown', '-r', 'now']];
    default:
      return null;
  }
}

export type Run = (file: string, args: readonly string[]) => Promise<void>;

export const runProgram: Run = (file, args) =>
  new Promise((resolve, reject) => {
    execFile(file, [...args], (error, _out, said) =>
      error === null ? resolve() : reject(new Error(`${file}: ${said.trim() || error.message}`)),
    );
  });

const notSupported = (message: string): Error => Object.assign(new Error(message), { code: 'not_supported' });

/** Resolves once the restart is under way; rejects with `not_supported` where it is not allowed or not known how, else with what the system said. */
export async function rebootDevice(isAllowed: boolean, platform: string, run: Run = runProgram): Promise<void> {
  if (!isAllowed) throw notSupported('This sign is not allowed to restart its machine (--allow-reboot-device).');
  const commands = rebootCommands(platform);
  if (commands === null) throw notSupported(`Restarting a machine is not supported on ${platform}.`);
  const failures: string[] = [];
  for (const [file, ...args] of commands) {
    try {
      return await run(file, args);
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  throw new Error(failures.join('; '));
}
