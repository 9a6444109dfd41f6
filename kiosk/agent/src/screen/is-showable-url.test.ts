import { expect, test } from 'vitest';
import { isShowable } from './is-showable-url.ts';

test.each(['http://a', 'https://example.org/x?y#z', 'HTTPS://EXAMPLE.ORG:8443', 'http://[::1]:80/', 'http://a?b@c'])(
  'K5: %s is a page',
  (url) => expect(isShowable(url)).toBe(true),
);
test.each([
  '',
  'example.org',
  'ftp://a',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://user:pw@a/',
  'https://',
  'http:///x',
  'http://a b',
  'http://a\\@b',
  'data:text/html,x',
])('K5: %j is not', (url) => expect(isShowable(url)).toBe(false));
