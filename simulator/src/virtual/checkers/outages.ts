import type { Commit } from '../database/gate.ts';
import type { World } from '../world.ts';
import { hold } from './hold.ts';
import { mirror, type Mirror } from './mirror.ts';
import type { OutageRow, SignRow } from './rows.ts';
import { createSignStability, type SignStability } from './sign-stability.ts';

/** What is wrong with signs, and was. */
export interface Outages {
  readonly stability: SignStability;
  /** Also of one whose row is gone. */
  get(id: string): OutageRow | undefined;
  all(): readonly OutageRow[];
  afterCommit(commits: readonly Commit[]): Promise<void>;
}

/** Holds outages against what records say of presence (N3): a record that says offline has one open outage, and no other has. */
export function watchOutages(world: World): Outages {
  const signs: Mirror<SignRow> = mirror(world, 'sign');
  const rows: Mirror<OutageRow> = mirror(world, 'outage');
  const stability = createSignStability(world);
  const known = new Map<string, OutageRow>();

  function check(): void {
    const open = Map.groupBy(
      rows.rows().filter(({ kind, closed_at }) => kind === 'offline' && closed_at === null),
      ({ sign_record_id }) => sign_record_id,
    );
    for (const { id, name, device_sign_id: device, presence } of signs.rows()) {
      const has = open.get(id)?.length ?? 0;
      const isOffline = device !== null && presence === 'offline';
      hold(has === Number(isOffline), 'N3', 'what a record says of presence and its outages disagree', () => ({
        seen: `${name} is ${presence}, with ${has} open outages`,
        expected: isOffline ? 'one' : 'none',
      }));
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
    all: () => [...known.values()],
    async afterCommit(commits) {
      const changes = await signs.update(commits);
      const outages = await rows.update(commits);
      for (const { after } of outages) if (after) known.set(after.id, after);
      if (changes.length > 0 || outages.length > 0) check();
      for (const change of changes) stability.note(change);
    },
  };
}
