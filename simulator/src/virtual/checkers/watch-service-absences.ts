import type { Strips } from '@sign-display/contracts/rest/event-figures';
import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import { assertPromise } from './assert-promise.ts';

/** As in docs/nodes.md. */
const LEASE_MS = 10_000;
const RENEWED_EVERY_MS = 2_000;
/** A lease and a renewal: a shorter one may be told or not. */
const UNCLEAR_MS = LEASE_MS + RENEWED_EVERY_MS;
/** Nodes' clocks differ by up to 300 ms. */
const CLOCKS_MS = 1_000;

/** From one moment to another, in the run's milliseconds. */
interface Span {
  fromMs: number;
  toMs: number;
}

/** When nodes lived and had their database, for who judges what the service says of when it was away. */
interface Absences {
  /** To be called after each step. */
  look(): void;
  /** Holds what the service has told just now to what was so. */
  check(told: Strips['away']): void;
}

const secondsOf = ({ fromMs, toMs }: Span): string => `${Math.round(fromMs)} ms to ${Math.round(toMs)} ms`;

export function watchAbsences(world: World): Absences {
  const { coverage, nodes, timeline } = world;
  /** In which each node could renew its lease; the last one lasts where `isThere`. */
  const there: Span[][] = nodes.map(() => []);
  const isThere = nodes.map(() => false);
  /** In which no node could, from when one has for the first time. */
  const nobody: Span[] = [];
  let wasAny = true;

  return {
    look() {
      const nowMs = timeline.nowMs();
      let isAny = false;
      for (const { index, isUp, hasDatabase } of nodes) {
        const isNow = isUp && hasDatabase;
        isAny ||= isNow;
        if (isNow === isThere[index]) continue;
        isThere[index] = isNow;
        if (isNow) there[index]!.push({ fromMs: nowMs, toMs: Infinity });
        else there[index]!.at(-1)!.toMs = nowMs;
      }
      if (isAny === wasAny) return;
      wasAny = isAny;
      if (!isAny) nobody.push({ fromMs: nowMs, toMs: Infinity });
      else if (nobody.length > 0) nobody.at(-1)!.toMs = nowMs;
    },
    check(told) {
      const nowMs = timeline.nowMs();
      const away = told.map(({ from, to }) => ({
        fromMs: Date.parse(from) - EPOCH_MS,
        toMs: Date.parse(to) - EPOCH_MS,
      }));
      for (const span of nobody) {
        // Before the first start nobody had a lease, and a node that is just back has none yet.
        const isFirst = !there.some((spans) => spans.some(({ fromMs }) => fromMs < span.fromMs));
        if (isFirst || span.toMs - span.fromMs <= UNCLEAR_MS || nowMs - span.toMs <= UNCLEAR_MS) continue;
        const covers = ({ fromMs, toMs }: Span) => fromMs <= span.fromMs + CLOCKS_MS && toMs >= span.toMs - CLOCKS_MS;
        assertPromise(away.some(covers), 'D1', 'no node lived, and the service does not say that it was away', () => ({
          seen: away.map(secondsOf),
          expected: secondsOf(span),
        }));
        coverage.hit('D1 absence told');
      }
      for (const span of away)
        for (const lived of there.flat()) {
          const bothMs = Math.min(span.toMs, lived.toMs) - Math.max(span.fromMs, lived.fromMs);
          assertPromise(bothMs <= UNCLEAR_MS, 'D1', 'the service says that it was away while a node lived', () => ({
            seen: secondsOf(span),
            expected: `none: a node lived from ${secondsOf(lived)}`,
          }));
        }
    },
  };
}
