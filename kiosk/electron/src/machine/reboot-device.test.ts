import { describe, expect, test } from 'vitest';
import { rebootDevice } from './reboot-device.ts';

/** Notes what was run; programs in `missing` fail. */
function runner(missing: string[] = []) {
  const ran: string[] = [];
  const run = (file: string, args: readonly string[]): Promise<void> => {
    ran.push([file, ...args].join(' '));
    return missing.includes(file) ? Promise.reject(new Error(`${file}: not found`)) : Promise.resolve();
  };
  return { ran, run };
}

describe('reboot_device', () => {
  test.each([
    ['linux', ['systemctl reboot']],
    ['win32', ['shutdown /r /t 0 /d p:0:0']],
    ['darwin', ['shutdown -r now']],
  ])('on %s runs the system’s own program', async (platform, commands) => {
    const { ran, run } = runner();
    await rebootDevice(true, platform, run);
    expect(ran).toEqual(commands);
  });

  test('on a Linux without systemd runs shutdown', async () => {
    const { ran, run } = runner(['systemctl']);
    await rebootDevice(true, 'linux', run);
    expect(ran).toEqual(['systemctl reboot', 'shutdown -r now']);
  });

  test('is not supported where the setting does not allow it or the system is unknown, and runs nothing', async () => {
    const { ran, run } = runner();
    await expect(rebootDevice(false, 'linux', run)).rejects.toMatchObject({ code: 'not_supported' });
    await expect(rebootDevice(true, 'aix', run)).rejects.toMatchObject({ code: 'not_supported' });
    expect(ran).toEqual([]);
  });

  test('tells what the system said where it refuses', async () => {
    const { run } = runner(['systemctl', 'shutdown']);
    await expect(rebootDevice(true, 'linux', run)).rejects.toThrow('systemctl: not found; shutdown: not found');
  });
});
