import type { Commit } from '../database/statement-scheduler.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Change, type Mirror } from './shared-table-mirror.ts';
import type { BulkRow, BulkSignRow, SignRow } from './row-types.ts';

/** What a bulk request changed of a sign. */
interface Given {
  had: Pick<SignRow, 'url' | 'settings'>;
  isChangedSince: boolean;
}

const settingsOf = (action: BulkRow['action']): string[] => Object.keys(action.settings ?? {});

/** Whether one of the fields that the action sets became another, or somebody chose the same page anew. Pure. */
export function touches(action: BulkRow['action'], { before, after }: Change<SignRow>): boolean {
  if (before === null || after === null) return false;
  if ('url' in action) return before.url !== after.url || before.content_id !== after.content_id;
  return settingsOf(action).some((name) => before.settings[name] !== after.settings[name]);
}

/** Whether a record has again what `action` found there. Pure. */
export function isPutBack(action: BulkRow['action'], had: Given['had'], now: Given['had']): boolean {
  if ('url' in action) return had.url === now.url;
  return settingsOf(action).every((name) => had.settings[name] === now.settings[name]);
}

/** An undone bulk request gives each sign back what it had, and touches none of which somebody has changed the same since: M4. */
export const bulkUndo: Checker = {
  promises: ['M4'],
  begin(world: World): Watch {
    const { coverage } = world;
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const bulks: Mirror<BulkRow> = mirror(world, 'bulk');
    /** By bulk and sign. */
    const given = new Map<string, Map<string, Given>>();
    const written = new Set<string>();
    let bulkSigns: readonly BulkSignRow[] = [];

    /** An undo is to be for every sign that still has what it was given. */
    function checkBegun({ id, undo_of: undoOf }: BulkRow): void {
      for (const [signId, { isChangedSince }] of given.get(undoOf ?? '') ?? []) {
        const isIn = bulkSigns.some((row) => row.bulk_id === id && row.sign_record_id === signId);
        if (isChangedSince && !isIn) coverage.hit('undo left out a sign that was changed since');
        if (isChangedSince || isIn || !signs.get(signId)) continue;
        assertPromise(false, 'M4', 'an undo leaves out a sign that nobody has changed since', () => ({
          seen: { bulk: undoOf, signId },
          expected: 'put back',
        }));
      }
    }

    function checkPutBack(undoOf: string, { before, after }: Change<SignRow>): void {
      const { action } = bulks.get(undoOf) ?? {};
      const known = given.get(undoOf)?.get(after!.id);
      if (!known || !action || 'undo' in action) return;
      const found = () => ({ seen: { before, after }, expected: known });
      assertPromise(!known.isChangedSince, 'M4', 'an undo takes away what somebody has given a sign since', found);
      assertPromise(
        isPutBack(action, known.had, after!),
        'M4',
        'an undo gives a sign something else than it had',
        found,
      );
      coverage.hit('undo put back');
    }

    /** The bulk request by which the sign was changed with this commit. */
    function takeWriter({ id, version }: SignRow): BulkRow | undefined {
      const row = bulkSigns.find((each) => {
        const isWritten = each.state === 'written' || each.state === 'done';
        const isHere = each.sign_record_id === id && each.version === version && isWritten;
        return isHere && !written.has(`${each.bulk_id} ${id}`);
      });
      if (row) written.add(`${row.bulk_id} ${id}`);
      return row && bulks.get(row.bulk_id);
    }

    function note(change: Change<SignRow>): void {
      const { before, after } = change;
      if (before === null || after === null || before.version === after.version) return;
      const writer = takeWriter(after);
      if (writer?.undo_of != null) checkPutBack(writer.undo_of, change);
      // Two changes in one step: who did which is not seen.
      const isKnown = after.version === before.version + 1;
      for (const [bulkId, ofOne] of given) {
        const known = ofOne.get(after.id);
        const { action } = bulks.get(bulkId) ?? {};
        if (!isKnown) ofOne.delete(after.id);
        else if (known && action && touches(action, change)) known.isChangedSince = true;
      }
      if (!writer || 'undo' in writer.action || !isKnown) return;
      const ofOne = given.get(writer.id) ?? new Map<string, Given>();
      given.set(writer.id, ofOne.set(after.id, { had: before, isChangedSince: false }));
    }

    return {
      async afterCommit(commits: readonly Commit[]) {
        const changes = await signs.update(commits);
        const begun = await bulks.update(commits);
        if (commits.some(({ tables }) => tables.has('bulk_sign')))
          bulkSigns = (await world.records.of('bulk_sign')) as unknown as BulkSignRow[];
        for (const change of changes) note(change);
        for (const { before, after } of begun) if (before === null && after?.undo_of != null) checkBegun(after);
      },
      atEnd() {
        const left = bulkSigns.filter(({ state }) => state === 'pending' || state === 'restoring');
        assertPromise(left.length === 0, 'M1', 'a bulk request has signs that nobody has come to', () => ({
          seen: left,
          expected: 'none',
        }));
      },
    };
  },
};
