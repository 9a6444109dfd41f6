import { placeOf } from '@sign-display/contracts/causes';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { WallWords } from '../words/wall-words.ts';
import type { Group } from './groups.ts';

/** A group's name, and what stands small beside it: the place of one sign, the first and the last of those of a place, what is wrong with pages of a host. Pure. */
export function sayGroup(
  { outages: said }: WallWords,
  group: Group,
  signs: ReadonlyMap<string, SignRow>,
): [name: string, beside: string] {
  const name = group.called === '' ? said.deleted : group.called;
  if (group.is === 'alone') return [name, placeOf(signs.get(group.outages[0]!.signId)?.location ?? '')];
  if (group.is === 'host') return [name, said.one.are[group.outages[0]!.kind]];
  const names = group.names.filter((one) => one !== '').toSorted((one, other) => one.localeCompare(other));
  return [name, names.length < 2 ? '' : said.names(names[0]!, names.at(-1)!)];
}
