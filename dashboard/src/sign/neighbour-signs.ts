import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** The signs of one place, one after the other. Pure. */
export interface Neighbours {
  place: string;
  /** From 1. */
  nth: number;
  count: number;
  /** Of the one before and the one after; null at the ends. */
  previous: string | null;
  next: string | null;
}

/** `signs` in the wall's order. Null where the sign is not among them. */
export function neighboursOf(signs: readonly SignRow[], id: string): Neighbours | null {
  const own = signs.find((sign) => sign.id === id);
  if (!own) return null;
  const place = placeOf(own.location);
  const beside = signs.filter((sign) => placeOf(sign.location) === place);
  const index = beside.indexOf(own);
  return {
    place,
    nth: index + 1,
    count: beside.length,
    previous: beside[index - 1]?.id ?? null,
    next: beside[index + 1]?.id ?? null,
  };
}
