import { expect, test } from 'vitest';
import { CLONE_DECISIONS, decisionsAfter } from './allowed-clone-decisions.ts';

test('N8: after one of two machines was chosen both can still be reset, and after that nothing', () => {
  expect(decisionsAfter(null)).toEqual(CLONE_DECISIONS);
  expect([decisionsAfter('keep_first'), decisionsAfter('accept_newcomer')]).toEqual([['reset_both'], ['reset_both']]);
  expect(decisionsAfter('reset_both')).toEqual([]);
});
