import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Times } from '../times/time-formats.ts';
import type { WallWords } from '../words/wall-words-loader.ts';
import { headlineText, type Headline } from './event-headline.ts';
import { isolated } from '../words/isolate-direction.ts';

/** The headline of one place, and the line below it. Pure. */

/** So many names are told one by one. */
const NAMES_MOST = 3;

/** The place and what is wrong there, as a sentence each; `rows`: of the place, at least one, by name. */
export function placeHeadlineText(
  words: WallWords,
  place: string,
  rows: readonly SignRow[],
  headline: Headline,
): [string, string] {
  const said = words.views.place;
  if (headline.is !== 'trouble' || headline.kinds.length > 1) {
    const what = headlineText(words, headline.is === 'trouble' ? { ...headline, shared: null } : headline);
    return said.other(place, what[0]) as [string, string];
  }
  const { name, kinds, count } = headline;
  const { is, are } = words.wall.headline;
  const { kind } = kinds[0]!;
  if (name !== null) return said.one(place, name, is[kind]) as [string, string];
  return said.many(place, count, rows.length, are[kind]) as [string, string];
}

/** Who is gone since when, and how many others are there; null where nobody is. */
export function offlineText(words: WallWords, times: Times, rows: readonly SignRow[], timeZone: string): string | null {
  const said = words.views.place;
  const gone = rows.filter(({ status }) => status === 'offline');
  if (gone.length === 0) return null;
  const from = rows.indexOf(gone[0]!);
  const areNeighbours = gone.every((row, index) => rows[from + index] === row);
  const names = gone.slice(0, NAMES_MOST).map(({ name }) => isolated(name));
  const who =
    areNeighbours && gone.length > 2
      ? said.fromTo(gone[0]!.name, gone.at(-1)!.name)
      : gone.length > names.length
        ? said.more(names.join(', '), gone.length - names.length)
        : names.join(', ');
  const moments = gone.flatMap(({ lastSeenAt }) => (lastSeenAt === null ? [] : Date.parse(lastSeenAt)));
  const parts = moments.length === 0 ? [] : [said.since(who, times.said(Math.min(...moments), 'seconds', timeZone))];
  const others = rows.filter(({ presence }) => presence === 'online').length;
  if (others > 0 && others === rows.length - gone.length) parts.push(said.others(others));
  return parts.join(' ') || null;
}
