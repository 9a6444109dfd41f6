import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOwnHost, lanAddresses } from './local-networks.ts';

const card = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal: false }));

test('the address that phones are likeliest to reach comes first: no tunnel, no container, no card without a network', () => {
  expect(
    lanAddresses({
      lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
      docker0: card('172.17.0.1'),
      tailscale0: card('100.101.1.2'),
      usb0: card('169.254.7.7'),
      eth0: card('10.4.0.9', 'fd00::9', 'fe80::1'),
      wlan0: card('192.168.1.20', '2001:db8::1'),
      gone: undefined,
    }),
  ).toEqual(['192.168.1.20', '10.4.0.9', 'fd00::9', '169.254.7.7', '172.17.0.1', '100.101.1.2']);
});

test('an address that the public internet has is none of these', () => {
  expect(lanAddresses({ eth0: card('203.0.113.9', '8.8.8.8', '172.32.0.1', '2001:4860:4860::8888') })).toEqual([]);
  for (const host of ['example.com', 'local.example', 'notlocal', '172.15.255.255', '11.0.0.1', 'fec0::1'])
    expect([host, isOwnHost(host)]).toEqual([host, false]);
  for (const host of ['localhost', 'hall.local', 'a.b.lan', '172.31.0.1', '::1', 'fd12::1'])
    expect([host, isOwnHost(host)]).toEqual([host, true]);
});

test('each address of the machine is there once or not at all, whatever its cards', () => {
  const cards = fc.dictionary(fc.string(), fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 4 }), { maxKeys: 6 });
  fc.assert(
    fc.property(cards, (given) => {
      const found = lanAddresses(Object.fromEntries(Object.entries(given).map(([name, all]) => [name, card(...all)])));
      const all = Object.values(given).flat();
      for (const address of found) expect(all).toContain(address);
      expect(found.length).toBeLessThanOrEqual(all.length);
      expect(found.every(isOwnHost)).toBe(true);
    }),
  );
});
