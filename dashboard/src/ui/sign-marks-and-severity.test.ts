import { COMMAND_STATES } from '@sign-display/contracts/rest/commands';
import { SIGN_STATUSES, type Sign } from '@sign-display/contracts/rest/signs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOf, SEVERITIES } from './sign-marks-and-severity.ts';

const device = {} as Sign['device'];
const signs = fc.record({
  device: fc.constantFrom(device, null),
  presence: fc.constantFrom('online' as const, 'offline' as const, null),
  contentState: fc.constantFrom(
    'idle' as const,
    'loading' as const,
    'showing' as const,
    'unreachable' as const,
    'error' as const,
    null,
  ),
  mode: fc.constantFrom('foreground' as const, 'background' as const, null),
  blank: fc.constantFrom(true, false, null),
  unstable: fc.boolean(),
});

test('D1: of a sign that is away nothing is said of now: its screen is not known, its content is that of then', () => {
  fc.assert(
    fc.property(signs, fc.boolean(), (sign, isHeld) => {
      const { connection, content, isThen, screen } = factsOf(sign, isHeld);
      const isHere = sign.device !== null && sign.presence === 'online';
      expect(['online', 'unstable', 'held'].includes(connection)).toBe(isHere);
      expect(isHere || screen === 'unknown').toBe(true);
      expect(isThen).toBe(!isHere && content !== 'none');
    }),
  );
});

test('D1: each fact is an alarm just where visitors see something wrong, or we can’t know', () => {
  fc.assert(
    fc.property(signs, fc.boolean(), (sign, isHeld) => {
      const { connection, content, screen } = factsOf(sign, isHeld);
      const isThere = sign.device !== null;
      const alarms = [connection, content, screen].map((mark) => SEVERITIES[mark] === 'alarm');
      const isOnline = sign.presence === 'online';
      expect(alarms).toEqual([
        isThere && !isOnline,
        isThere && sign.contentState === 'error',
        isThere && isOnline && sign.blank === true,
      ]);
    }),
  );
});

test('every status of a sign and every state of a command has a mark', () => {
  for (const name of [...SIGN_STATUSES, ...COMMAND_STATES]) expect(SEVERITIES).toHaveProperty(name);
});
