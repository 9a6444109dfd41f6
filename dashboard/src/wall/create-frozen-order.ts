import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, createSignal, type Accessor } from 'solid-js';
import type { Signs } from '../live/apply-sign-patches.ts';
import { areInPlace, countWaiting, frozenPlaces, type ShownRow } from './frozen-order.ts';

export interface Frozen {
  shown: Accessor<readonly ShownRow[]>;
  /** Whether they are in the places that they had. */
  isKept: Accessor<boolean>;
  /** How many came since, and wait. */
  waiting: Accessor<number>;
  /** Shows all as it is now. */
  take(): void;
}

interface FrozenOptions {
  /** What would be shown if nobody were inside. */
  fresh: Accessor<readonly SignRow[]>;
  signs: Accessor<Signs>;
  isInside: Accessor<boolean>;
  /** What a person has asked for (filter, order), as text: with another one everything is taken anew, wherever they are. */
  asked?: Accessor<string>;
}

/** The rows that are shown: as they come, and in the places that they have while somebody is inside. */
export function createFrozenOrder({ fresh, signs, isInside, asked = () => '' }: FrozenOptions): Frozen {
  const [taken, take] = createSignal(0);
  const order = createMemo<{ of: string; isKept: boolean; isFresh: boolean; rows: readonly ShownRow[] }>(
    (before) => {
      const of = `${taken()} ${asked()}`;
      const isKept = isInside() && before.of === of && before.rows.length > 0;
      const isFresh = !isKept || areInPlace(before.rows, fresh());
      return { of, isKept, isFresh, rows: isFresh ? fresh() : frozenPlaces(before.rows, signs()) };
    },
    { of: '', isKept: false, isFresh: true, rows: [] },
  );
  return {
    shown: createMemo(() => order().rows),
    isKept: () => order().isKept,
    waiting: createMemo(() => (isInside() && !order().isFresh ? countWaiting(order().rows, fresh()) : 0)),
    take: () => take((times) => times + 1),
  };
}
