import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BURST, REFILL_MS, emptyQueue, isIdle, next, note, reportOf, type Report } from './report-rate-limit.ts';

const at = '2026-11-21T10:00:00.000Z';
const url = fc.constantFrom('https://example.com/a', 'https://example.com/b');
const report: fc.Arbitrary<Report> = fc.oneof(
  url.map((each) =>
    reportOf('sign:content_displayed', { url: each, contentId: null, loadMs: 5, httpStatus: 200, at }, 0),
  ),
  url.map((each) => reportOf('sign:content_unreachable', { url: each, since: at, at }, 0)),
  url.map((each) => reportOf('sign:content_recovered', { url: each, since: at, at }, 0)),
  fc
    .tuple(url, fc.constantFrom('x', 'y'))
    .map(([each, code]) => reportOf('sign:content_error', { url: each, contentId: null, code, detail: '', at }, 0)),
  fc.constantFrom('x', 'y').map((state) => reportOf('sign:status', { state }, 0)),
);
/** So close to each other that the bound is met. */
const steps = fc.array(fc.record({ report, afterMs: fc.nat({ max: REFILL_MS / 20 }) }), {
  minLength: 60,
  maxLength: 200,
});

const sameAs = (one: Report | undefined, other: Report) =>
  JSON.stringify([one?.same, one?.url, one?.reason]) === JSON.stringify([other.same, other.url, other.reason]);
const lastAbout = ({ kinds }: Report, reports: readonly Report[]) =>
  reports.findLast((each) => each.kinds.join() === kinds.join());

describe('the reports of a sign', () => {
  test('are never more entries than the burst and what came since, however the page flaps', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const queue = emptyQueue(0);
        let nowMs = 0;
        let written = 0;
        for (const { report: each, afterMs } of given) {
          note(queue, each, (nowMs += afterMs));
          while (next(queue, nowMs)) written += 1;
          expect(written).toBeLessThanOrEqual(BURST + Math.floor(nowMs / REFILL_MS));
        }
      }),
    );
  });

  test('end with what the sign said last of its page and of itself, and none is dropped without being counted', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const queue = emptyQueue(0);
        const written: Report[] = [];
        let nowMs = 0;
        let noted = 0;
        let unlisted = 0;
        const drain = () => {
          for (let taken = next(queue, nowMs); taken; taken = next(queue, nowMs)) {
            written.push(taken.report);
            unlisted += taken.unlisted;
          }
        };
        for (const { report: each, afterMs } of given) {
          if (note(queue, each, (nowMs += afterMs % 100))) noted += 1;
          drain();
        }
        nowMs += REFILL_MS;
        drain();
        const last = given.at(-1)!.report;
        expect(sameAs(lastAbout(last, written), last)).toBe(true);
        // What else it speaks of has its turn next.
        nowMs += REFILL_MS;
        drain();
        for (const { report: each } of given) {
          const reports = given.map(({ report: other }) => other);
          expect(sameAs(lastAbout(each, written), lastAbout(each, reports)!)).toBe(true);
        }
        expect(written.length + unlisted).toBe(noted);
        expect(isIdle(queue, nowMs + BURST * REFILL_MS)).toBe(true);
      }),
    );
  });

  test('that say what the one before said are none', () => {
    const queue = emptyQueue(0);
    const displayed = reportOf(
      'sign:content_displayed',
      { url: 'https://example.com/', contentId: null, loadMs: 1e12, httpStatus: 200, at },
      0,
    );
    const recovered = reportOf('sign:content_recovered', { url: 'https://example.com/', since: at, at }, 0);
    expect(note(queue, displayed, 0)).toBe(true);
    expect(note(queue, displayed, 10_000)).toBe(false);
    expect(note(queue, recovered, 20_000)).toBe(false);
    expect(displayed.durationMs).toBe(2 ** 31 - 1);
  });
});
