import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindOfAddress } from './address-kind.ts';

describe('A5: the kind of an address', () => {
  test.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1', 'public'],
    ['2A00:1450:400A::1', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['9.255.255.255', 'public'],
    ['11.0.0.0', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.1', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.0', 'public'],
    ['192.0.1.1', 'public'],
    ['198.17.255.255', 'public'],
    ['198.20.0.0', 'public'],
    ['223.255.255.255', 'public'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['100.127.255.255', 'private'],
    ['fc00::1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['0:0:0:0:0:FFFF:0A00:0001', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
  ])('%s counts as %s', (address, kind) => expect(kindOfAddress(address)).toBe(kind));

  test.each([
    ['0.0.0.0/8', '0.0.0.0', '0.1.2.3', '0.255.255.255', '::ffff:0.0.0.0'],
    ['unspecified', '::'],
    ['link-local', '169.254.0.1', '169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'febf::1'],
    ['site-local', 'fec0::1'],
    ['192.0.0.0/24', '192.0.0.1', '192.0.0.170', '192.0.0.192'],
    ['benchmarks', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['anycast of protocols', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
    ['multicast', '224.0.0.1', '239.255.255.250', 'ff02::1'],
    ['240.0.0.0/4', '240.0.0.1', '255.255.255.254'],
    ['broadcast', '255.255.255.255', '::ffff:255.255.255.255'],
    ['IPv4-compatible IPv6', '::127.0.0.1', '::7f00:1', '::8.8.8.8', '::808:808', '::10.0.0.1'],
    ['IPv4-translated IPv6', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
    ['NAT64 of an internal address', '64:ff9b::10.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::'],
    ['NAT64 of a metadata address', '64:ff9b::168.63.129.16', '64:ff9b::100.100.100.200'],
    ['NAT64 with a local prefix', '64:ff9b:1::7f00:1', '64:ff9b:1::8.8.8.8', '64:ff9b:1:a00:0:100:808:808'],
    ['6to4', '2002:7f00:1::', '2002:808:808::1'],
    ['Teredo', '2001::1', '2001:0:a00:1::', '2001:0:808:808::1'],
    ['ORCHID', '2001:10::1', '2001:20::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['reserved IPv6', '200::1', '4000::1', 'e000::1'],
    [
      'metadata of a cloud',
      '100.100.100.200',
      '168.63.129.16',
      '::ffff:168.63.129.16',
      'fd00:ec2::254',
      'fd00:ec2::23',
    ],
    ['metadata of Google Cloud', 'fd20:ce::254'],
    ['a zone', 'fe80::1%eth0', 'fd00::1%eth0', 'fd00:ec2::254%1', '2606:4700::1%1', '::1%lo'],
    [
      'another notation',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '010.0.0.1',
      '8.8.8.8.',
      '[::1]',
      ' 8.8.8.8',
    ],
    ['no address', 'localhost', '', '8.8.8.8/32', '1.2.3.4.5', ':::', '::ffff:8.8.8'],
  ])('the service never connects to %s', (_what, ...addresses) => {
    for (const address of addresses) expect([address, kindOfAddress(address)]).toEqual([address, 'never']);
  });

  test('an IPv4-mapped address has the kind of its IPv4 address, in each notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
        const words = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        for (const mapped of [`::ffff:${address}`, `::FFFF:${words}`, `0:0:0:0:0:ffff:${words}`])
          expect(kindOfAddress(mapped)).toBe(kindOfAddress(address));
      }),
    );
  });

  test('an IPv6 address outside of 2000::/3 and of NAT64 is never public', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(new URL(`http://[${address}]/`).hostname.slice(1), 16) || 0;
        // `::ffff:8.8.8.8` and `64:ff9b::8.8.8.8` are public.
        fc.pre(first >> 13 !== 1 && first !== 0 && first !== 0x64);
        expect(kindOfAddress(address)).not.toBe('public');
      }),
    );
  });

  test('kindOfAddress never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\da-fx:.%[\]]{0,20}$/)), (text) => {
        expect(['public', 'private', 'loopback', 'never']).toContain(kindOfAddress(text));
      }),
    );
  });
});
