import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGES, SIGN_PAGES, addressOf, findPage, pathOf, type PageName } from './page-paths.ts';

const names = Object.keys(PAGES) as PageName[];
const paramsIn = (name: PageName): string[] => [...PAGES[name].matchAll(/:(\w+)/g)].map(([, param]) => param!);
// A path that is made of any words: the compiler holds callers to each page's own.
const pathOfAny = pathOf as unknown as (name: PageName, target: Record<string, string>) => string;

test('every page is found by the path that is made for it, whatever stands in it', () => {
  // A step of a path that is one dot or two is none, however it is written.
  const word = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text.isWellFormed() && !/^\.\.?$/.test(text));
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(word, { minLength: 2, maxLength: 2 }), (name, words) => {
      const params = Object.fromEntries(paramsIn(name).map((param, nth) => [param, words[nth]!]));
      const path = pathOfAny(name, params);
      expect(findPage(path)).toEqual({ name, params });
      expect(new URL(path, 'https://signs.example').pathname.split('/')).toHaveLength(path.split('/').length);
    }),
  );
});

test('no two pages share a path, even if one has a fixed word where the other has a parameter', () => {
  const shapes = names.map((name) => PAGES[name].replaceAll(/:\w+/g, ':'));
  expect(new Set(shapes).size).toBe(shapes.length);
  for (const name of names) expect(findPage(PAGES[name].replaceAll(/:\w+/g, 'x'))?.name).toBe(name);
});

test('parameters that are not in the path are in the query, and absent parameters are left out', () => {
  expect(pathOf('subscription', { event: 'a b', quiet: 60 })).toBe('/inbox/subscription?event=a%20b&quiet=60');
  expect(pathOf('subscription', { event: undefined })).toBe('/inbox/subscription');
  expect(pathOf('home')).toBe('/');
});

test('X9: the token of a forgotten password is in the fragment, which browsers send to no server', () => {
  const path = pathOf('resetPassword', { token: 'a&b' });
  expect(path).toBe('/reset-password#token=a%26b');
  const { pathname, search } = new URL(path, 'https://signs.example');
  expect([findPage(pathname)?.name, search]).toEqual(['resetPassword', '']);
});

test('the contract’s and the drawn addresses are these', () => {
  expect(pathOf('claim')).toBe('/claim');
  expect(pathOf('invitation', { token: 'abc' })).toBe('/invite/abc');
  expect(pathOf('outage', { outageId: '01h9' })).toBe('/outages/01h9');
});

test('a whole address has one slash between the service’s own and the path', () => {
  for (const own of ['https://signs.example', 'https://signs.example/'])
    expect(addressOf(own, pathOf('claim'))).toBe('https://signs.example/claim');
});

test.each(['', '/nowhere', '/api/events/1', '/events', '/events//outages', '/events/%', '/claim/x', 'claim'])(
  'findPage finds no page for the path %j',
  (path) => expect(findPage(path)).toBeNull(),
);

test('a slash at the end of a path does not matter', () => {
  expect(findPage('/events/1/')).toEqual({ name: 'wall', params: { eventId: '1' } });
});

test('a page never stands below the service’s own paths', () => {
  for (const name of names) expect(PAGES[name]).not.toMatch(/^\/(?:api|health|socket\.io|assets)(?:\/|$)/);
});

test.each(Object.values(SIGN_PAGES))('%s, which is no page of the dashboard, has none of its paths', (path) => {
  expect(findPage(path)).toBeNull();
  expect(findPage(`${path}/`)).toBeNull();
  expect(path).not.toMatch(/^\/(?:api|health|socket\.io|assets)(?:\/|$)/);
});
