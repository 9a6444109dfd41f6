import { sql, type RawBuilder } from 'kysely';
import { STRIP_MINUTES } from '@sign-display/contracts/rest/event-figures';
import type { Db } from '../db/database-types.ts';
import { lockSignsThat } from './signs-repository.ts';

/**
 * The heartbeats of a sign in each of its last minutes, in its row: `kept_minutes` has a byte a minute, the last one is the minute `kept_until` (since the
 * epoch, by the wall clock). Each node adds what it has heard, under the row's lock, so it does not matter where a sign was heard.
 *
 * Whoever writes says what minute it is now. Where that is before what the row has, by more than two nodes' clocks differ, the clock was set back: what lies
 * ahead is of no time that has been, and goes.
 */

export const MINUTE_MS = 60_000;
export const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS);

/**
 * How many minutes a row keeps: those that are told, the present one and the one before it, which are not told yet, and one in which another node's clock is ahead.
 * The column has as many bytes (migration 0034).
 */
export const STORED_MINUTES = STRIP_MINUTES + 4;

const NOTHING = sql`decode(repeat('00', ${sql.lit(STORED_MINUTES)}), 'hex')`;
const MOST = sql.lit(STORED_MINUTES);

/** `minute`, `count` and `now` in SQL. What `kept_minutes` and `kept_until` are with these heartbeats too, as a lateral `kept (minutes, until)`. */
export const withStoredMinute = (told: Record<'minute' | 'count' | 'now', RawBuilder<number>>) => sql`
  lateral (
    select case
      when sign.kept_until is null then ${told.minute}
      when ${told.now} < sign.kept_until - 1 then ${told.now}
      else greatest(sign.kept_until, ${told.minute})
    end as until
  ) as ring
  cross join lateral (
    select ring.until - sign.kept_until as shift, ${MOST} - 1 - (ring.until - ${told.minute}) as place
  ) as moved
  cross join lateral (
    select case
      when shift is null or abs(shift) >= ${MOST} then ${NOTHING}
      when shift = 0 then sign.kept_minutes
      when shift > 0 then substr(sign.kept_minutes, shift + 1) || substr(${NOTHING}, 1, shift)
      else substr(${NOTHING}, 1, -shift) || substr(sign.kept_minutes, 1, ${MOST} + shift)
    end as minutes
  ) as shifted
  cross join lateral (
    select ring.until as until, case
      when place between 0 and ${MOST} - 1
        then set_byte(shifted.minutes, place, least(255, get_byte(shifted.minutes, place) + ${told.count}))
      else shifted.minutes
    end as minutes
  ) as kept`;

/** Adds heartbeats of one minute that could not be written in time, of each device once, to the records that have the devices now. */
export async function storeEarlierMinute(
  db: Db,
  minute: number,
  heard: readonly { deviceSignId: string; count: number }[],
  nowMs: number,
): Promise<void> {
  const devices = heard.map(({ deviceSignId }) => deviceSignId);
  const kept = withStoredMinute({
    minute: sql`${minute}::integer`,
    count: sql.ref('told.count'),
    now: sql`${minuteOf(nowMs)}::integer`,
  });
  await db.transaction().execute(async (trx) => {
    const ids = await lockSignsThat(trx, sql`device_sign_id = any(${devices}::uuid[])`);
    if (ids.length === 0) return;
    await sql`
      update sign as changed set kept_minutes = kept.minutes, kept_until = kept.until
      from unnest(${devices}::uuid[], ${heard.map(({ count }) => count)}::integer[]) as told (device_sign_id, count)
      join sign on sign.device_sign_id = told.device_sign_id
      cross join ${kept}
      where changed.id = sign.id and sign.id = any(${ids}::uuid[])`.execute(trx);
  });
}

export interface StoredMinutesRow {
  id: string;
  keptMinutes: Uint8Array | null;
  keptUntil: number | null;
}

/** The heartbeats of the sign in each of the `STRIP_MINUTES` minutes from `fromMinute` on. Two hundred signs are asked for at once: a loop takes a third of what `map` does. */
export function keptFrom({ keptMinutes, keptUntil }: Omit<StoredMinutesRow, 'id'>, fromMinute: number): number[] {
  const counts = Array<number>(STRIP_MINUTES).fill(0);
  if (keptMinutes === null || keptUntil === null) return counts;
  const skipped = fromMinute - (keptUntil - STORED_MINUTES + 1);
  for (let index = 0; index < STRIP_MINUTES; index += 1) counts[index] = keptMinutes[skipped + index] ?? 0;
  return counts;
}
