import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { oneStepBack, type Filter } from '../event/sign-filter.ts';
import type { Signs } from '../live/apply-sign-patches.ts';
import type { WallState } from './url-state.ts';
import type { Census } from './sign-census.ts';
import type { Pictures } from './cards/create-pictures.ts';
import type { Past } from './create-zoom-to-cards.ts';
import type { MailSetup } from './mail/create-mail-setup.ts';
import type { Picks } from './create-selection.ts';
import type { Strips } from './create-heartbeat-strips.ts';
import type { Problem } from './find-problems.ts';

/** What every view of the wall is given. */
export interface BodyProps {
  /** All of them, in the order of places and names; and by identifier. */
  rows: readonly SignRow[];
  signs: Signs;
  /** Of all of them. */
  census: Census;
  filter: Filter;
  /** What is wrong in what the filter's place has. */
  wrong: readonly Problem[];
  picks: Picks;
  isHeld: boolean;
  /** The page isn't live. */
  isOld: boolean;
  /** Since when, in ms; null while it is. */
  oldSince: number | null;
  strips: Strips;
  pictures: Pictures;
  timeZone: string;
  /** Of the event. */
  startsAt: string | null;
  mail: MailSetup;
  /** As the address has it. */
  state: WallState;
  /** Nearer than the map, and back. */
  past: Past;
  /** For the address. */
  onState(part: Partial<WallState>): void;
}

/** One step back where nothing is zoomed: what is chosen, then the filter. */
export function stepBackOf({ picks, filter, onState }: BodyProps): void {
  if (picks.chosen().size > 0) picks.drop();
  else onState(oneStepBack(filter));
}
