import type { World } from '../world.ts';

/** What nodes can have written, as their database was away now and then. */
interface DatabaseOutages {
  /** To be called after each step. */
  look(): void;
  /** Until when everything is written that the node knew, if it died at `atMs` or later. */
  writtenMs(node: number, atMs: number): number;
}

/** `withinMs`: in which nodes write what they know, where they can. */
export function watchDatabase(world: World, withinMs: number): DatabaseOutages {
  /** The last of each node; two that leave no time to write in between are one. */
  const outages = world.nodes.map(() => ({ fromMs: -Infinity, untilMs: -Infinity }));
  return {
    look() {
      const nowMs = world.timeline.nowMs();
      for (const { index, hasDatabase } of world.nodes) {
        if (hasDatabase) continue;
        const outage = outages[index]!;
        if (outage.untilMs < nowMs - withinMs) outage.fromMs = nowMs;
        outage.untilMs = nowMs;
      }
    },
    writtenMs(node, atMs) {
      const { fromMs, untilMs } = outages[node]!;
      return Math.min(atMs, untilMs < atMs - withinMs ? Infinity : fromMs) - withinMs;
    },
  };
}
