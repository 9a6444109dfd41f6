import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainOf } from './status-chain.ts';

const DEVICE = {
  deviceSignId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  shortCode: '4QB50C',
  macAddress: '52:54:00:00:00:01',
  appVersion: '1.0.0',
  platform: 'linux',
  screen: { width: 1920, height: 1080, scaleFactor: 1 },
};
const known = fc.record({
  device: fc.constantFrom(null, DEVICE),
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

test('D2: of a sign that is not connected the chain breaks at the connection, and calls nothing behind it present', () => {
  fc.assert(
    fc.property(known, fc.boolean(), (sign, isHeld) => {
      const [, connection, content, screen] = chainOf(sign, isHeld);
      if (sign.device && sign.presence === 'online') return;
      expect(connection).toMatchObject({ isBroken: true, line: 'broken' });
      expect(content).toMatchObject({ isBroken: false, line: 'unknown', isThen: content.mark !== 'none' });
      expect(screen).toMatchObject({ mark: 'unknown', isBroken: false });
    }),
  );
});

test('D2: the line behind a link is dashed if and only if its fault is there', () => {
  fc.assert(
    fc.property(known, fc.boolean(), (sign, isHeld) => {
      const links = chainOf(sign, isHeld).filter(({ line }) => line !== null);
      expect(links.map(({ line }) => line === 'broken')).toEqual(links.map(({ isBroken }) => isBroken));
    }),
  );
});

test('N2: while verdicts wait the fault is the service’s, and no online sign’s connection is broken', () => {
  fc.assert(
    fc.property(known, (sign) => {
      const [service, connection] = chainOf({ ...sign, device: DEVICE, presence: 'online' }, true);
      expect(service).toMatchObject({ mark: 'held', isBroken: true });
      expect(connection).toMatchObject({ mark: 'held', isBroken: false });
    }),
  );
});

test('N2: while verdicts wait all that is known of an online sign stays, as what was before we were away, and blames nothing but the service', () => {
  fc.assert(
    fc.property(known, (sign) => {
      const online = { ...sign, device: DEVICE, presence: 'online' as const };
      const [service, ...behind] = chainOf(online, true);
      const [, content, screen] = behind;
      expect(service.isBroken).toBe(true);
      expect(behind.map(({ isBroken }) => isBroken)).toEqual([false, false, false]);
      const [, , contentNow, screenNow] = chainOf(online, false);
      expect([content!.mark, screen!.mark]).toEqual([contentNow.mark, screenNow.mark]);
      expect(content!.isThen).toBe(content!.mark !== 'none');
      expect(screen!.isThen).toBe(screen!.mark !== 'unknown');
    }),
  );
});
