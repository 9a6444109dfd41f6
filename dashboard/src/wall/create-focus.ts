import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, type Accessor } from 'solid-js';
import type { Census } from './sign-census.ts';

/** Which sign of a census the keys are at. */

interface Asked {
  focus: Accessor<string | null>;
  /** Whether the filter leaves a sign out; null: it leaves out none. */
  isHidden: Accessor<((sign: SignRow) => boolean) | null>;
}

/** The number of each sign by its identifier: others only where signs come, go or stand elsewhere. */
export const createNumbers = (census: Accessor<Census>) =>
  createMemo<ReadonlyMap<string, number>>(
    (before) => (census().changed === null ? new Map(census().rows.map(({ id }, sign) => [id, sign])) : before),
    new Map(),
  );

export function createFocus(
  census: Accessor<Census>,
  numbers: Accessor<ReadonlyMap<string, number>>,
  { focus, isHidden }: Asked,
) {
  const isShown = (sign: number): boolean => {
    const row = census().rows[sign]!;
    return !row.isGone && isHidden()?.(row) !== true;
  };
  return {
    isShown,
    /** The sign in focus, though it is gone; while the filter leaves it out, the first that it shows. */
    focus: createMemo(() => {
      const sign = numbers().get(focus() ?? '') ?? -1;
      if (census().rows[sign]?.isGone || (sign >= 0 && isShown(sign))) return sign;
      return Math.max(
        0,
        census().rows.findIndex((_, number) => isShown(number)),
      );
    }),
  };
}
