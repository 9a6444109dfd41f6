import { sql, type Selectable } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import type { ScheduleTable } from '../tables.ts';
import type { Logger } from '../../logging/logger-type.ts';
import {
  NOTHING_AROUND,
  lookUpSingleOccurrence,
  type Around,
  type OccurrenceLookup,
  type Timing,
} from '../../recurrence/occurrences.ts';
import { isOccurrenceLookup, type Looked, type RecurrenceThinker } from '../../recurrence/recurrence-questions.ts';

/**
 * What a rule gives around now stands in the schedule's row: computed before a set is put, and again by a sweep when it is right no longer. So
 * whoever settles what a sign shows reads two occurrences, and no transaction ever computes a rule (decision 15).
 */

/** So many rules are looked at between two statements. */
const CHUNK = 500;
/** A rule about which this node can say nothing is tried again after the first wait, then after twice that, up to the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Where a look is past, the sweep has it under its hands: the sign is settled again so much later. */
const AGAIN_MS = 1_000;

type ScheduleRow = Selectable<ScheduleTable>;

export const timingOf = (
  row: Pick<ScheduleRow, 'startsAt' | 'endsAt' | 'recurrence' | 'timeZone' | 'exdates'>,
): Timing => ({
  startsAtMs: row.startsAt.getTime(),
  endsAtMs: row.endsAt.getTime(),
  recurrence: row.recurrence,
  timeZone: row.timeZone,
  exdates: row.exdates,
});

type LookColumns = Pick<ScheduleRow, 'currentStart' | 'currentEnd' | 'nextStart' | 'nextEnd' | 'lookedUntil'>;

const dateOf = (atMs: number | undefined): Date | null => (atMs === undefined ? null : new Date(atMs));

/** A look as it stands in the row. It is right until the occurrence ends or the next one begins. */
export function occurrenceColumns({ current, next }: OccurrenceLookup): LookColumns {
  const untilMs = Math.min(current?.endMs ?? Infinity, next?.startMs ?? Infinity);
  return {
    currentStart: dateOf(current?.startMs),
    currentEnd: dateOf(current?.endMs),
    nextStart: dateOf(next?.startMs),
    nextEnd: dateOf(next?.endMs),
    lookedUntil: untilMs === Infinity ? null : new Date(untilMs),
  };
}

/**
 * What is around `nowMs` by the row. Of a look that is past, what it says of the next occurrence is still true; when the one after that
 * begins is not known, so `nextStartMs` is a moment later.
 */
export function aroundOf(row: ScheduleRow, nowMs: number): Around {
  if (row.recurrence === null) {
    const { current, next } = lookUpSingleOccurrence(timingOf(row), nowMs);
    return { current, nextStartMs: next?.startMs ?? null };
  }
  const { currentStart, currentEnd, nextStart, nextEnd, lookedUntil } = row;
  const known = [
    { startMs: nextStart?.getTime() ?? NaN, endMs: nextEnd?.getTime() ?? NaN },
    { startMs: currentStart?.getTime() ?? NaN, endMs: currentEnd?.getTime() ?? NaN },
  ];
  const current = known.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs) ?? null;
  if (lookedUntil !== null && lookedUntil.getTime() <= nowMs) return { current, nextStartMs: nowMs + AGAIN_MS };
  // The clock may have been set back since: what was on then may be yet to come.
  const coming = known.map(({ startMs }) => startMs).filter((startMs) => startMs > nowMs);
  return { current, nextStartMs: coming.length === 0 ? null : Math.min(...coming) };
}

/** When a rule that this node could say nothing about is tried again. */
interface Wait {
  untilMs: number;
  waitMs: number;
}
type Waits = Map<string, Wait>;

/**
 * Looks again at all rules of which the row is right no longer. Only a look, or the verdict that a rule is over its budget, is written. A rule that got
 * no answer, or whose time zone this node does not know, keeps its row and stays due: another node, or this one later, can look at it.
 */
export function createScheduleOccurrences(deps: { db: Db; clock: Clock; log: Logger; thinker: RecurrenceThinker }) {
  const { db, clock, log, thinker } = deps;

  async function write(rows: readonly ScheduleRow[], looks: readonly OccurrenceLookup[]): Promise<void> {
    const columns = looks.map(occurrenceColumns);
    const texts = (name: keyof LookColumns) => columns.map((each) => each[name]?.toISOString() ?? null);
    // A set that was put meanwhile has its own look, and one that is being put waits for nobody.
    await sql`
      with given as (
        select * from unnest(
          ${rows.map(({ id }) => id)}::uuid[],
          ${rows.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
          ${rows.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[],
          ${rows.map(({ recurrence }) => recurrence)}::text[],
          ${rows.map(({ timeZone }) => timeZone)}::text[],
          ${rows.map(({ exdates }) => exdates.join(' '))}::text[],
          ${texts('currentStart')}::timestamptz[], ${texts('currentEnd')}::timestamptz[],
          ${texts('nextStart')}::timestamptz[], ${texts('nextEnd')}::timestamptz[], ${texts('lookedUntil')}::timestamptz[]
        ) as given (id, starts_at, ends_at, recurrence, time_zone, exdates, current_start, current_end, next_start, next_end, looked_until)
      ), locked as (
        select schedule.id from schedule join given using (id, starts_at, ends_at, recurrence, time_zone)
        where array_to_string(schedule.exdates, ' ') = given.exdates
        order by schedule.id for no key update of schedule skip locked
      )
      update schedule set
        current_start = given.current_start, current_end = given.current_end,
        next_start = given.next_start, next_end = given.next_end, looked_until = given.looked_until
      from given join locked using (id)
      where schedule.id = given.id
    `.execute(db);
  }

  async function findDue(nowMs: number, after: ScheduleRow | undefined): Promise<ScheduleRow[]> {
    return await db
      .selectFrom('schedule')
      .selectAll()
      .where('lookedUntil', '<=', new Date(nowMs))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(looked_until, id) > (${after!.lookedUntil!}::timestamptz, ${after!.id}::uuid)`),
      )
      .orderBy('lookedUntil')
      .orderBy('id')
      .limit(CHUNK)
      .execute();
  }

  function report({ id: scheduleId, organizationId, timeZone }: ScheduleRow, looked: Looked, isFirst: boolean): void {
    const fields = { scheduleId, organizationId };
    // Once: from now on the row says that it never shows, until somebody puts another rule.
    if (looked === 'over_budget') log.warn(fields, 'schedule ignored: its rule is too expensive to compute');
    else if (!isOccurrenceLookup(looked) && isFirst)
      log.warn({ ...fields, timeZone, reason: looked }, 'schedule not evaluated, retrying later');
  }

  /** Looks at `due`, and puts into `waits` those of which nothing could be said. */
  async function lookAtRows(due: readonly ScheduleRow[], nowMs: number, waits: Waits): Promise<void> {
    const rows: ScheduleRow[] = [];
    for (const row of due) {
      const waiting = waitsBefore.get(row.id);
      // A clock that was set back prolongs no wait.
      if (waiting && nowMs < waiting.untilMs && waiting.untilMs <= nowMs + waiting.waitMs) waits.set(row.id, waiting);
      else rows.push(row);
    }
    if (rows.length === 0) return;
    const looked = await thinker.look(rows.map(timingOf), nowMs);
    const [known, looks]: [ScheduleRow[], OccurrenceLookup[]] = [[], []];
    for (const [index, row] of rows.entries()) {
      const one = looked[index]!;
      const before = waitsBefore.get(row.id);
      report(row, one, before === undefined);
      if (isOccurrenceLookup(one) || one === 'over_budget') {
        known.push(row);
        looks.push(isOccurrenceLookup(one) ? one : NOTHING_AROUND);
      } else {
        const waitMs = Math.min(LONGEST_WAIT_MS, before ? 2 * before.waitMs : FIRST_WAIT_MS);
        waits.set(row.id, { untilMs: nowMs + waitMs, waitMs });
      }
    }
    if (known.length > 0) await write(known, looks);
  }

  // Of the last pass: whoever was not due in it has no wait any more.
  let waitsBefore: Waits = new Map();

  return {
    /** Looks at all due rules. Rows locked by another transaction stay due. */
    async look(goesOn: () => boolean): Promise<void> {
      const waits: Waits = new Map();
      let due: ScheduleRow[] = [];
      do {
        const nowMs = clock.now();
        due = await findDue(nowMs, due.at(-1));
        await lookAtRows(due, nowMs, waits);
      } while (due.length === CHUNK && goesOn());
      waitsBefore = waits;
    },
  };
}

export type ScheduleOccurrences = ReturnType<typeof createScheduleOccurrences>;
