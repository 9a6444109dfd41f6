import * as fc from 'fast-check';
import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { SignNow } from '@sign-display/contracts/rest/sign-now';
import { describeSign } from '../../signs/sign-view.ts';
import { anySignRow } from '../../signs/testing/any-sign-row.ts';
import { composeNow, type Known } from './sign-now-view.ts';

const at = fc.integer({ min: 0, max: 100 }).map((minute) => new Date(Date.UTC(2026, 10, 20, 19, minute)));
const words = fc.option(fc.constantFrom('', 'HTTP 503', 'DNS'));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);
const report = fc
  .record({
    kind: fc.constantFrom('content_displayed', 'content_recovered', 'content_unreachable', 'content_error'),
    at,
    reason: words,
    detail: words,
    httpStatus: fc.constantFrom(200, null),
  })
  .map((each) => {
    if (each.kind === 'content_displayed') return each;
    return { ...each, httpStatus: each.kind === 'content_unreachable' && each.httpStatus !== null ? 406 : null };
  });
const request = fc
  .record({ at, failures: fc.integer({ min: 1, max: 1_000 }), isOk: fc.boolean(), error: words })
  .map((each) => (each.isOk ? { ...each, failures: 0, status: 200, error: null } : { ...each, status: 503 }));
const known = fc.record({
  service: maybe(fc.record({ nodes: fc.integer({ min: 1, max: 5 }), since: at })),
  connection: maybe(fc.record({ connectedSinceMs: at.map(Number), address: maybe(fc.ipV4()) })),
  report: maybe(report),
  displayedAt: maybe(at),
  request: maybe(request),
  sameHost: fc.nat(10_000),
  renderedAt: maybe(at),
  blankCheckedAt: maybe(at),
  update: maybe(
    fc.record({ state: fc.constantFrom('none' as const, 'ready' as const), version: maybe(fc.constant('2')) }),
  ),
});
/** The report is of the page that is shown, or of another. */
const anything = fc.tuple(anySignRow, known, fc.boolean()).map(([row, given, isOfPage]) => {
  const sign = describeSign(row);
  const url = isOfPage ? sign.shown.url : 'https://before.example/';
  return { sign, known: { ...given, report: given.report && { ...given.report, url } } satisfies Known };
});

describe('what is told of a sign now', () => {
  test('is in the contract’s form, whatever is known', () => {
    fc.assert(
      fc.property(anything, ({ sign, known: given }) => {
        expect(Check(SignNow, composeNow(sign, given))).toBe(true);
      }),
    );
  });

  test('N1: says nothing of the content and the screen of a sign that is not heard', () => {
    fc.assert(
      fc.property(anything, ({ sign, known: given }) => {
        const { content, screen } = composeNow({ ...sign, presence: sign.device && 'offline' }, given);
        expect([content, screen]).toEqual([null, null]);
      }),
    );
  });

  test('C7: says of the content what the sign was told, and its host without a port', () => {
    fc.assert(
      fc.property(anything, ({ sign, known: given }) => {
        const { content } = composeNow(sign, given);
        const isKnown = sign.presence === 'online' && sign.contentState !== null && sign.shown.url !== null;
        expect(content !== null).toBe(isKnown);
        if (content === null) return;
        expect(content).toMatchObject({ url: sign.shown.url, source: sign.shown.source, sameHost: given.sameHost });
        expect(content.host).toBe(new URL(content.url).hostname);
      }),
    );
  });

  test('a state that the last report of this page says is since that report, and no other is', () => {
    fc.assert(
      fc.property(anything, ({ sign, known: given }) => {
        const { content } = composeNow(sign, given);
        if (content === null) return;
        const said = { content_displayed: 'showing', content_recovered: 'showing', content_unreachable: 'unreachable' };
        const state = given.report && ({ ...said, content_error: 'error' }[given.report.kind] ?? null);
        const isSaid = given.report?.url === content.url && state === sign.contentState;
        expect(content.since).toBe(isSaid ? given.report!.at.toISOString() : null);
      }),
    );
  });

  test('a page that fails has failed at least as often as that takes; one that is well has the answer of a page that is', () => {
    fc.assert(
      fc.property(anything, ({ sign, known: given }) => {
        const { content } = composeNow(sign, given);
        if (content === null) return;
        const least = { unreachable: 2, error: 1 }[sign.contentState as string] ?? 0;
        expect(content.failures).toBeGreaterThanOrEqual(least);
        if (least > 0) expect(content.httpStatus).not.toBe(200);
        if (content.httpStatus === 200) expect([content.failures, content.detail]).toEqual([0, null]);
      }),
    );
  });

  test('K9: a screen with a page is blank or not as the sign’s record says, and the page on it is the one put there last', () => {
    fc.assert(
      fc.property(anything, ({ sign, known: given }) => {
        const { screen } = composeNow(sign, given);
        if (screen === null) return;
        expect(screen.blank).toBe(sign.blank);
        expect(screen.since).toBe((given.displayedAt ?? given.renderedAt)?.toISOString() ?? null);
      }),
    );
  });
});

const online = (contentState: 'showing' | 'unreachable' | 'error') => {
  const [row] = fc.sample(
    anySignRow.filter(({ deviceSignId }) => deviceSignId !== null),
    { numRuns: 1, seed: 1 },
  );
  const nothingElse = { shownUrl: null, shownSource: null, shownUntil: null, shownContentId: null };
  const url = 'https://Menu.example:8443/bar';
  return describeSign({ ...row!, ...nothingElse, url, presence: 'online', contentState, blank: false });
};
const nothing: Known = {
  service: null,
  connection: null,
  report: null,
  displayedAt: null,
  request: null,
  sameHost: 0,
  renderedAt: null,
  blankCheckedAt: null,
  update: null,
};
const minute = (of: number) => new Date(Date.UTC(2026, 10, 20, 19, of));

test('U10: a reload of the same page keeps the time when the page was first shown', () => {
  const since = (reloadedAt: Date) =>
    composeNow(online('showing'), { ...nothing, displayedAt: minute(10), renderedAt: reloadedAt }).screen!.since;
  expect(since(minute(10))).toBe(minute(10).toISOString());
  expect(since(minute(40))).toBe(minute(10).toISOString());
});

test('a page that has just become unreachable says so before its requests are told of', () => {
  const url = online('unreachable').shown.url;
  const unreachable = {
    kind: 'content_unreachable',
    at: minute(33),
    url,
    reason: null,
    detail: 'HTTP 503',
    httpStatus: null,
  };
  const before = { at: minute(32), isOk: true, status: 200, error: null, failures: 0 };
  expect(composeNow(online('unreachable'), { ...nothing, report: unreachable, request: before }).content).toEqual({
    url,
    source: 'assigned',
    since: minute(33).toISOString(),
    httpStatus: null,
    detail: 'HTTP 503',
    failures: 2,
    host: 'menu.example',
    sameHost: 0,
  });
  const after = { at: minute(42), isOk: false, status: 503, error: 'HTTP 503', failures: 18 };
  const { content } = composeNow(online('unreachable'), { ...nothing, report: unreachable, request: after });
  expect(content).toMatchObject({ httpStatus: 503, failures: 18 });
});

test('G17: a page that is unreachable has the status of the check that found it so, before its requests arrive', () => {
  const { url } = online('unreachable').shown;
  const report = {
    kind: 'content_unreachable',
    at: minute(33),
    url,
    reason: null,
    detail: 'HTTP 406',
    httpStatus: 406,
  };
  const { content } = composeNow(online('unreachable'), { ...nothing, report });
  expect(content).toMatchObject({ httpStatus: 406, detail: 'HTTP 406', failures: 2 });
});

test('a check that failed since the page was well counts, and one from before does not', () => {
  const { url } = online('showing').shown;
  const recovered = { kind: 'content_recovered', at: minute(30), url, reason: null, detail: null, httpStatus: null };
  const failed = (of: number) => ({ at: minute(of), isOk: false, status: 502, error: 'HTTP 502', failures: 1 });
  const now = (of: number) =>
    composeNow(online('showing'), { ...nothing, report: recovered, request: failed(of) }).content;
  expect(now(31)).toMatchObject({ httpStatus: 502, failures: 1, detail: 'HTTP 502' });
  expect(now(29)).toMatchObject({ httpStatus: null, failures: 0, detail: null });
});

test('a page that has just come has the status that it came with, until a later request says another', () => {
  const { url } = online('showing').shown;
  const displayed = { kind: 'content_displayed', at: minute(30), url, reason: null, detail: null, httpStatus: 203 };
  const well = (of: number) => ({ at: minute(of), isOk: true, status: 200, error: null, failures: 0 });
  const statusAt = (request: Known['request'], report = displayed) =>
    composeNow(online('showing'), { ...nothing, report, request }).content!.httpStatus;
  expect(statusAt(null)).toBe(203);
  expect(statusAt(well(29))).toBe(203);
  expect(statusAt(well(31))).toBe(200);
  expect(statusAt(null, { ...displayed, url: 'https://before.example/' })).toBeNull();
});
