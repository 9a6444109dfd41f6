import { expect, test } from 'vitest';
import { changed } from '../../features/conflict/compare-and-resolve-edits.ts';
import { covers, lostWith, ruleFrom, useOf } from './host-rules.ts';
import { whyNotRequire } from './require-second-factor.ts';
import { draftOf, patchOf } from './settings-draft.ts';

const ORGANIZATION = {
  name: 'Nordlicht',
  language: null,
  linkHandshakeEnabled: null,
  allowedUrlHosts: ['a.example', '*.b.example'],
  mfaRequired: false,
};
const uses = [
  { host: 'a.example', signs: 5, schedules: 0, allowed: true },
  { host: 'x.b.example', signs: 2, schedules: 1, allowed: true },
  { host: 'y.b.example', signs: 1, schedules: 0, allowed: true },
  { host: 'z.example', signs: 1, schedules: 0, allowed: false },
];

test('D9: a patch has only the settings that changed, and null for one that is taken away', () => {
  const before = draftOf({ ...ORGANIZATION, language: 'de', linkHandshakeEnabled: true });
  const after = { ...before, language: '', handshake: 'false', hosts: '' };
  expect(patchOf(after, changed(before, after))).toEqual({
    language: null,
    linkHandshakeEnabled: false,
    allowedUrlHosts: [],
  });
  expect(patchOf(before, changed(before, before))).toBeNull();
  expect(patchOf({ ...before, handshake: '' }, ['handshake'])).toEqual({ linkHandshakeEnabled: null });
  const required = { ...before, secondFactor: 'true' };
  expect(patchOf(required, changed(before, required))).toEqual({ mfaRequired: true });
});

test('A6: only an owner whose session has a second factor can require one in the organization', () => {
  const said = { owners: 'owners', turnOn: 'turn on', signInAgain: 'again' };
  const me = (totp: boolean, mfa: boolean) => ({ mfa, user: { totp } });
  expect(whyNotRequire(said, 'owner', me(true, true))).toBeUndefined();
  expect(whyNotRequire(said, 'owner', me(true, false))).toEqual({ said: 'again', isOfAccount: true });
  expect(whyNotRequire(said, 'owner', me(false, false))).toEqual({ said: 'turn on', isOfAccount: true });
  for (const role of ['viewer', 'operator', 'admin'] as const)
    expect(whyNotRequire(said, role, me(true, true))).toEqual({ said: 'owners', isOfAccount: false });
});

test('A4: a rule covers its host, a wildcard the subdomains alone', () => {
  expect(covers('a.example', 'A.example')).toBe(true);
  expect(covers('*.b.example', 'x.b.example')).toBe(true);
  expect(covers('*.b.example', 'b.example')).toBe(false);
  expect(covers('*', 'anything.example')).toBe(true);
  expect(useOf('*.b.example', uses)).toEqual({ hosts: 2, signs: 3 });
});

test('A4: the page names the hosts in use that a shorter list no longer allows', () => {
  expect(lostWith(['a.example'], uses).map(({ host }) => host)).toEqual(['x.b.example', 'y.b.example']);
  expect(lostWith([], uses)).toEqual([]);
  expect(lostWith(['a.example', '*.b.example'], uses)).toEqual([]);
});

test.each([
  ['menu.example', 'menu.example'],
  [' https://Menu.example:8080/bar ', 'menu.example'],
  ['*.menu.example', '*.menu.example'],
  ['*', '*'],
  ['cdn.verleih-süd.example', 'cdn.xn--verleih-sd-ieb.example'],
  ['10.0.4.2', '10.0.4.2'],
  ['', null],
  ['not a host', null],
  ['a*b.example', null],
  ['http://me@menu.example', null],
])('A4: the typed host %j becomes the rule %j', (typed, rule) => {
  expect(ruleFrom(typed)).toBe(rule);
});
