import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkHardware,
  chooseMac,
  isMadeUpAmong,
  makeFreshIdentity,
  normalizeMac,
} from './identity-and-hardware-check.ts';
import type { NetworkInterface } from '../ports.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

const toMac = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':');
const macWith = (firstByte: (byte: number) => number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 })
    .map(([first, ...rest]) => toMac([firstByte(first!), ...rest]))
    .filter((mac) => mac !== '00:00:00:00:00:00');
const universal = macWith((byte) => byte & 0xfc);
const local = macWith((byte) => (byte & 0xfc) | 2);

const interfaceWith = (macAddress: fc.Arbitrary<string>, physical: boolean): fc.Arbitrary<NetworkInterface> =>
  fc.record({
    name: fc.constantFrom('eth0', 'eno1', 'enp3s0', 'wlan0', 'docker0', 'veth1'),
    macAddress,
    physical: fc.constant(physical),
    connected: fc.boolean(),
  });
const burnedIn = interfaceWith(universal, true).chain((one) =>
  fc.constantFrom(one, { ...one, madeUp: false }, { ...one, removable: true }),
);
/** Looks like a maker's address, and the system knows that it is none. */
const set = interfaceWith(universal, true).map((one): NetworkInterface => ({ ...one, madeUp: true }));
const randomised = interfaceWith(local, true);
const virtual = interfaceWith(fc.oneof(universal, local), false);
const useless: fc.Arbitrary<NetworkInterface> = interfaceWith(
  fc.constantFrom('00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '01:00:5e:00:00:01', '', 'none'),
  true,
);
const anyList = fc.array(fc.oneof(burnedIn, randomised, set, virtual, useless), { maxLength: 8 });
const isBuiltIn = ({ macAddress, removable }: NetworkInterface): boolean =>
  removable !== true && normalizeMac(macAddress) !== null;
const shuffled = <Item>(items: readonly Item[]) => fc.shuffledSubarray([...items], { minLength: items.length });

describe('the address that is stored at the first boot', () => {
  test('K1: is burned in where a physical interface has one, up or down, in whatever order they are listed', () => {
    fc.assert(
      fc.property(
        anyList.chain((others) =>
          burnedIn.chain((one) => fc.tuple(shuffled([...others, one]), shuffled([...others, one]))),
        ),
        fc.boolean(),
        ([list, again], allowVirtual) => {
          const mac = chooseMac(list, allowVirtual)!;
          const owner = list.find((candidate) => candidate.macAddress === mac && candidate.physical);
          expect(owner).toBeDefined();
          expect(Number.parseInt(mac.slice(0, 2), 16) & 3).toBe(0);
          expect(owner!.madeUp).not.toBe(true);
          if (list.some((each) => each.physical && !isMadeUpAmong([each], each.macAddress) && isBuiltIn(each)))
            expect(list.some((each) => each.macAddress === mac && isBuiltIn(each))).toBe(true);
          expect(chooseMac(again, allowVirtual)).toBe(mac);
          expect(
            chooseMac(
              list.map((one) => ({ ...one, connected: !one.connected })),
              allowVirtual,
            ),
          ).toBe(mac);
        },
      ),
    );
  });

  test('K1: is never a virtual one while a physical one exists, and none at all where nothing physical may be used', () => {
    fc.assert(
      fc.property(fc.array(virtual), fc.array(randomised), fc.array(useless), (virtuals, physicals, rest) => {
        const list = [...rest, ...virtuals, ...physicals];
        const eligible = [physicals, virtuals].find((candidates) => candidates.length > 0) ?? [];
        expect([...eligible.map(({ macAddress }) => macAddress), null]).toContain(chooseMac(list, true));
        expect(chooseMac(list, true) === null).toBe(eligible.length === 0);
        expect(chooseMac(list, false) === null).toBe(physicals.length === 0);
      }),
    );
  });
});

describe('the check at every boot', () => {
  test('K1: the same machine is the same, whatever is plugged, pulled or listed besides', () => {
    fc.assert(
      fc.property(anyList, burnedIn, fc.boolean(), (others, own, connected) => {
        expect(checkHardware(own.macAddress, [...others, { ...own, connected }])).toBe('same');
      }),
    );
  });

  test('K1, G11: another machine is foreign if it has a permanent address, and inconclusive with made-up ones alone', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(randomised, set, virtual, useless)), burnedIn, universal, (weak, other, stored) => {
        fc.pre(other.macAddress !== stored);
        const others = weak.filter(({ macAddress }) => macAddress !== stored);
        expect(checkHardware(stored, others)).toBe('inconclusive');
        expect(checkHardware(stored, [...others, other])).toBe('foreign');
      }),
    );
  });

  test('G11: a machine that stored a made-up address is never foreign, whatever it has now', () => {
    fc.assert(
      fc.property(anyList, local, universal, (interfaces, stored, looksPermanent) => {
        const others = interfaces.filter(({ macAddress }) => macAddress !== stored && macAddress !== looksPermanent);
        expect(checkHardware(stored, others)).toBe('inconclusive');
        expect(checkHardware(looksPermanent, others, true)).toBe('inconclusive');
      }),
    );
  });
});

test('addresses are read in any case and with hyphens', () => {
  expect(normalizeMac('00-1A-2B-3C-4D-5E')).toBe('00:1a:2b:3c:4d:5e');
  expect(
    checkHardware('00:1a:2b:3c:4d:5e', [
      { name: 'Ethernet', macAddress: '00-1A-2B-3C-4D-5E', physical: true, connected: false },
    ]),
  ).toBe('same');
});

test('a fresh identity is a UUID v4 and 256 bits, and no two are alike', () => {
  const random = createSeededRandom(1);
  const made = Array.from({ length: 100 }, () => makeFreshIdentity(random));
  for (const { signId, deviceSecret } of made) {
    expect(signId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(deviceSecret).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(new Set(made.map(({ signId }) => signId)).size).toBe(100);
});
