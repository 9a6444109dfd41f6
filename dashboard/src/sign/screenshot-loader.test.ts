import { resolveObjectURL } from 'node:buffer';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { expect, test } from 'vitest';
import type { Screenshot } from '../api/read-screenshot.ts';
import { screenshotLoader, type Shown } from './screenshot-loader.ts';

/** A loader whose pictures come when they are told to, by the number of the asking. */
function loading() {
  const asked: PromiseWithResolvers<Screenshot>[] = [];
  const shown: Shown[] = [];
  let fails = 0;
  let later = (): void => {};
  const clock: Clock = { now: () => 0, monotonicMs: () => 0, after: (_, task) => ((later = task), () => {}) };
  const loader = screenshotLoader({
    clock,
    read() {
      const answer = Promise.withResolvers<Screenshot>();
      asked.push(answer);
      return answer.promise;
    },
    show: (picture) => shown.push(picture),
    fail: () => (fails += 1),
  });
  /** Resolves when the loader has taken the answer. */
  async function answer(number: number, given: Screenshot): Promise<void> {
    asked[number]!.resolve(given);
    await asked[number]!.promise;
    await Promise.resolve();
  }
  return { loader, answer, shown, asked, fails: () => fails, later: () => later() };
}
const picture = (): Screenshot => ({ ok: true, jpeg: new Blob(['jpeg']) });

test('D2: a picture that was long on its way never replaces a newer one', async () => {
  const { loader, answer, shown } = loading();
  loader.load('first');
  loader.load('second');
  await answer(1, picture());
  await answer(0, picture());
  expect(shown.map(({ at }) => at)).toEqual(['second']);
  loader.stop();
});

test('D2: of its pictures a page keeps the one that it shows, and none when it is left', async () => {
  const { loader, answer, shown } = loading();
  loader.load('first');
  await answer(0, picture());
  loader.load('second');
  await answer(1, picture());
  const [first, second] = shown;
  expect([resolveObjectURL(first!.src), resolveObjectURL(second!.src)]).toEqual([undefined, expect.any(Blob)]);
  loader.load('third');
  loader.stop();
  expect(resolveObjectURL(second!.src)).toBeUndefined();
  await answer(2, picture());
  expect(shown).toHaveLength(2);
});

test('D2: a picture that broke off leaves the last one there, is said to have failed, and is asked for again', async () => {
  const { loader, answer, shown, asked, fails, later } = loading();
  loader.load('first');
  await answer(0, picture());
  loader.load('second');
  await answer(1, { ok: false, body: null });
  expect([fails(), resolveObjectURL(shown[0]!.src)]).toEqual([1, expect.any(Blob)]);
  later();
  expect(asked).toHaveLength(3);
  await answer(2, picture());
  expect(shown.map(({ at }) => at)).toEqual(['first', 'second']);
  loader.stop();
});
