import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minuteOf } from '../signs/store-heartbeat-minutes.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createHeartbeatCounts } from './heartbeat-counts.ts';

describe('what is kept in memory until it is written', () => {
  test('is every heartbeat once, by its minute, whatever could not be written', () => {
    const step = fc.oneof(
      fc.record({ device: fc.constantFrom('one', 'two', 'three'), passMs: fc.nat(90_000) }),
      fc.constantFrom('written' as const, 'failed' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const clock = createManualClock();
        const counts = createHeartbeatCounts(clock);
        const heard = new Map<string, number>();
        const written = new Map<string, number>();
        const add = (to: Map<string, number>, key: string, count: number) => to.set(key, (to.get(key) ?? 0) + count);
        const take = (isWritten: boolean) => {
          const { byDevice, earlier } = counts.take([{ deviceSignId: 'one' }, { deviceSignId: 'two' }]);
          const taken = [...byDevice.values(), ...earlier];
          if (isWritten) for (const each of taken) add(written, `${each.deviceSignId} ${each.minute}`, each.count);
          else counts.putBack(taken);
        };
        for (const each of steps) {
          if (typeof each === 'string') take(each === 'written');
          else {
            clock.advance(each.passMs);
            counts.heard(each.device);
            add(heard, `${each.device} ${minuteOf(clock.now())}`, 1);
          }
        }
        take(true);
        expect(written).toEqual(heard);
      }),
    );
  });

  test('A1: is nobody’s where the device has lost its record', () => {
    const counts = createHeartbeatCounts(createManualClock());
    counts.heard('one');
    counts.forget('one');
    expect(counts.take([{ deviceSignId: 'one' }])).toEqual({ byDevice: new Map(), earlier: [] });
  });
});
