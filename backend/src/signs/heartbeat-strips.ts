import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { STRIP_MINUTES, type Absence } from '@sign-display/contracts/rest/event-figures';
import { readAbsences } from '../cluster/recorded-lease-stretches.ts';
import type { Db } from '../db/database-types.ts';
import { createCachedRead } from '../flow/cached-read.ts';
import { idErrors } from '../http/list-id-errors.ts';
import type { RestRefusal } from '../http/problem.ts';
import { keptFrom, MINUTE_MS, minuteOf, type StoredMinutesRow } from './store-heartbeat-minutes.ts';

/** Nodes write what they have heard every 5 s. So much after its end a minute is whole, and is told. */
const WHOLE_AFTER_MS = 10_000;
const ABSENCES_KEPT_MS = 1_000;
/** What a minute of a sign holds at most. */
const EXPECTED_MOST = 255;

/** The first of the minutes that are told at `nowMs`, since the epoch. */
export const firstMinuteAt = (nowMs: number): number => minuteOf(nowMs - WHOLE_AFTER_MS) - STRIP_MINUTES;

/** `signIds` in the form of an array of Postgres: made of their text at once, it costs a tenth of what pg makes of them. */
async function readKept(db: Db, eventId: string, signIds: string): Promise<StoredMinutesRow[]> {
  const { rows } = await sql<StoredMinutesRow>`
    select id, kept_minutes as "keptMinutes", kept_until as "keptUntil" from sign
    where event_id = ${eventId} and id = any(${signIds}::uuid[])`.execute(db.withoutPlugins());
  return rows;
}

/**
 * Reads the strips of an event, of the signs with these identifiers, separated by commas: resolves with the JSON of `Strips` (contract, section 3), or with
 * `not_found` where one of the signs is not of the event. Two hundred signs are 12,000 numbers, so their JSON is written here at once. By the wall clock of this node.
 */
export function createStrips(deps: { db: Db; clock: Clock; heartbeatIntervalMs: number }) {
  const { db, clock, heartbeatIntervalMs } = deps;
  const expected = Math.min(EXPECTED_MOST, MINUTE_MS / heartbeatIntervalMs);
  const timeOf = (atMs: number): string => new Date(atMs).toISOString();
  const absences = createCachedRead({
    clock,
    keptMs: ABSENCES_KEPT_MS,
    read: async (): Promise<Absence[]> => {
      const found = await readAbsences(db, clock.now());
      return found.map(({ fromMs, toMs }) => ({ from: timeOf(fromMs), to: timeOf(toMs) }));
    },
  });

  return async (eventId: string, signIds: string): Promise<string | RestRefusal> => {
    const asked = signIds.split(',');
    const first = firstMinuteAt(clock.now());
    const [rows, away] = await Promise.all([readKept(db, eventId, `{${signIds}}`), absences('all', () => 0)]);
    if (rows.length < new Set(asked).size) {
      const fitting = rows.map(({ id }) => id);
      const errors = idErrors('/signIds', asked, { fitting, message: 'is not a sign of this event' });
      return { code: 'not_found', detail: 'Some of these signs do not exist.', errors };
    }
    const counts = rows.map((row) => `"${row.id}":${JSON.stringify(keptFrom(row, first))}`);
    return `{"from":"${timeOf(first * MINUTE_MS)}","minutes":${STRIP_MINUTES},"expectedPerMinute":${expected},"counts":{${counts.join()}},"away":${JSON.stringify(away)}}`;
  };
}

export type Strips = ReturnType<typeof createStrips>;
