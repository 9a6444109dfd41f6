import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { createMemo, untrack, type Accessor } from 'solid-js';
import { devicesIn, type Census } from './sign-census.ts';
import type { OpenOutages } from './actions/outages-by-sign.ts';
import { withKeysOf } from './frozen-causes.ts';
import { findProblems, type Problem } from './find-problems.ts';

/** What is wrong, grouped by cause; made anew only where a sign in trouble or an outage is another. `place`: of that place alone; null: of all. */
export function createProblems(
  census: Accessor<Census>,
  place: Accessor<string | null>,
  open: Accessor<OpenOutages>,
): Accessor<readonly Problem[]> {
  const all = createMemo(() => census().troubled);
  const troubled = createMemo(() => {
    const wanted = place();
    return wanted === null ? all() : all().filter((row) => placeOf(row.location) === wanted);
  });
  return createMemo<readonly Problem[]>((before) => {
    const devices = untrack(() => devicesIn(census()));
    return withKeysOf(before, findProblems(troubled(), devices, open()));
  }, []);
}
