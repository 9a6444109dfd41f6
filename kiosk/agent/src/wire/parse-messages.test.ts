import { BackendToKiosk } from '@sign-display/contracts/kiosk-events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage, parseRegisterReply } from './parse-messages.ts';
import { claimedMessage, configMessage } from '../testing/backend-messages.ts';

test('A5: whatever arrives is a message or a complaint, never a throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...Object.keys(BackendToKiosk)), fc.string()),
      fc.anything(),
      (event, payload) => {
        const { message, complaint } = parseMessage(event, payload);
        expect(message === null).toBe(complaint !== null);
        parseRegisterReply(payload);
      },
    ),
  );
});

test('settings of a newer backend are ignored, wrong values of known ones are not', () => {
  const newer = { ...configMessage(), settings: { zoom: 2, hologram: true }, surprise: 1 };
  expect(parseMessage('sign:config', newer).message?.payload).toMatchObject({ settings: { zoom: 2 } });
  expect(parseMessage('sign:config', newer).message?.payload).not.toHaveProperty('settings.hologram');
  expect(parseMessage('sign:claimed', { ...claimedMessage(), settings: { rotation: 45 } }).complaint).not.toBeNull();
});
