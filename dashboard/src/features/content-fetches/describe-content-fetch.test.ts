import fc from 'fast-check';
import { NET_ERRORS } from '@sign-display/contracts/page-load/net-error';
import { expect, test } from 'vitest';
import { englishAdmin } from '../../words/english-admin.ts';
import { germanAdmin } from '../../words/german-admin.ts';
import { codeOf, FETCH_REASONS, hasFailed, reasonOf } from './describe-content-fetch.ts';

test.each([
  [null, 'net::ERR_NAME_NOT_RESOLVED', 'noHost', 'ERR_NAME_NOT_RESOLVED'],
  [null, 'net::ERR_INTERNET_DISCONNECTED', 'noNetwork', 'ERR_INTERNET_DISCONNECTED'],
  [null, 'ERR_CONNECTION_REFUSED', 'refused', 'ERR_CONNECTION_REFUSED'],
  [null, 'ERR_CONNECTION_TIMED_OUT', 'timedOut', 'ERR_CONNECTION_TIMED_OUT'],
  [null, 'net::ERR_TIMED_OUT', 'timedOut', 'ERR_TIMED_OUT'],
  [null, 'net::ERR_CERT_AUTHORITY_INVALID', 'certificate', 'ERR_CERT_AUTHORITY_INVALID'],
  [null, 'ERR_CONNECTION_RESET', 'unreachable', 'ERR_CONNECTION_RESET'],
  [null, 'ERR_TOO_MANY_REDIRECTS', 'redirects', 'ERR_TOO_MANY_REDIRECTS'],
  [null, 'net::ERR_ABORTED', 'cancelled', 'ERR_ABORTED'],
  [null, 'the projector is on fire', null, 'the projector is on fire'],
  [404, null, 'notFound', 'HTTP 404'],
  [403, null, 'denied', 'HTTP 403'],
  [429, null, 'rejected', 'HTTP 429'],
  [503, null, 'hostError', 'HTTP 503'],
  [200, null, null, 'HTTP 200'],
  [304, null, null, 'HTTP 304'],
  [null, null, null, ''],
])('K7: a request with status %j and error %j has the reason %j and the code %j', (status, error, reason, code) => {
  expect([reasonOf({ status, error }), codeOf({ status, error })]).toEqual([reason, code]);
});

test('K7: a request has a reason only if it failed, and each failed status has one', () => {
  const error = fc.option(fc.oneof(fc.string(), fc.constantFrom(...Object.keys(NET_ERRORS))));
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 100, max: 599 })), error, (status, why) => {
      const fetched = { status, error: why };
      const hasReason = reasonOf(fetched) !== null;
      expect(hasReason && !hasFailed(fetched)).toBe(false);
      // An error may be one without words; a failed status has always some.
      expect(!hasReason && hasFailed(fetched) && why === null).toBe(false);
    }),
  );
});

test('D3: every reason has words in both languages', () => {
  for (const { contentFetches } of [englishAdmin, germanAdmin])
    expect(Object.keys(contentFetches.reasons).toSorted()).toEqual([...FETCH_REASONS].toSorted());
});
