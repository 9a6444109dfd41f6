import type { Words } from '../words/words.ts';
import type { Problem } from './find-problems.ts';

/** The first line of an event: is anything wrong, and where? It is told of the causes that are listed, so that both say the same. Pure. */

/** What can be wrong with a sign, the gravest first. */
const TROUBLES = ['offline', 'content_error', 'blank', 'content_unreachable', 'unstable'] as const;
type SignTrouble = (typeof TROUBLES)[number];
/** Visitors see something wrong, or we can't know. The others look right, but won't for long. */
const ALARMS: ReadonlySet<string> = new Set<SignTrouble>(['offline', 'content_error', 'blank']);

export type Headline =
  | { is: 'calm'; total: number }
  /** Nothing is wrong, and not every sign shows its page. */
  | { is: 'quiet'; showing: number; total: number }
  | {
      is: 'trouble';
      isAlarm: boolean;
      count: number;
      kinds: { kind: SignTrouble; count: number }[];
      /** Where it is one sign. */
      name: string | null;
      /** What most of them share. */
      shared: { is: 'place' | 'host'; called: string; count: number } | null;
    };

type Told = Pick<Problem, 'look' | 'signs' | 'shared'>;

const countOf = (causes: readonly Told[]): number => causes.reduce((sum, { signs }) => sum + signs.length, 0);

/** The largest of the causes in which signs share something; of equals the one that is listed first. */
function sharedBy(causes: readonly Told[]) {
  const [largest] = causes
    .filter(({ shared }) => shared !== null)
    .toSorted((one, other) => other.signs.length - one.signs.length);
  return largest ? { ...largest.shared!, count: largest.signs.length } : null;
}

/** `causes`: what is wrong, the gravest first; each is of one look. Where something alarms, it speaks of that alone. */
export function headlineOf(causes: readonly Told[], { total, showing }: { total: number; showing: number }): Headline {
  const alarming = causes.filter(({ look }) => ALARMS.has(look));
  const all = alarming.length > 0 ? alarming : causes;
  if (all.length === 0) return showing === total ? { is: 'calm', total } : { is: 'quiet', showing, total };
  // Of what has a cause in common it speaks alone: the strip counts the rest.
  const gravest = all.filter(({ look }) => look === all[0]!.look);
  const told = sharedBy(gravest) ? gravest : all;
  const kinds = TROUBLES.map((kind) => ({ kind, count: countOf(told.filter(({ look }) => look === kind)) }));
  const count = countOf(told);
  return {
    is: 'trouble',
    isAlarm: alarming.length > 0,
    count,
    kinds: kinds.filter((of) => of.count > 0),
    name: count === 1 ? told[0]!.signs[0]!.name : null,
    shared: sharedBy(told),
  };
}

/** What is wrong, or that nothing is, as a sentence; then what most of it shares, empty where that is nothing. */
export function headlineText({ wall: { headline: said } }: Words, headline: Headline): [string, string] {
  if (headline.is === 'calm') return [said.calm(headline.total), ''];
  if (headline.is === 'quiet') return [said.quiet(headline.showing, headline.total), ''];
  const { name, kinds, count, shared } = headline;
  const { kind } = kinds[0]!;
  const parts = kinds.map((part) => `${part.count} ${(part.count === 1 ? said.is : said.are)[part.kind]}`);
  const what =
    name !== null
      ? said.one(name, said.is[kind])
      : kinds.length === 1
        ? said.many(count, said.are[kind])
        : said.mixed(count, parts.join(', '));
  if (!shared) return [what, ''];
  return [what, said[shared.is](shared.count === count ? said.all : said.some(shared.count), shared.called)];
}
