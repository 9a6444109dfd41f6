import type { Acknowledgement, Outage } from '@sign-display/contracts/rest/outages';
import { expect, test } from 'vitest';
import { createExpectedAcknowledgement } from './expected-acknowledgement.ts';

const outage = { id: 'one', until: null, acknowledged: null } as Outage;
const word: Acknowledgement = { by: { id: 'ada', name: 'Ada' }, at: '2026-11-21T18:00:00.000Z', note: null };

test('N10: an acknowledgement during a running withdrawal shows immediately, and its request waits for the withdrawal', async () => {
  const expected = createExpectedAcknowledgement();
  const shown = () => expected.lay([{ ...outage, acknowledged: word }])[0]!.acknowledged;
  const withdrawn = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = expected.during(['one'], null, async () => {
    order.push('withdraw');
    await withdrawn.promise;
    order.push('withdrawn');
  });
  expect(shown()).toBe(null);
  const acknowledged = Promise.withResolvers<void>();
  const again = { ...word, note: 'again' };
  const second = expected.during(['one'], again, async () => {
    order.push('acknowledge');
    await acknowledged.promise;
  });
  expect(shown()).toBe(again);
  withdrawn.resolve();
  await first;
  expect(shown()).toBe(again);
  acknowledged.resolve();
  await second;
  expect(shown()).toBe(word);
  expect(order).toEqual(['withdraw', 'withdrawn', 'acknowledge']);
});

test('N10: a request that fails lets the next one run', async () => {
  const expected = createExpectedAcknowledgement();
  const failed = expected.during(['one'], null, () => Promise.reject(new Error('no network')));
  const next = expected.during(['one'], word, async () => 'done');
  await expect(failed).rejects.toThrow('no network');
  expect(await next).toBe('done');
  expect(expected.lay([outage])).toEqual([outage]);
});
