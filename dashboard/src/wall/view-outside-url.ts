import { CHOSEN_MOST, type Chosen, type WallState } from './url-state.ts';

type Followed = Pick<WallState, 'near' | 'chosen'>;

const said = (chosen: Chosen): string => (chosen === 'many' || chosen.length > CHOSEN_MOST ? 'many' : chosen.join('.'));

/** What the address doesn't say of what is seen; null: it says all. Pure. */
export function unsavedView({ near, chosen }: Followed, address: Followed): Followed | null {
  const isNear = near?.pitch === address.near?.pitch && near?.at === address.near?.at;
  return isNear && said(chosen) === said(address.chosen) ? null : { near, chosen };
}
