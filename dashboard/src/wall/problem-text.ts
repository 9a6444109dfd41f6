import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { Filter } from '../event/sign-filter.ts';
import type { Headline } from './event-headline.ts';
import type { Times } from '../times/time-formats.ts';
import { spreadMs } from '../ui/durations.ts';
import type { WallWords } from '../words/wall-words-loader.ts';
import { isolated } from '../words/isolate-direction.ts';
import type { Look } from './sign-looks.ts';
import type { Problem } from './find-problems.ts';

/** An entry of what is wrong, in words. Pure. */

const SECOND_MS = 1_000;

/** Of a look that something is wrong with. */
type Told = keyof WallWords['map']['wrong']['is'];
const toldOf = (look: Look): Told => look as Told;

/** What all of it is of: the filter's place, as the headline; any other filter leaves it as it is, and so it says. */
export function railTitle({ map: { wrong: said } }: WallWords, { status, place, find }: Filter): string {
  if (place !== null) return place;
  return status === null && find.trim() === '' ? said.title : said.ofAll;
}

/** That nothing is wrong; of a page that isn't live only that nothing was. `oldSince`: since when, in ms. */
export function noProblemText(
  { map: { wrong: said } }: WallWords,
  times: Times,
  place: string | null,
  oldSince: number | null,
  timeZone: string,
): string {
  if (oldSince !== null) return said.notKnown(times.said(oldSince, 'seconds', timeZone));
  return place === null ? said.nothing : said.nothingIn(place);
}

/** Its heading: what the signs share, or the sign's name. */
export function problemTitle({ map: { wrong: said } }: WallWords, { signs, shared, ofPlace }: Problem): string {
  if (shared?.is === 'place') return said.place(shared.called, signs.length, Math.max(ofPlace ?? 0, signs.length));
  if (shared) return said.host(shared.called);
  return signs[0]!.name;
}

/** Names one after the other, and how many more there are. */
export const namesText = ({ map: { wrong: said } }: WallWords, names: readonly string[], others: number): string =>
  [...names.map(isolated), ...(others > 0 ? [said.more(others)] : [])].join(', ');

/** The first moment and the last; twice the first where a second holds both. */
function fromTo(times: Times, { first, last }: NonNullable<Problem['sinceMs']>, timeZone: string): [string, string] {
  const [from, to] = [first, last].map((at) => times.said(at, 'seconds', timeZone));
  return [from!, last - first <= SECOND_MS ? from! : to!];
}

/** What happened, and where to look. */
export function problemText(
  { map: { wrong: said } }: WallWords,
  times: Times,
  wrong: Problem,
  timeZone: string,
): string {
  const { signs, shared, sinceMs, ofPlace, fine, look } = wrong;
  const [count, parts] = [signs.length, [] as string[]];
  const at = (): string => (sinceMs === null ? '' : times.said(sinceMs.first, 'seconds', timeZone));
  if (shared?.is === 'place' && sinceMs) {
    parts.push(said.heard(...fromTo(times, sinceMs, timeZone)));
    if (fine > 0 || (ofPlace ?? count) <= count) parts.push(said.others(fine, count));
  } else if (shared) parts.push(said.fails[toldOf(look) as keyof typeof said.fails](count));
  else {
    const place = placeOf(signs[0]!.location);
    if (place !== '') parts.push(`${place}.`);
    const is = said.is[toldOf(look)];
    parts.push(typeof is === 'function' ? is(at()) : is);
  }
  return parts.join(' ');
}

/** Below the headline: how near each other those of its place went; undefined where it names none. */
export function wentOfflineText(
  { map: { wrong: said } }: WallWords,
  times: Times,
  wrong: readonly Problem[],
  headline: Headline,
  timeZone: string,
): string | undefined {
  const place = headline.is === 'trouble' && headline.shared?.is === 'place' ? headline.shared.called : null;
  const sinceMs = wrong.find(({ shared }) => shared?.is === 'place' && shared.called === place)?.sinceMs;
  if (place === null || !sinceMs) return undefined;
  return said.went(spreadMs(sinceMs.first, sinceMs.last) / SECOND_MS, fromTo(times, sinceMs, timeZone)[1]);
}
