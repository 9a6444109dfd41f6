import type { WallWords } from '../words/wall-words-loader.ts';
import { countIn, presentIn, type Census } from './sign-census.ts';
import { severityOf } from './sign-looks.ts';

/** What stands above the signs of a place. Pure. */

export interface HeadingProblem {
  said: string;
  count: number;
  isAlarm: boolean;
}

export interface Heading {
  name: string;
  count: number;
  /** What is wrong there, the gravest first: “6 offline”, “1 blank”. As much of it is said as there is room for. */
  wrong: readonly HeadingProblem[];
}

const TOLD: readonly (keyof WallWords['map']['tally'])[] = [
  'offline',
  'content_error',
  'blank',
  'content_unreachable',
  'unstable',
];
const TOLD_MOST = 2;

export function headingOf(words: WallWords, census: Census, place: number): Heading {
  const { name } = census.places[place]!;
  const told = TOLD.map((look) => ({ look, count: countIn(census, place, look) })).filter((one) => one.count > 0);
  return {
    name: name === '' ? words.wall.noPlace : name,
    count: presentIn(census, place),
    wrong: told.slice(0, TOLD_MOST).map(({ look, count: many }) => ({
      said: words.map.tally[look](many),
      count: many,
      isAlarm: severityOf(look) === 'alarm',
    })),
  };
}

/** A narrow heading counts the signs with the gravest problem, in digits alone; the colour names the severity. */
export const problemCounts = (wrong: readonly HeadingProblem[]): HeadingProblem[] =>
  wrong.slice(0, 1).map((gravest) => ({ ...gravest, said: String(gravest.count) }));
