import { FIRST_PREV_HASH } from '@sign-display/contracts/rest/audit';
import { verifyChain } from '@sign-display/backend/simulation-exports';
import type { Commit } from '../database/statement-scheduler.ts';
import { PEOPLE, type Person } from '../initial-data.ts';
import type { Asked } from '../world.ts';
import { expectedRow, type Expected } from './expected-audit-row.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Change, type Mirror } from './shared-table-mirror.ts';
import type { AuditRow, CommandRow, SignRow } from './row-types.ts';

/** A row, and when it was committed. */
interface Noted {
  row: AuditRow;
  atMs: number;
  /** A reply has been told of it. */
  isTaken: boolean;
}

/** The row as an export has it. */
const viewOf = (row: AuditRow) => ({
  seq: Number(row.seq),
  at: row.at.toISOString(),
  organizationId: row.organization_id,
  actor: row.actor_id === null || row.actor_email === null ? null : { id: row.actor_id, email: row.actor_email },
  action: row.action,
  target: { type: row.target_type, id: row.target_id },
  outcome: row.outcome,
  requestId: row.request_id,
  ip: row.ip,
  detail: row.detail,
  prevHash: row.prev_hash,
  hash: row.hash,
});

async function* viewsOf(rows: readonly AuditRow[]): AsyncGenerator<ReturnType<typeof viewOf>> {
  for (const row of rows) yield viewOf(row);
}

const EVERYBODY: readonly Person[] = Object.values(PEOPLE);

const NEW_ROWS = `
  select * from audit
  where seq > coalesce(($1::jsonb ->> organization_id::text)::bigint, 0)
  order by organization_id, seq`;

/** Whether what became of a record is a person's own change, to be in the log with it. */
function isPersonsChange({ before, after }: Change<SignRow>): boolean {
  if (before === null || after === null) return true;
  return (['device_sign_id', 'claim_request_id', 'name', 'location'] as const).some(
    (name) => before[name] !== after[name],
  );
}

/** Every change and every denied attempt is in the log, in the same transaction, in one chain: M5. */
export const audit: Checker = {
  promises: ['M5'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const commands: Mirror<CommandRow> = mirror(world, 'command');
    const chains = new Map<string, Noted[]>();
    const asked: { each: Asked; expected: Expected; toldMs: number }[] = [];
    /** Until when people have last belonged to no organization; Infinity: they still do not. Who always has is not in it. */
    const strangers = new Map<string, number>(
      EVERYBODY.filter(({ roles }) => Object.keys(roles).length === 0).map(({ id }) => [id, Infinity]),
    );

    world.onAsked((each) => {
      const expected = expectedRow(each);
      if (expected) asked.push({ each, expected, toldMs: timeline.nowMs() });
    });

    function checkAsked(): void {
      for (const { each, expected, toldMs } of asked.splice(0)) {
        const { action, outcome, targetId, detail } = expected;
        const actor = PEOPLE[each.who].id;
        const own = [...chains.values()].flat().find(
          ({ row, atMs, isTaken }) =>
            !isTaken &&
            row.action === action &&
            row.outcome === outcome &&
            row.actor_id === actor &&
            (targetId === null || row.target_id === targetId) &&
            (detail === null || row.detail[detail[0]] === detail[1]) &&
            // A request that asks for a claim again is told of what the first one has done.
            (atMs >= each.askedMs || detail !== null) &&
            atMs <= toldMs,
        );
        // It names no organization: who belongs to none is denied in nobody's log.
        const isNobodys = outcome === 'denied' && action === 'sign.claim_start';
        if (!own && isNobodys && (strangers.get(actor) ?? -Infinity) >= each.askedMs) continue;
        assertPromise(own !== undefined, 'M5', `somebody’s ${action} is not in the audit log`, () => ({
          seen: { who: each.who, request: each.request, reply: each.reply },
          expected,
        }));
        own.isTaken = true;
        coverage.hit(`audit ${action} ${outcome}`);
      }
    }

    function note(row: AuditRow): void {
      const chain = chains.get(row.organization_id) ?? [];
      chains.set(row.organization_id, chain);
      const last = chain.at(-1)?.row;
      const isNext = Number(row.seq) === chain.length + 1 && row.prev_hash === (last?.hash ?? FIRST_PREV_HASH);
      assertPromise(isNext, 'M5', 'a row of the audit log does not follow the one before it', () => ({
        seen: row,
        expected: { seq: chain.length + 1, prev_hash: last?.hash ?? FIRST_PREV_HASH },
      }));
      chain.push({ row, atMs: timeline.nowMs(), isTaken: false });
    }

    async function noteMembers(): Promise<void> {
      const members = new Set((await world.records.of('member')).map((row) => row['user_id']));
      for (const { id } of EVERYBODY) {
        if (!members.has(id)) strangers.set(id, Infinity);
        else if (strangers.get(id) === Infinity) strangers.set(id, timeline.nowMs());
      }
    }

    function checkTogether(commits: readonly Commit[], table: string, what: unknown): void {
      const isTogether = commits.some(({ tables }) => tables.has(table) && tables.has('audit'));
      assertPromise(isTogether, 'M5', `a change of a ${table} was committed without its audit row`, () => ({
        seen: { what, commits: commits.map(({ tables }) => [...tables]) },
        expected: [table, 'audit'],
      }));
    }

    return {
      afterStep() {
        if (asked.length > 0) checkAsked();
      },
      async afterCommit(commits) {
        if (commits.some(({ tables }) => tables.has('member'))) await noteMembers();
        if (commits.some(({ tables }) => tables.has('audit'))) {
          const known = Object.fromEntries([...chains].map(([id, chain]) => [id, chain.length]));
          const rows = await world.records.ask(NEW_ROWS, [JSON.stringify(known)]);
          for (const row of rows) note(row as unknown as AuditRow);
        }
        for (const change of await signs.update(commits))
          if (isPersonsChange(change)) checkTogether(commits, 'sign', change);
        for (const { before, after } of await commands.update(commits)) {
          const isOrdered = before === null && after !== null && after.sent_by_id !== null && after.bulk_id === null;
          if (isOrdered) checkTogether(commits, 'command', after);
        }
      },
      async atEnd() {
        const rows = (await world.records.ask(
          'select * from audit order by organization_id, seq',
        )) as unknown as AuditRow[];
        const heads = await world.records.ask('select organization_id, seq, hash from audit_head');
        for (const [id, own] of Map.groupBy(rows, (row) => row.organization_id)) {
          const { fault, last } = await verifyChain(viewsOf(own));
          assertPromise(fault === null, 'M5', 'the chain of an audit log does not hold', () => ({
            seen: fault,
            expected: null,
          }));
          const head = heads.find((each) => each.organization_id === id);
          const isWhole = last?.seq === chains.get(id)?.length && head?.hash === last?.hash;
          assertPromise(isWhole, 'M5', 'rows of an audit log are gone', () => ({
            seen: last,
            expected: { rows: chains.get(id)?.length, head },
          }));
        }
      },
    };
  },
};
