import { STRIP_MINUTES, type Strips } from '@sign-display/contracts/rest/event-figures';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** The heartbeats of the drawing's signs (`design-wall.ts`) in the hour before its moment. */

const MINUTE_MS = 60_000;
const EXPECTED = 12;
/** A quarter of a minute's heartbeats lost, once in the hour: by the sign's number, in which minute. */
const LOST: Record<number, number> = {
  9: 28,
  11: 34,
  12: 54,
  15: 9,
  22: 39,
  24: 39,
  27: 50,
  28: 20,
  31: 28,
  32: 51,
  62: 53,
  75: 52,
  79: 20,
  84: 22,
  88: 1,
  98: 53,
  100: 31,
  109: 26,
  120: 53,
  139: 43,
  146: 7,
  150: 32,
  161: 12,
  185: 15,
  186: 26,
  194: 41,
  209: 35,
  216: 26,
  217: 46,
  222: 11,
  225: 38,
  226: 36,
  231: 19,
  238: 3,
  239: 32,
};
/** In a hall the network stumbled: all signs of these numbers lost something in one minute. */
const STUMBLED = { first: 164, last: 183, minute: 22 };
/** The unstable one: how many of twelve were lost, by minute. */
const UNSTABLE = { number: 129, lost: { 31: 6, 36: 11, 37: 5, 42: 8, 45: 12, 46: 10, 50: 6, 53: 11, 57: 7 } };

const numberOf = (id: string): number => Number.parseInt(id.slice(-12), 16);

function lostIn(number: number, minute: number): number {
  if (number === UNSTABLE.number) return (UNSTABLE.lost as Record<number, number>)[minute] ?? 0;
  const stumbled = number >= STUMBLED.first && number <= STUMBLED.last && minute === STUMBLED.minute;
  return LOST[number] === minute || stumbled ? 3 : 0;
}

/** `wereAway`: from 19:41:40 to 19:42:04 nobody was heard. */
export function drawnStrips(
  ids: readonly string[],
  signOf: (id: string) => SignRow,
  wereAway: boolean,
  nowMs: number,
): Strips {
  const fromMs = (Math.floor(nowMs / MINUTE_MS) - STRIP_MINUTES) * MINUTE_MS;
  const at = (minute: number): string => new Date(fromMs + minute * MINUTE_MS).toISOString();
  const countsOf = (id: string): number[] => {
    const { status, lastSeenAt } = signOf(id);
    const heardMs = status === 'offline' && lastSeenAt !== null ? Date.parse(lastSeenAt) : nowMs;
    return Array.from({ length: STRIP_MINUTES }, (_, minute) =>
      fromMs + minute * MINUTE_MS >= heardMs ? 0 : EXPECTED - lostIn(numberOf(id), minute),
    );
  };
  return {
    from: at(0),
    minutes: STRIP_MINUTES,
    expectedPerMinute: EXPECTED,
    counts: Object.fromEntries(ids.map((id) => [id, countsOf(id)])),
    away: wereAway ? [{ from: at(59.67), to: at(STRIP_MINUTES) }] : [],
  };
}
