import { createMemo, type Accessor } from 'solid-js';
import type { Page } from '../live/page.ts';
import type { Census } from './census.ts';
import { createTrailing } from './create-trailing.ts';
import { createWrong } from './create-wrong.ts';
import type { OpenOutages } from './deeds/outages.ts';
import type { Wrong } from './wrong.ts';

/** What is said of a census: its causes, listed, then told in the headline. Each is done in a frame of its own (docs/wall.md). */
export interface Said {
  census: Census;
  wrong: readonly Wrong[];
  /** The place that it speaks of; null: the whole event. */
  place: string | null;
}

interface SaidOptions {
  page: Pick<Page, 'atCalmFrame'>;
  /** A frame after the signs were painted, which is one after they were counted. */
  told: Accessor<Census>;
  /** The filter's: another one waits for no frame. */
  place: Accessor<string | null>;
  open: Accessor<OpenOutages>;
}

export function createSaid({ page, told, place, open }: SaidOptions): {
  listed: Accessor<Said>;
  headlined: Accessor<Said>;
} {
  // The numbers of the strip have the frame before.
  const counted = createTrailing(told, page, place);
  const grouped = createWrong(counted, place, open);
  const both = createMemo((): Said => ({ census: counted(), wrong: grouped(), place: place() }));
  const listed = createTrailing(both, page, place);
  return { listed, headlined: createTrailing(listed, page, place) };
}
