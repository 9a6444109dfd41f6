import type { WallWords } from '../words/wall-words-loader.ts';
import type { Group } from './outage-groups.ts';

/** A group's name, and what stands small beside it: the place of one sign, the first and the last of those of a place, what is wrong with pages of a host. Pure. */
export function groupText({ outages: said }: WallWords, group: Group): [name: string, beside: string] {
  // An older node doesn't say how a deleted sign was called.
  if (group.is === 'alone') return [group.called || said.deleted, group.place];
  if (group.is === 'host') return [group.called, said.one.are[group.outages[0]!.kind]];
  const names = group.names.toSorted((one, other) => one.localeCompare(other, undefined, { numeric: true }));
  return [group.called, names.length < 2 ? '' : said.names(names[0]!, names.at(-1)!)];
}
