import { createMemo, type Accessor } from 'solid-js';
import type { Page } from '../live/browser-page-type.ts';
import type { Census } from './sign-census.ts';
import { createDeferred } from './create-deferred.ts';
import { createProblems } from './create-problems.ts';
import type { OpenOutages } from './actions/outages-by-sign.ts';
import type { Problem } from './find-problems.ts';

/** What is said of a census: its causes, listed, then told in the headline. Each is done in a frame of its own (docs/wall.md). */
export interface WallSummary {
  census: Census;
  wrong: readonly Problem[];
  /** The place that it speaks of; null: the whole event. */
  place: string | null;
}

interface SaidOptions {
  page: Pick<Page, 'atIdleFrame'>;
  /** A frame after the signs were painted, which is one after they were counted. */
  told: Accessor<Census>;
  /** The filter's: another one waits for no frame. */
  place: Accessor<string | null>;
  open: Accessor<OpenOutages>;
}

export function createWallSummary({ page, told, place, open }: SaidOptions): {
  listed: Accessor<WallSummary>;
  headlined: Accessor<WallSummary>;
} {
  // The numbers of the strip have the frame before.
  const counted = createDeferred(told, page, place);
  const grouped = createProblems(counted, place, open);
  const both = createMemo((): WallSummary => ({ census: counted(), wrong: grouped(), place: place() }));
  const listed = createDeferred(both, page, place);
  return { listed, headlined: createDeferred(listed, page, place) };
}
