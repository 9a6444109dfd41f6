import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLONE_DECISIONS } from '@sign-display/contracts/rest/clones';
import { bearsMark, settle, settleOther } from './machine-matching.ts';

const macAddress = fc.constantFrom('00:00:00:00:00:01', '00:00:00:00:00:02', '00:00:00:00:00:03');
/** Machines of one device; no two have one boot. */
const machines = fc
  .array(macAddress, { minLength: 3, maxLength: 3 })
  .map((macs) => macs.map((mac, index) => ({ macAddress: mac, bootId: `boot ${index}` })));
const cases = fc.record({
  told: machines,
  decision: fc.constantFrom(...CLONE_DECISIONS),
  holds: fc.constantFrom(0, 1, 2, null),
});

test('N8: whom a decision keeps is not refused, the other one is, and holds the device no more', () => {
  fc.assert(
    fc.property(cases, ({ told, decision, holds }) => {
      const [first, newcomer] = [told[0]!, told[1]!];
      const holder = holds === null ? null : told[holds]!;
      const { marks, evicts } = settle(decision, { first, newcomer }, holder);
      if (marks === null) {
        expect([decision, evicts]).toEqual(['reset_both', holder !== null]);
        return;
      }
      const { kept, refused } = marks;
      const sign = decision === 'keep_first' ? first : newcomer;
      expect([bearsMark(sign, kept), bearsMark(sign, refused)]).toEqual([true, false]);
      if (decision === 'keep_first') expect(bearsMark(newcomer, refused)).toBe(true);
      // Whoever is refused is not left inside, and the sign itself is never put out.
      if (holder && bearsMark(holder, refused)) expect(evicts).toBe(true);
      if (holder === sign) expect(evicts).toBe(false);
    }),
  );
});

test('N8: a machine with an address of its own is known by it after its next start; one with the first’s is not', () => {
  const first = { macAddress: 'a', bootId: '1' };
  const apart = settle('keep_first', { first, newcomer: { macAddress: 'b', bootId: '2' } }, first).marks!;
  expect(bearsMark({ macAddress: 'b', bootId: '3' }, apart.refused)).toBe(true);
  const alike = settle('keep_first', { first, newcomer: { macAddress: 'a', bootId: '2' } }, first).marks!;
  expect(bearsMark({ macAddress: 'a', bootId: '3' }, alike.refused)).toBe(false);
  // So the first one may start again.
  expect(bearsMark({ macAddress: 'a', bootId: '4' }, alike.refused)).toBe(false);
});

const not =
  <Value>(is: (value: Value) => boolean) =>
  (value: Value) =>
    !is(value);

test('N8: what is settled with a decision agrees with it', () => {
  fc.assert(
    fc.property(cases, ({ told, decision, holds }) => {
      const [first, newcomer] = [told[0]!, told[1]!];
      const settlement = settle(decision, { first, newcomer }, holds === null ? null : told[holds]!);
      const refused = (machine: (typeof told)[number]) =>
        settlement.marks !== null && bearsMark(machine, settlement.marks.refused);
      const agrees = {
        reset_both: () => decision === 'reset_both',
        keep_first: refused,
        accept_newcomer: not(refused),
      };
      const settled = told.map((other) => ({ other, as: settleOther(settlement, { newcomer: other }) }));
      expect(settled.filter(({ other, as }) => as !== null && !agrees[as](other))).toEqual([]);
      // And nobody is asked about who is refused.
      expect(settled.filter(({ other, as }) => as === null && refused(other))).toEqual([]);
    }),
  );
});
