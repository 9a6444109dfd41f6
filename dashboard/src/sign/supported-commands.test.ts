import { expect, test } from 'vitest';
import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-mac-address';
import { isSupported, supporting } from './supported-commands.ts';

const TAB = { platform: BROWSER_PLATFORM };
const LINUX = { platform: 'linux x64' };
const row = (state: 'acked' | 'refused' | 'queued' | 'sent', code?: string) => ({
  command: 'update' as const,
  state,
  error: code === undefined ? null : { code, detail: '' },
});

test('U20: a sign in a browser tab is offered no screenshot, restart or update, before it refuses one', () => {
  const offered = (device: { platform: string }) =>
    (['refresh', 'identify', 'reboot', 'screenshot', 'reboot_device', 'update'] as const).filter((command) =>
      isSupported(command, device, []),
    );
  expect(offered(TAB)).toEqual(['refresh', 'identify', 'reboot']);
  expect(offered(LINUX)).toHaveLength(6);
});

test('U20: of several signs a command goes to those that support it, and a refresh to all', () => {
  const signs = [{ device: TAB }, { device: LINUX }, { device: null }];
  expect(supporting('screenshot', signs)).toEqual([{ device: LINUX }, { device: null }]);
  expect(supporting('refresh', signs)).toEqual(signs);
});

test('U20: a command that a sign answered with not_supported stays refused until the sign answers it otherwise', () => {
  expect(isSupported('update', LINUX, [row('refused', 'not_supported')])).toBe(false);
  expect(isSupported('update', LINUX, [row('sent'), row('queued'), row('refused', 'not_supported')])).toBe(false);
  expect(isSupported('update', LINUX, [row('acked'), row('refused', 'not_supported')])).toBe(true);
  expect(isSupported('update', LINUX, [row('refused', 'expired')])).toBe(true);
  expect(isSupported('reboot', LINUX, [row('refused', 'not_supported')])).toBe(true);
  expect(isSupported('update', null, null)).toBe(true);
});
