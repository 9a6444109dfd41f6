import { expect, test } from 'vitest';
import { AFTER, decisionsAfter } from './clone-decisions.ts';

test('D13: an open clone offers all three decisions, a decided clone only the reset, and a reset clone none', () => {
  expect(decisionsAfter(null)).toEqual(['keep_first', 'accept_newcomer', 'reset_both']);
  expect(decisionsAfter('keep_first')).toEqual(['reset_both']);
  expect(decisionsAfter('accept_newcomer')).toEqual(['reset_both']);
  expect(decisionsAfter('reset_both')).toEqual([]);
});

test('D13: no decision lets both machines be the sign, and only the reset gives both a new code', () => {
  for (const [decision, { first, newcomer }] of Object.entries(AFTER)) {
    expect([first, newcomer].filter((after) => after === 'sign')).toHaveLength(decision === 'reset_both' ? 0 : 1);
    expect(first === 'newCode' && newcomer === 'newCode').toBe(decision === 'reset_both');
  }
});
