import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import { HOSTS, type DemoHost, type DemoSign } from './venue.ts';

/** What goes wrong in an evening, decided before it begins: a function of the seed, the signs and the round. Pure. */

/** What somebody or something does. Signs are meant by their index. */
export type IncidentAction =
  /** They lose their power, all at one moment, or have it again. */
  | { do: 'power'; signs: readonly number[]; isOn: boolean }
  /** Every page of the host answers with HTTP 503 from now on, or is there again. */
  | { do: 'host'; host: DemoHost; isUp: boolean }
  /** The sign's page answers with nothing in it from now on, or is there again. */
  | { do: 'page'; sign: number; isBlank: boolean }
  /** Its cable goes out and in again, so often; `inMs`: from when it has connected again. */
  | { do: 'flap'; sign: number; times: number; outMs: number; inMs: number }
  /** A person tells it to restart; its machine takes so long. */
  | { do: 'restart'; sign: number; awayMs: number }
  /** A person says that somebody is at the outages of these signs. */
  | { do: 'acknowledge'; signs: readonly number[]; note: string };

/** What an evening can stand still after. */
export const STOPS = ['switch', 'menu', 'flap', 'blank', 'power', 'restart', 'acknowledge'] as const;
export type Stop = (typeof STOPS)[number];

export interface Incident {
  /** Since the round began. */
  atMs: number;
  /** What begins here; null: something ends. */
  name: Stop | null;
  words: string;
  action: IncidentAction;
}

/** After it the next round begins, with other signs. */
export const ROUND_MS = 600_000;
const SWITCH_SHARE = 3;
const SWITCH_LEAST = 3;
const SWITCH_MOST = 12;
/** A switch feeds neighbours of a place that is large enough for most of it to stay. */
const PLACE_LEAST = 9;
const FIRST_PLACE = 'Foyer Nord';
/** Out for longer than the service waits for a heartbeat: each turn changes the verdict twice, and five changes make a sign unstable (N5). */
const FLAP = { times: 3, outMs: 19_000, inMs: 6_000 };
const RESTART_MS = 30_000;
const JITTER_MS = 3_000;

/** The times at which things begin and end, in seconds, before each is moved a little by the seed. */
const AT = {
  switch: [20, 240],
  menu: [40, 300],
  flap: [55, 55],
  blank: [70, 330],
  power: [90, 360],
  restart: [110, 110],
  acknowledge: [150, 150],
} as const satisfies Record<Stop, readonly [number, number]>;

const nameOf = ({ name, place }: DemoSign): string => `${name} (${place})`;

/** Neighbours of one place that hang on one switch; none where no place is large enough. */
function signsOfSwitch(draws: Draws, signs: readonly DemoSign[], round: number): number[] {
  const indexes = signs.map((_, index) => index).filter((index) => !signs[index]!.isInBackground);
  const places = [...Map.groupBy(indexes, (index) => signs[index]!.place)].filter(([, of]) => of.length >= PLACE_LEAST);
  const [first, ...others] = places;
  if (!first) return [];
  const named = places.find(([place]) => place === FIRST_PLACE) ?? first;
  const [, neighbours] = round === 0 ? named : draws.pick([first, ...others]);
  const count = Math.min(SWITCH_MOST, Math.max(SWITCH_LEAST, Math.floor(neighbours.length / SWITCH_SHARE)));
  const from = draws.int(0, neighbours.length - count);
  return neighbours.slice(from, from + count);
}

/** The incidents of a round, in their order. All that goes wrong is mended before its end. */
export function planEvening(seed: string, signs: readonly DemoSign[], round: number): Incident[] {
  const draws = seededRandom(seed, 'evening', round);
  const incidents: Incident[] = [];
  const at = (stop: Stop, end: 0 | 1): number => AT[stop][end] * 1_000 + draws.int(0, JITTER_MS);
  const begin = (name: Stop, words: string, action: IncidentAction): void =>
    void incidents.push({ atMs: at(name, 0), name, words, action });
  const end = (of: Stop, words: string, action: IncidentAction): void =>
    void incidents.push({ atMs: at(of, 1), name: null, words, action });

  const gone = signsOfSwitch(draws, signs, round);
  // Each incident has signs of its own, so that what is said of one is true until it ends.
  const free = draws.shuffle(
    signs
      .map((_, index) => index)
      .filter((index) => {
        const { path, host, isInBackground } = signs[index]!;
        return path !== null && host === 'walls' && !isInBackground && !gone.includes(index);
      }),
  );
  const [flapping, blank, dark, restarting] = free;

  if (gone.length > 0) {
    const [first, last] = [signs[gone[0]!]!, signs[gone.at(-1)!]!];
    const where = `${first.place}, ${first.name} to ${last.name}`;
    begin('switch', `the switch of ${where} loses power: ${gone.length} signs go offline`, {
      do: 'power',
      signs: gone,
      isOn: false,
    });
    begin('acknowledge', `an electrician is on the way to the switch of ${first.place}`, {
      do: 'acknowledge',
      signs: gone,
      note: 'The switch. The electrician is on the way.',
    });
    end('switch', `the switch of ${first.place} has power again: ${gone.length} signs start`, {
      do: 'power',
      signs: gone,
      isOn: true,
    });
  }
  const ofMenu = signs.filter(({ host }) => host === 'menu').length;
  if (ofMenu > 0) {
    begin('menu', `${HOSTS.menu} fails with HTTP 503: ${ofMenu} signs keep their last good page`, {
      do: 'host',
      host: 'menu',
      isUp: false,
    });
    end('menu', `${HOSTS.menu} answers again`, { do: 'host', host: 'menu', isUp: true });
  }
  if (flapping !== undefined)
    begin('flap', `the cable of ${nameOf(signs[flapping]!)} is loose: the sign goes offline and recovers`, {
      do: 'flap',
      sign: flapping,
      ...FLAP,
    });
  if (blank !== undefined) {
    const who = nameOf(signs[blank]!);
    begin('blank', `the page of ${who} loads but is empty`, { do: 'page', sign: blank, isBlank: true });
    end('blank', `the page of ${who} is fixed`, { do: 'page', sign: blank, isBlank: false });
  }
  if (dark !== undefined) {
    const who = nameOf(signs[dark]!);
    begin('power', `someone unplugs ${who}`, { do: 'power', signs: [dark], isOn: false });
    end('power', `${who} has power again`, { do: 'power', signs: [dark], isOn: true });
  }
  if (restarting !== undefined)
    begin('restart', `${nameOf(signs[restarting]!)} is asked to restart, which takes ${RESTART_MS / 1_000} s`, {
      do: 'restart',
      sign: restarting,
      awayMs: RESTART_MS,
    });
  return incidents.toSorted((one, other) => one.atMs - other.atMs);
}
