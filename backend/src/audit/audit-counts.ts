import type { AuditRow } from '@sign-display/contracts/rest/audit';
import type { AuditCounts } from './tables.ts';

/** Counts audit rows in groups that can be added up. Pure. */

/** Rows with the same outcome, actor and action. Times are in ms. */
export interface CountedGroup {
  outcome: AuditRow['outcome'];
  actorId: string | null;
  actorEmail: string | null;
  action: string;
  count: number;
  firstMs: number;
  lastMs: number;
}

/** Adds groups of rows to the counts of `start`, which stays unchanged. */
export function createCounter(start: AuditCounts | null = null) {
  const byOutcome = start ? { ...start.byOutcome } : { ok: 0, denied: 0, failed: 0 };
  const actors = new Map<string, AuditCounts['actors'][number]>();
  const actions = new Map<string, number>();
  let firstMs = start?.firstMs ?? Infinity;
  let lastMs = start?.lastMs ?? -Infinity;

  function addActor(id: string | null, email: string | null, count: number): void {
    const key = id === null ? '' : `${id} ${email}`;
    const entry = actors.get(key) ?? { id, email, count: 0 };
    entry.count += count;
    actors.set(key, entry);
  }
  const addAction = (action: string, count: number) => void actions.set(action, (actions.get(action) ?? 0) + count);
  for (const { id, email, count } of start?.actors ?? []) addActor(id, email, count);
  for (const { action, count } of start?.actions ?? []) addAction(action, count);

  return {
    add(group: CountedGroup): void {
      byOutcome[group.outcome] += group.count;
      addActor(group.actorId, group.actorEmail, group.count);
      addAction(group.action, group.count);
      firstMs = Math.min(firstMs, group.firstMs);
      lastMs = Math.max(lastMs, group.lastMs);
    },
    counts: (): AuditCounts => ({
      byOutcome,
      actors: [...actors.values()],
      actions: [...actions].map(([action, count]) => ({ action, count })),
      firstMs: Number.isFinite(firstMs) ? firstMs : null,
      lastMs: Number.isFinite(lastMs) ? lastMs : null,
    }),
  };
}

/** A single row as a group; `at` null: it has no time that can be read. */
export function groupOfRow(
  { outcome, actor, action }: Pick<AuditRow, 'outcome' | 'actor' | 'action'>,
  at: string | null,
): CountedGroup {
  const atMs = at === null ? Number.NaN : Date.parse(at);
  const isKnown = !Number.isNaN(atMs);
  const { id: actorId, email: actorEmail } = actor ?? { id: null, email: null };
  return {
    outcome,
    actorId,
    actorEmail,
    action,
    count: 1,
    firstMs: isKnown ? atMs : Infinity,
    lastMs: isKnown ? atMs : -Infinity,
  };
}
