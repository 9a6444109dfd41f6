import type { Cluster } from '../virtual/database/cluster.ts';
import type { Plan } from '../virtual/plan.ts';
import type { Life } from '../virtual/run-life.ts';

/** What the parent and its workers say to each other, over the channel between the processes: plain JSON. */

export type ToWorker =
  /** `name`: begins the names of its databases. `processor`: it runs there, and so shall what serves it. */
  | { type: 'begin'; server: Cluster['server']; name: string; processor: number | null }
  /** `prints`: every event is wanted. */
  | { type: 'live'; plan: Plan; prints: boolean };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'lines'; lines: string[] }
  | { type: 'lived'; life: Life; memoryBytes: number }
  /** It can't go on, and that says nothing about promises: the database is gone, say. */
  | { type: 'unable'; words: string };

/** `value` as far as JSON can tell it. */
export function plainOf(value: unknown): unknown {
  const told = JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return String(each);
    if (each instanceof Map) return Object.fromEntries(each);
    if (each instanceof Set) return Array.from(each);
    if (each instanceof Error) return each.stack ?? String(each);
    return each;
  });
  return told === undefined ? null : (JSON.parse(told) as unknown);
}
