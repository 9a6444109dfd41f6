import { expect, test } from 'vitest';
import { kioskCommand } from './kiosk-command.ts';

const LOCAL = 'http://localhost:3000';

test('a kiosk of a service with a public name needs only its URL', () => {
  for (const [me, origin] of [
    [{ claimUrl: 'https://signs.example.com/claim' }, LOCAL],
    [{}, 'https://signs.example.com'],
  ] as const) {
    const command = 'npm run kiosk -- --server https://signs.example.com';
    expect(kioskCommand(me, origin)).toEqual({ command, needsAuthority: false, isOnlyHere: false });
  }
});

test.each(['https://192.168.1.20:3000', 'https://[fd00::1]:3000', 'https://hall.local:3000', 'https://server'])(
  'a kiosk of %s, a name without a public authority, needs the local authority',
  (server) => {
    const command = `npm run kiosk -- --server ${server} --ca authority.crt`;
    expect(kioskCommand({ claimUrl: `${server}/claim` }, LOCAL)).toEqual({
      command,
      needsAuthority: true,
      isOnlyHere: false,
    });
  },
);

test('a kiosk of an http service needs no authority', () => {
  const { command, needsAuthority } = kioskCommand({}, 'http://192.168.1.20:3000');
  expect({ command, needsAuthority }).toEqual({
    command: 'npm run kiosk -- --server http://192.168.1.20:3000',
    needsAuthority: false,
  });
});

test('for a service on localhost, the command opens the kiosk in a window, and works on this computer only', () => {
  expect(kioskCommand({}, LOCAL)).toEqual({
    command: 'npm run kiosk -- --server http://localhost:3000 --windowed',
    needsAuthority: false,
    isOnlyHere: true,
  });
});
