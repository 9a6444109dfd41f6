import { NOTIFICATION_CHANNELS, TEST_OUTCOMES, type ChannelTest } from '@sign-display/contracts/rest/subscriptions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishPush } from '../../words/english-push.ts';
import { germanPush } from '../../words/german-push.ts';
import { lineOf } from './test-results.ts';

const anyBrowsers = fc.array(
  fc.record({ endpoint: fc.constantFrom('here', 'there', 'elsewhere'), outcome: fc.constantFrom(...TEST_OUTCOMES) }),
  { maxLength: 5 },
);
const anyTest: fc.Arbitrary<ChannelTest> = fc
  .record({
    channel: fc.constantFrom(...NOTIFICATION_CHANNELS),
    outcome: fc.constantFrom(...TEST_OUTCOMES),
    detail: fc.constant('The push service answered 503.'),
    browsers: anyBrowsers,
  })
  .map((given) => ({ ...given, ok: given.outcome === 'accepted' }))
  .filter(({ outcome, browsers }) => outcome !== 'stopped' || browsers.some((each) => each.outcome === 'stopped'));

test('every result of a test message has a sentence in both languages, and a stopped browser is always named', () => {
  fc.assert(
    fc.property(anyTest, (given) => {
      for (const { push } of [englishPush, germanPush]) {
        const line = lineOf(given, ['here'], push);
        expect(line.sentences.join('')).not.toBe('');
        expect(line.isOk).toBe(given.ok);
        const here = (given.browsers ?? []).some((each) => each.endpoint === 'here' && each.outcome === 'stopped');
        expect(line.hasStoppedHere).toBe(here);
      }
    }),
  );
});

test('the result of a test push says that one of two browsers received it and that this browser no longer receives any', () => {
  const given: ChannelTest = {
    channel: 'push',
    ok: true,
    outcome: 'accepted',
    detail: '',
    browsers: [
      { endpoint: 'here', outcome: 'stopped' },
      { endpoint: 'there', outcome: 'accepted' },
    ],
  };
  expect(lineOf(given, ['here'], englishPush.push)).toEqual({
    channel: 'Push',
    isOk: true,
    sentences: [
      'The push services of 1 of 2 browsers accepted the message.',
      '1 browser has stopped: its push service says that the registration is gone.',
      'This browser is one of them.',
    ],
    hasStoppedHere: true,
  });
});
