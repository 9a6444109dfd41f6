import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import { STRIP_MINUTES, type Strips } from '@sign-display/contracts/rest/event-figures';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** Made-up signs for looking at a wall: those of the drawing, or as many as are asked for. */

/** A number in [0, 1) of a seed, each time another: the same for the same seed. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${name} ${String(number + 1).padStart(2, '0')}`);
const DRAWN: Record<string, string[]> = {
  'Foyer Nord': numbered('Säule', 18),
  'Foyer Süd': [...numbered('Säule', 14), ...Array.from('ABCDEFGH', (letter) => `Treppe ${letter}`)],
  Einlass: [
    ...numbered('Kasse', 12),
    ...numbered('Drehkreuz', 8),
    'VIP Einlass',
    'Gästeliste',
    'مدخل كبار الزوار',
    'Presse',
  ],
  Backstage: ['Künstlergarderobe 1', 'Künstlergarderobe 2', 'Catering', 'Produktionsbüro', ...numbered('Flur', 8)],
  'Halle 4': [
    ...numbered('Gang', 24),
    ...numbered('Stand', 23),
    'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe',
  ],
  Garderoben: numbered('Garderoben Garderobe', 14),
  'Parkhaus P2': numbered('Ebene', 10),
  'Galerie Ost': numbered('Vitrine', 16),
  'Halle 5': [...numbered('Halle 5 Gang', 42), 'Halle 5 Bühne', 'Halle 5 Empore'],
  Bars: numbered('Bars Bar', 32),
};

/** Of a fair with more signs than the drawing has: halls of 240. */
const fair = (count: number): Record<string, string[]> =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(count / 240) }, (_, hall) => [
      `Halle ${hall + 1}`,
      numbered(`${hall + 1}.`, Math.min(240, count - hall * 240)),
    ]),
  );

/** Of every made-up sign. */
export const SCREEN = { width: 1_920, height: 1_080, scaleFactor: 1 };

const idOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
type State = Partial<SignRow>;

const OFFLINE: State = { status: 'offline', presence: 'offline' };
function stateOf(chance: number): State {
  if (chance < 0.985) return {};
  if (chance < 0.987) return OFFLINE;
  if (chance < 0.9875) return { status: 'content_error', contentState: 'error' };
  if (chance < 0.988) return { blank: true };
  if (chance < 0.991) return { status: 'content_unreachable', contentState: 'unreachable' };
  if (chance < 0.992) return { unstable: true };
  if (chance < 0.993) return { status: 'background', mode: 'background' };
  if (chance < 0.996) return { status: 'idle', contentState: 'idle' };
  if (chance < 0.998) return { contentState: 'loading' };
  return { status: 'unlinked', device: null, presence: null, contentState: null, mode: null };
}

const HEALTHY: State = {
  status: 'showing',
  presence: 'online',
  contentState: 'showing',
  mode: 'foreground',
  blank: false,
  unstable: false,
};

/** In the last place but one some neighbours went together. */
export function madeUpSigns(count: number, nowMs: number): SignRow[] {
  const chance = chanceOf(11);
  const at = (agoMs: number): string => new Date(nowMs - agoMs).toISOString();
  const places = Object.entries(count <= 240 ? DRAWN : fair(count));
  const broken = count <= 240 ? 0 : Math.min(11, places.length - 1);
  const rows = places.flatMap(([place, names], number) =>
    names.map((name, index) => {
      const isTogether =
        number === broken && index >= 3 && index < (count <= 240 ? 9 : 3 + Math.ceil(names.length / 3));
      return { place, name, state: isTogether ? OFFLINE : stateOf(chance()), isTogether };
    }),
  );
  return rows.slice(0, count).map(({ place, name, state, isTogether }, number) => {
    const agoMs = isTogether ? 259_000 + (number % 5) * 900 : 60_000 * (2 + Math.floor(chance() * 20));
    return {
      id: idOf(number),
      name,
      location: `${place}, ${number % 2 === 0 ? 'left' : 'right'}`,
      ...HEALTHY,
      lastSeenAt: at(agoMs),
      statusSince: at(agoMs),
      screenshotAt: null,
      acknowledged: null,
      restartingUntil: null,
      device: { shortCode: '4Q850C', screen: SCREEN },
      shown: { url: `https://walls.lichterfest.example/${number % 7}`, source: 'assigned', until: null },
      createdAt: at(24 * 3_600_000),
      ...state,
    } as SignRow;
  });
}

/** What the service would tell of so many signs, at random. */
export function madeUpChanges(rows: readonly SignRow[], seed: number) {
  const chance = chanceOf(seed);
  return (count: number, nowMs: number): (State & { id: string })[] =>
    Array.from({ length: count }, () => {
      const row = rows[Math.floor(chance() * rows.length)]!;
      const at = new Date(nowMs).toISOString();
      return {
        id: row.id,
        ...HEALTHY,
        device: row.device ?? ({ shortCode: '4Q850C', screen: SCREEN } as SignRow['device']),
        statusSince: at,
        lastSeenAt: at,
        ...stateOf(chance()),
      };
    });
}

const MINUTE_MS = 60_000;
const EXPECTED = 12;

/** Their heartbeats: all of them, but for a loss now and then, for who went, and while we were away ourselves, where we were. The same for the same sign. */
export function madeUpStrips(
  ids: readonly string[],
  signOf: (id: string) => SignRow,
  wereAway: boolean,
  nowMs: number,
  isWaiting = false,
): Strips {
  const fromMs = (Math.floor(nowMs / MINUTE_MS) - STRIP_MINUTES) * MINUTE_MS;
  const at = (minute: number): string => new Date(fromMs + minute * MINUTE_MS).toISOString();
  const countsOf = (id: string): number[] => {
    const { status, unstable, lastSeenAt } = signOf(id);
    const chance = chanceOf(Number.parseInt(id.slice(-8), 16) * 7_919);
    // By age: the same picture whenever it is taken.
    const goneMs = status === 'offline' && lastSeenAt !== null ? nowMs - Date.parse(lastSeenAt) : 0;
    return Array.from({ length: STRIP_MINUTES }, (_, minute) => {
      if (minute >= STRIP_MINUTES - Math.floor(goneMs / MINUTE_MS)) return 0;
      if (chance() > (unstable ? 0.6 : 0.995)) return Math.floor(chance() * EXPECTED);
      return wereAway && minute === 41 ? EXPECTED / 2 : EXPECTED;
    });
  };
  return {
    from: at(0),
    minutes: STRIP_MINUTES,
    expectedPerMinute: EXPECTED,
    counts: Object.fromEntries(ids.map((id) => [id, countsOf(id)])),
    away: [
      ...(wereAway ? [{ from: at(40.9), to: at(41.5) }] : []),
      ...(isWaiting ? [{ from: atMs(nowMs - 51_000), to: atMs(nowMs - 27_000) }] : []),
    ],
  };
}

const atMs = (ms: number): string => new Date(ms).toISOString();

/** That we have come back 27 s ago, and listen for a minute. */
export const madeUpWarmUp = (nowMs: number): NodeWarmUp => ({
  nodeId: '00000000-0000-4000-8000-000000000000',
  reason: 'start',
  since: atMs(nowMs - 27_000),
  until: atMs(nowMs + 33_000),
  heard: 228,
  of: 235,
});
