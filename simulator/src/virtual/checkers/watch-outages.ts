import type { Commit } from '../database/statement-scheduler.ts';
import { watchClocks } from './watch-clock-errors.ts';
import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Change, type Mirror } from './shared-table-mirror.ts';
import type { OutageRow, SignRow } from './row-types.ts';
import { UNCLEAR_MS, createSignStability, type SignStability } from './find-unstable-signs.ts';

/** Of nodes whose clocks nobody has set. */
const CLOCKS_DIFFER_MS = 1_000;
/** Nodes look every 2 s. */
const ENDED_WITHIN_MS = 30_000;

/** What is wrong with signs, and was. */
export interface Outages {
  readonly stability: SignStability;
  /** Also to be called at the end. */
  checkStability(): void;
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
  const clocks = watchClocks(world);
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
      assertPromise(has === Number(isOffline), 'N3', 'what a record says of presence and its outages disagree', () => ({
        seen: `${name} is ${presence}, with ${has} open outages`,
        expected: isOffline ? 'one' : 'none',
      }));
      assertPromise(
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
    assertPromise(open.size === 0, 'N3', 'an outage is open of a sign that is gone', () => ({
      seen: [...open.keys()],
      expected: 'closed with its sign',
    }));
  }

  /** N5: a record says that its sign is unstable, and that it is not. By the wall clocks of nodes, so only as long as nobody has set them. */
  function checkStability(): void {
    clocks.look();
    if (clocks.mostMs() > CLOCKS_DIFFER_MS) return;
    const nowMs = EPOCH_MS + world.timeline.nowMs();
    for (const { id, name, unstable_until: until } of signs.rows()) {
      if (stability.isUnclear(id, nowMs)) continue;
      const span = stability.spansOf(id).at(-1);
      const mustBe = span !== undefined && nowMs < span.untilMs - UNCLEAR_MS;
      const overForMs = nowMs - Math.max(span?.untilMs ?? 0, EPOCH_MS + world.disturbedMs());
      const mayBe = span !== undefined && overForMs < ENDED_WITHIN_MS;
      assertPromise(
        until === null ? !mustBe : mayBe,
        'N5',
        `a record says that its sign is ${until === null ? 'stable' : 'unstable'}`,
        () => ({
          seen: { name, until },
          expected: span ?? 'it was never unstable',
        }),
      );
      if (until !== null) world.coverage.hit('N5 record says unstable');
      else if (span !== undefined && !mayBe) world.coverage.hit('N5 record says stable again');
    }
  }

  return {
    stability,
    checkStability,
    get: (id) => known.get(id),
    acknowledgedMs: (id) => acknowledgedMs.get(id),
    all: () => [...known.values()],
    async afterCommit(commits) {
      const changes = await signs.update(commits);
      const outages = await rows.update(commits);
      for (const change of outages) note(change);
      if (changes.length > 0 || outages.length > 0) check();
      for (const change of changes) stability.note(change);
      if (changes.length > 0) checkStability();
    },
  };
}
