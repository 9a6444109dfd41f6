/** Which changed signs are outlined for a moment: so many as an eye can follow. Pure. */

/** As long as the drawing's `--t-notice`. */
export const OUTLINED_MS = 900;
export const OUTLINES_MOST = 20;
const SECOND_MS = 1_000;

export interface Outlines {
  /** The newest last. */
  signs: readonly { id: string; untilMs: number }[];
  /** The changes of the last second, by patch. */
  recent: readonly { atMs: number; count: number }[];
}

export const NO_OUTLINES: Outlines = { signs: [], recent: [] };

/** After a patch that changed `ids`. Where more than 20 signs change a second none is outlined: neither these nor those from before. */
export function outlinesAfter(before: Outlines, ids: readonly string[], nowMs: number): Outlines {
  const recent = [...before.recent.filter(({ atMs }) => nowMs - atMs < SECOND_MS), { atMs: nowMs, count: ids.length }];
  if (recent.reduce((sum, { count }) => sum + count, 0) > OUTLINES_MOST) return { signs: [], recent };
  const changed = new Set(ids);
  const kept = before.signs.filter(({ id, untilMs }) => untilMs > nowMs && !changed.has(id));
  return { signs: [...kept, ...Array.from(changed, (id) => ({ id, untilMs: nowMs + OUTLINED_MS }))], recent };
}
