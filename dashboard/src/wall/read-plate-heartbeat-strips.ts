import { createMemo, untrack, type Accessor } from 'solid-js';
import type { Strip } from '../event/heartbeat-minutes.ts';
import type { Census } from './sign-census.ts';
import type { Viewport } from './create-viewport.ts';
import type { Strips } from './create-heartbeat-strips.ts';
import { PLATES_FROM } from './cell-levels.ts';
import { visibleCells } from './visible-cells.ts';

/** Has the strips of the plates that are seen read; returns what to paint, by sign: another function when there are newer ones. */
export function stripsOfPlates(
  strips: Strips,
  sight: Viewport,
  census: Accessor<Census>,
): Accessor<(sign: number) => Strip | undefined> {
  // A patch that changes signs where they stand is no reason to look again who is seen.
  const standing = createMemo<Census>((before) => (before && census().changed !== null ? before : census()));
  const seen = createMemo(() => {
    const [ground, { rows }] = [sight.ground(), standing()];
    const plates = ground ? visibleCells(ground, sight.camera(), sight.size(), PLATES_FROM) : [];
    return plates.flatMap((sign) => rows[sign]?.id ?? []);
  });
  strips.watch(seen);
  const isAnySeen = createMemo(() => seen().length > 0);
  return createMemo(() => {
    // Marks show none: the strip of a peek paints nothing anew.
    if (isAnySeen()) strips.version();
    return (sign: number) => untrack(() => strips.of(census().rows[sign]!.id));
  });
}
