import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureOf, failureOfStatus } from './load-failure.ts';

test('a page that nobody answered for is url_unreachable, with the cause in words and as Chromium names it', () => {
  expect(failureOf(-105, 'ERR_NAME_NOT_RESOLVED')).toEqual({
    reason: 'url_unreachable',
    detail: 'The host name could not be resolved (ERR_NAME_NOT_RESOLVED)',
  });
  expect(failureOf(-102, 'ERR_CONNECTION_REFUSED').reason).toBe('url_unreachable');
  expect(failureOf(-324, 'ERR_EMPTY_RESPONSE').reason).toBe('url_unreachable');
});

test('K5: every error of a certificate is a page that can not be reached', () => {
  fc.assert(
    fc.property(fc.integer({ min: -299, max: -200 }), (code) => {
      expect(failureOf(code, 'ERR_CERT')).toEqual({
        reason: 'url_unreachable',
        detail: 'The certificate of the host is not trusted (ERR_CERT)',
      });
    }),
  );
});

test('an answer that is no page is url_load_failed', () => {
  expect(failureOf(-310, 'ERR_TOO_MANY_REDIRECTS').reason).toBe('url_load_failed');
  expect(failureOf(-379, '').detail).toContain('net error -379');
});

test('a status is a failure from 400 on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
      expect(failureOfStatus(status) !== null).toBe(status >= 400);
    }),
  );
});
