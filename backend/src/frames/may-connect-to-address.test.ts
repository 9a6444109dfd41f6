import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRIVATE_PAGES, type PrivatePages } from '../urls/url-policy.ts';
import { mayConnect } from './may-connect-to-address.ts';

const PUBLIC_SERVICE = 'https://signs.example.org';
const HALL_SERVICE = 'https://192.168.1.20:3000';
const LAPTOP = 'http://127.0.0.1:3000';

interface Case {
  host?: string;
  allowedHosts?: string[];
  privatePages?: PrivatePages;
  publicUrl?: string;
}
const may = (
  address: string,
  { host = 'menu.example.com', publicUrl = PUBLIC_SERVICE, ...policy }: Case = {},
): boolean =>
  mayConnect(new URL(`http://${host}/`), address, {
    allowedHosts: [],
    privatePages: 'ask',
    ...policy,
    publicUrl: new URL(publicUrl),
  });

describe('A5: where the service may connect', () => {
  test('the service connects to every public address', () => {
    for (const privatePages of PRIVATE_PAGES) expect(may('8.8.8.8', { privatePages })).toBe(true);
  });

  test('the service connects to a private address only if the organization allows the host and the service is in a private network', () => {
    const host = 'menu.example.com';
    const named = { host, allowedHosts: [host] };
    expect(may('10.0.0.4', { host })).toBe(false);
    expect(may('10.0.0.4', { host, allowedHosts: ['*'], publicUrl: HALL_SERVICE })).toBe(false);
    expect(may('10.0.0.4', named)).toBe(false);
    for (const publicUrl of [HALL_SERVICE, LAPTOP]) expect(may('10.0.0.4', { ...named, publicUrl })).toBe(true);
    expect(may('10.0.0.4', { ...named, allowedHosts: ['*.example.com'], publicUrl: HALL_SERVICE })).toBe(true);
    expect(may('10.0.0.4', { host, privatePages: 'allow' })).toBe(true);
    expect(may('10.0.0.4', { host, privatePages: 'loopback', publicUrl: LAPTOP })).toBe(false);
  });

  test('the service connects to its own machine only if PRIVATE_PAGES allows it and the URL has a loopback host', () => {
    for (const host of ['localhost', 'app.localhost', '127.1', '[::1]'])
      for (const privatePages of PRIVATE_PAGES)
        expect(may('127.0.0.1', { host, allowedHosts: [host], privatePages })).toBe(privatePages !== 'ask');
    for (const privatePages of PRIVATE_PAGES)
      expect(may('127.0.0.1', { host: 'evil.example', privatePages })).toBe(false);
  });

  test('the service never connects to a link-local, unspecified or reserved address', () => {
    const never = fc.constantFrom(
      '169.254.169.254',
      '0.0.0.0',
      '::',
      'fe80::1',
      '224.0.0.1',
      '64:ff9b::a00:1',
      'fd00:ec2::254',
    );
    const named = fc.constantFrom('menu.example.com', '169.254.169.254', 'metadata.internal');
    fc.assert(
      fc.property(
        never,
        named,
        fc.constantFrom(...PRIVATE_PAGES),
        fc.constantFrom(LAPTOP, HALL_SERVICE, PUBLIC_SERVICE),
        (address, host, privatePages, publicUrl) => {
          expect(may(address, { host, allowedHosts: ['*', host], privatePages, publicUrl })).toBe(false);
        },
      ),
    );
  });
});
