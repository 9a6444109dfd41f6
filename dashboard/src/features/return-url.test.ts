import { findPage, pathOf } from '@sign-display/contracts/page-paths';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterSignIn } from './return-url.ts';

const ORIGIN = 'https://signs.example';

test('A1: whatever a link says, who signs in stays at this service, on one of its pages', () => {
  const parts = fc.constantFrom(
    '/',
    '//',
    '\\',
    '..',
    'evil.example',
    'https:',
    '@',
    '?next=',
    '#',
    'claim',
    '\t',
    '%2f',
    'javascript:',
  );
  const links = fc.oneof(
    fc.string(),
    fc.array(parts).map((all) => all.join('')),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(links, (next) => {
      const url = new URL(afterSignIn(next), ORIGIN);
      expect(url.origin).toBe(ORIGIN);
      expect(findPage(url.pathname)).not.toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('a page that a person came for is where they go on, with its view', () => {
  const wall = `${pathOf('wall', { eventId: '7' })}?status=offline#away`;
  expect(afterSignIn(wall)).toBe(wall);
});

test.each([undefined, '', '/sign-in', '/sign-in?next=/claim', '/nowhere', '//evil.example/claim', 'claim'])(
  '%s leads home',
  (next) => {
    expect(afterSignIn(next)).toBe('/');
  },
);
