import type { Cluster } from '../virtual/database/cluster.ts';
import type { Plan } from '../virtual/plan.ts';
import type { Life } from '../virtual/run-plan.ts';

/** The messages between the parent and its workers, sent as JSON over the channel between the processes. */

export type ToWorker =
  /** `name`: the prefix of its databases' names. `processor`: the worker is pinned there, and pins its database processes there. */
  | { type: 'begin'; server: Cluster['server']; name: string; processor: number | null }
  /** `prints`: the parent wants every event. */
  | { type: 'live'; plan: Plan; prints: boolean };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'lines'; lines: string[] }
  | { type: 'lived'; life: Life; memoryBytes: number }
  /** The worker can't go on, for a reason that is no broken promise: the database is gone, say. */
  | { type: 'unable'; words: string };

/** `value` as plain JSON; what JSON has no form for becomes text. */
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
