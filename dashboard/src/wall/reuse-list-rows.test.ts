import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reuseRows, type ListRow } from './reuse-list-rows.ts';

/** Each step is a list of causes; lower-case keys are single signs, and upper-case keys are common causes. */
const steps = fc.array(
  fc.record({
    keys: fc.uniqueArray(fc.constantFrom(...'abcdefghABCD'), { maxLength: 8 }),
    mayReuse: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
interface Step {
  keys: string[];
  mayReuse: boolean;
}

const isSingle = (key: string): boolean => key === key.toLowerCase();
const causesOf = (keys: readonly string[]) =>
  keys.map((key) => ({ key, shared: isSingle(key) ? null : { is: 'place', called: key } }) as never);
const keyOf = ({ cause }: ListRow): string => cause.key;

/** Calls `check` for each step with the rows before and after it. */
function walk(
  all: readonly Step[],
  check: (before: readonly ListRow[], after: readonly ListRow[], step: Step) => void,
) {
  let rows: readonly ListRow[] = [];
  for (const step of all) {
    const after = reuseRows(rows, causesOf(step.keys), step.mayReuse);
    check(rows, after, step);
    rows = after;
  }
}

test('U8: the problem list shows each cause in its own row, in the order of the causes', () => {
  fc.assert(
    fc.property(steps, (all) =>
      walk(all, (_, after, { keys }) => {
        expect(after.map(keyOf)).toEqual(keys);
        expect(new Set(after.map(({ row }) => row)).size).toBe(keys.length);
      }),
    ),
  );
});

test('U8: a common cause always keeps its row, and a single sign keeps its row while the focus is in the problem list', () => {
  fc.assert(
    fc.property(steps, (all) =>
      walk(all, (before, after, { keys, mayReuse }) => {
        const keeps = (key: string): boolean => !(mayReuse && isSingle(key));
        const stay = before.filter((was) => keys.includes(keyOf(was)) && keeps(keyOf(was)));
        const rowOf = (key: string) => after.find((is) => keyOf(is) === key)!.row;
        expect(stay.map((was) => rowOf(keyOf(was)))).toEqual(stay.map(({ row }) => row));
      }),
    ),
  );
});

test('U8: while the focus is elsewhere, single signs that replace others in the problem list reuse their rows in place', () => {
  fc.assert(
    fc.property(steps, (all) =>
      walk(all, (before, after, { mayReuse }) => {
        if (!mayReuse) return;
        const [was, is] = [before, after].map((rows) =>
          rows.filter((one) => isSingle(keyOf(one))).map(({ row }) => row),
        );
        const both = Math.min(was!.length, is!.length);
        expect(is!.slice(0, both)).toEqual(was!.slice(0, both));
      }),
    ),
  );
});
