import type { Random } from '@sign-display/contracts/clock-and-random';
import { sha256 } from '@sign-display/contracts/sha256';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A stream of chance that is the same for the same seed: the `Random` port, and the draws that a plan is made of. */
export interface Draws extends Random {
  /** Uniform integer, both ends included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** A copy of `items` in drawn order (Fisher and Yates). */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/**
 * The stream that `path` names under `seed`: its 128 bits of state are a hash of both, so that streams are independent of each
 * other, of the order in which they are opened, and of how many there are.
 */
export function seededRandom(seed: string, ...path: (string | number)[]): Draws {
  const words = new DataView(sha256([seed, ...path].map(String).map(encodeURIComponent).join('/')).buffer);
  // The state must not be all zeros; one bit set by hand makes sure.
  const state = [words.getInt32(0) | 1, words.getInt32(4), words.getInt32(8), words.getInt32(12)] as const;
  const generator = xoroshiro128plusFromState(state);
  const int = (least: number, most: number) => uniformInt(generator, least, most);
  const float = () => uniformFloat64(generator);
  return {
    float,
    int,
    bytes: (length) => Uint8Array.from({ length }, () => int(0, 255)),
    chance: (probability) => float() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    shuffle(items) {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = int(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
      }
      return shuffled;
    },
  };
}
