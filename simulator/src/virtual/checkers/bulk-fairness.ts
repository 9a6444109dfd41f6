import type { Commit } from '../database/statement-scheduler.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { BulkRow } from './row-types.ts';

/** Each node may have a piece under way when the request comes, and write of a piece twice: what it changed, and that its kiosks were told. */
const STEPS_MOST = 10;

const stepsOf = ({ done, failed }: BulkRow): number => done + failed;

/** The oldest bulk request of an organization waits for no more than a few pieces of the others', however many requests those have: X2. */
export const turns: Checker = {
  promises: ['M1'],
  begin(world: World): Watch {
    const bulks: Mirror<BulkRow> = mirror(world, 'bulk');
    /** Those that nobody has come to, with the steps of other organizations since each became the oldest of its own. */
    const waiting = new Map<string, { row: BulkRow; passed: number }>();

    function isOldest({ id, organization_id: organization }: BulkRow): boolean {
      for (const { row } of waiting.values()) if (row.organization_id === organization && row.id < id) return false;
      return true;
    }

    function pass({ organization_id: organization }: BulkRow): void {
      for (const other of waiting.values()) {
        if (other.row.organization_id === organization || !isOldest(other.row)) continue;
        other.passed += 1;
        assertPromise(
          other.passed <= STEPS_MOST,
          'M1',
          'a bulk request waits while another organization is served again and again',
          () => ({
            seen: { bulk: other.row.id, passed: other.passed },
            expected: `at most ${STEPS_MOST}`,
          }),
        );
      }
    }

    return {
      async afterCommit(commits: readonly Commit[]) {
        for (const { before, after } of await bulks.update(commits)) {
          if (after === null) {
            if (before) waiting.delete(before.id);
            continue;
          }
          if (before === null && after.finished_at === null) waiting.set(after.id, { row: after, passed: 0 });
          if (before === null || stepsOf(after) <= stepsOf(before)) continue;
          waiting.delete(after.id);
          pass(after);
        }
      },
    };
  },
};
