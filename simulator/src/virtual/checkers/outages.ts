import type { Commit } from '../database/gate.ts';
import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import { hold } from './hold.ts';
import { mirror, type Change, type Mirror } from './mirror.ts';
import type { OutageRow, SignRow } from './rows.ts';
import { createSignStability, type SignStability } from './sign-stability.ts';

/** What is wrong with signs, and was. */
export interface Outages {
  readonly stability: SignStability;
  /** Also of one whose row is gone. */
  get(id: string): OutageRow | undefined;
  /** When the word that somebody is at it was first committed; undefined: it never was. Milliseconds of a wall clock that is right. */
  acknowledgedMs(id: string): number | undefined;
  all(): readonly OutageRow[];
  afterCommit(commits: readonly Commit[]): Promise<void>;
}

/** What a sign's record must say of who is at its open outages (N10): the latest word where somebody is at each of them. Pure. */
function acknowledgementOf(open: readonly OutageRow[]): string | null {
  if (open.length === 0 || open.some(({ acknowledged_at: at }) => at === null)) return null;
  const latest = open
    .toSorted((one, other) => one.acknowledged_at!.getTime() - other.acknowledged_at!.getTime())
    .at(-1)!;
  return latest.acknowledged_at!.toISOString();
}

/**
 * Holds outages against what records say of presence (N3): a record that says offline has one open outage, and no other has. And against what they say of who is
 * at them (N10).
 */
export function watchOutages(world: World): Outages {
  const signs: Mirror<SignRow> = mirror(world, 'sign');
  const rows: Mirror<OutageRow> = mirror(world, 'outage');
  const stability = createSignStability(world);
  const known = new Map<string, OutageRow>();
  const acknowledgedMs = new Map<string, number>();

  function note({ before, after }: Change<OutageRow>): void {
    if (after === null) return;
    known.set(after.id, after);
    const isTakenBack = before !== null && before.acknowledged_at !== null && after.acknowledged_at === null;
    if (isTakenBack) world.coverage.hit('notification acknowledgement taken back');
    if (after.acknowledged_at === null || acknowledgedMs.has(after.id)) return;
    acknowledgedMs.set(after.id, EPOCH_MS + world.timeline.nowMs());
    world.coverage.hit('notification outage acknowledged');
  }

  function check(): void {
    const open = Map.groupBy(
      rows.rows().filter(({ closed_at }) => closed_at === null),
      ({ sign_record_id }) => sign_record_id,
    );
    for (const { id, name, device_sign_id: device, presence, acknowledged } of signs.rows()) {
      const own = open.get(id) ?? [];
      const has = own.filter(({ kind }) => kind === 'offline').length;
      const isOffline = device !== null && presence === 'offline';
      hold(has === Number(isOffline), 'N3', 'what a record says of presence and its outages disagree', () => ({
        seen: `${name} is ${presence}, with ${has} open outages`,
        expected: isOffline ? 'one' : 'none',
      }));
      hold(
        (acknowledged?.at ?? null) === acknowledgementOf(own),
        'N10',
        'a record says another thing of who is at its outages',
        () => ({
          seen: { name, acknowledged },
          expected: own,
        }),
      );
      open.delete(id);
    }
    hold(open.size === 0, 'N3', 'an outage is open of a sign that is gone', () => ({
      seen: [...open.keys()],
      expected: 'closed with its sign',
    }));
  }

  return {
    stability,
    get: (id) => known.get(id),
    acknowledgedMs: (id) => acknowledgedMs.get(id),
    all: () => [...known.values()],
    async afterCommit(commits) {
      const changes = await signs.update(commits);
      const outages = await rows.update(commits);
      for (const change of outages) note(change);
      if (changes.length > 0 || outages.length > 0) check();
      for (const change of changes) stability.note(change);
    },
  };
}
