import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createBatch } from './combine-queries.ts';

const EVERY_MS = 20;
const FULL = 200;
const turn = () => new Promise((resolve) => setImmediate(resolve));

interface Query {
  atMs: number;
  keys: number[];
  answer(): void;
  fail(): void;
}

/** A paced batch whose queries are answered by hand. */
function open(queriesAtOnce: number) {
  const clock = createManualClock();
  const queries: Query[] = [];
  const underWay = new Set<Query>();
  let most = 0;
  const ask = createBatch<number, number>(
    (keys) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      const query: Query = {
        atMs: clock.monotonicMs(),
        keys,
        answer() {
          underWay.delete(query);
          resolve(keys.map((key) => -key));
        },
        fail() {
          underWay.delete(query);
          reject(new Error('the database is away'));
        },
      };
      queries.push(query);
      underWay.add(query);
      most = Math.max(most, underWay.size);
      return promise;
    },
    { queriesAtOnce, pace: { clock, everyMs: EVERY_MS } },
  );
  const asked: { key: number; atMs: number; answer: Promise<number> }[] = [];
  return {
    clock,
    queries,
    underWay,
    asked,
    most: () => most,
    ask(count: number) {
      for (let one = 0; one < count; one += 1) {
        const key = asked.length + 1;
        // Who hears why its query failed has been answered, too.
        asked.push({ key, atMs: clock.monotonicMs(), answer: ask(key).catch(() => -key) });
      }
    },
  };
}

describe('paced queries', () => {
  const step = fc.oneof(
    fc.record({ ask: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: FULL - 1, max: FULL + 50 })) }),
    fc.record({ passMs: fc.integer({ min: 1, max: 3 * EVERY_MS }) }),
    fc.record({ answer: fc.nat({ max: 3 }) }),
    fc.record({ fail: fc.nat({ max: 3 }) }),
  );

  it('R4: paced queries answer everybody once and in order, begin a pace apart unless one is full, and leave nobody waiting who could be asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 2 }), async (steps, atOnce) => {
        const { clock, queries, underWay, asked, ask, most } = open(atOnce);
        const waiting = (): number => asked.length - queries.flatMap(({ keys }) => keys).length;
        for (const each of steps) {
          if ('ask' in each) ask(each.ask);
          if ('passMs' in each) clock.advance(each.passMs);
          if ('answer' in each) [...underWay][each.answer]?.answer();
          if ('fail' in each) [...underWay][each.fail]?.fail();
          await turn();
          const lastMs = queries.at(-1)?.atMs ?? -Infinity;
          const isDue = clock.monotonicMs() >= lastMs + EVERY_MS || waiting() >= FULL;
          if (isDue && underWay.size < atOnce) expect(waiting()).toBe(0);
        }
        for (let round = 0; waiting() > 0 || underWay.size > 0; round += 1) {
          expect(round).toBeLessThan(1_000);
          for (const query of underWay) query.answer();
          clock.advance(EVERY_MS);
          await turn();
        }
        expect(await Promise.all(asked.map(({ answer }) => answer))).toEqual(asked.map(({ key }) => -key));
        expect(queries.flatMap(({ keys }) => keys)).toEqual(asked.map(({ key }) => key));
        expect(most()).toBeLessThanOrEqual(atOnce);
        for (const [index, query] of queries.entries()) {
          const before = queries[index - 1]?.atMs ?? -Infinity;
          if (query.keys.length < FULL) expect(query.atMs - before).toBeGreaterThanOrEqual(EVERY_MS);
          for (const key of query.keys) expect(query.atMs).toBeGreaterThanOrEqual(asked[key - 1]!.atMs);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('R4: a paced query gathers those who come one by one, and one begins at once where none did for a pace', async () => {
    const { clock, queries, ask } = open(1);
    ask(1);
    await turn();
    expect(queries).toHaveLength(1);
    queries[0]!.answer();
    for (let one = 0; one < 30; one += 1) {
      ask(1);
      await turn();
    }
    expect(queries).toHaveLength(1);
    clock.advance(EVERY_MS);
    await turn();
    expect(queries[1]!.keys).toHaveLength(30);
    queries[1]!.answer();
    clock.advance(EVERY_MS);
    ask(1);
    await turn();
    expect(queries[2]!.keys).toHaveLength(1);
  });
});
