import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, type Accessor } from 'solid-js';
import { groupAlike, groupsOf, traitText, type Group } from './outage-groups.ts';

const NO_SIGNS: ReadonlyMap<string, SignRow> = new Map();

/** The outages grouped by cause: anew where an outage changes, or a fact of a sign that `groupsOf` reads. Any other change of a sign groups nothing anew. */
export function createGroups(
  outages: Accessor<readonly Outage[]>,
  signs: Accessor<ReadonlyMap<string, SignRow> | null>,
): Accessor<Group[]> {
  const known = createMemo(outages, [], { equals: traitText });
  const facts = createMemo(() => signs() ?? NO_SIGNS, NO_SIGNS, { equals: groupAlike });
  return createMemo(() => groupsOf(known(), facts()));
}
