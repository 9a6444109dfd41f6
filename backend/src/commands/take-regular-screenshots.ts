import { sql } from 'kysely';
import { findFull } from '../access/check-quotas.ts';
import type { Db } from '../db/database-types.ts';
import { findRegisteredDevices } from '../devices/device-connections.ts';
import { timeOfQuery } from '../cluster/polling-query.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { SignRow } from '../signs/sign-view.ts';
import { insertCommands } from './commands-repository.ts';
import { newCommand, stateAt, type CommandsDeps, type CommandsService } from './commands-service.ts';

/**
 * The screenshots that the service takes by itself (`settings.screenshotEverySeconds`). Each such sign has a turn: a time at which it is due. The
 * first lies anywhere within its interval, so that signs that get the setting at once are never asked at once.
 */

/** So many wait for their answer at a time over all nodes: an image may have 4 MiB. */
const UNDER_WAY_MOST = 50;
/** A sign that has not answered by then is asked again at its next turn. */
const EXPIRES_MS = 30_000;

const every = sql<number>`(settings ->> 'screenshotEverySeconds')::numeric`;

/** Gives a first turn to signs that have the setting and none yet. */
async function addTurns(db: Db, nowMs: number): Promise<void> {
  // The last 28 bits of a UUID are chance.
  await sql`
    insert into screenshot_turn (sign_record_id, due_at)
    select id, ${new Date(nowMs)}::timestamptz
      + ${every} * (('x' || right(id::text, 7))::bit(28)::integer / 268435456.0) * interval '1 second'
    from sign
    where ${every} > 0 and device_sign_id is not null
      and not exists (select from screenshot_turn where screenshot_turn.sign_record_id = sign.id)
    on conflict do nothing`.execute(db);
}

/** Takes up to `limit` due turns, the longest due first, and sets the next; a sign that no longer wants any loses its turn. */
async function takeDue(db: Db, nowMs: number, limit: number): Promise<SignRow[]> {
  return await db.transaction().execute(async (trx) => {
    const now = new Date(nowMs);
    const { rows: due } = await sql<{ id: string }>`
      select sign_record_id as id from screenshot_turn where due_at <= ${now} order by due_at, sign_record_id limit ${limit}
      for update skip locked`.execute(trx);
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    await sql`
      delete from screenshot_turn using sign
      where sign_record_id = any(${ids}::uuid[]) and sign.id = sign_record_id
        and (device_sign_id is null or coalesce(${every}, 0) = 0)`.execute(trx);
    await sql`
      update screenshot_turn set due_at = greatest(due_at + ${every} * interval '1 second', ${now})
      from sign where sign_record_id = any(${ids}::uuid[]) and sign.id = sign_record_id`.execute(trx);
    return await trx
      .selectFrom('sign')
      .selectAll()
      .where('id', 'in', ids)
      .where('deviceSignId', 'is not', null)
      .where(sql<boolean>`${every} > 0`)
      .execute();
  });
}

/** Whether a sign is to get a turn, or has one that is due. */
const isDue = sql<boolean>`
  exists (select from screenshot_turn where due_at <= ${timeOfQuery()})
  or exists (
    select from sign
    where ${every} > 0 and device_sign_id is not null
      and not exists (select from screenshot_turn where screenshot_turn.sign_record_id = sign.id))`;

async function countUnderWay(db: Db): Promise<number> {
  const query = db.selectFrom('command').select(({ fn }) => fn.countAll<number>().as('count'));
  const { count } = await query.where('sentById', 'is', null).where('finishedAt', 'is', null).executeTakeFirstOrThrow();
  return Number(count);
}

export function createRegularScreenshots(deps: CommandsDeps & Pick<CommandsService, 'tell' | 'dispatch'>) {
  const { db, clock, gateway, tell, dispatch } = deps;
  /**
   * One round: asks the connected signs that are due, as many as there is room for. A sign whose organization has used up its bytes of screenshots
   * is not asked, and waits for its next turn. Rejects when the database is away.
   */
  async function sweep(): Promise<void> {
    await addTurns(db, clock.now());
    const room = UNDER_WAY_MOST - (await countUnderWay(db));
    if (room <= 0) return;
    const due = await takeDue(db, clock.now(), room);
    const devices = due.map(({ deviceSignId }) => deviceSignId!);
    const connected = await findRegisteredDevices(db, devices, deps.nodes.dead());
    const organizations = due.map(({ organizationId }) => organizationId);
    const full = await findFull(db, deps.quotas, organizations, 'storageBytes');
    const how = { sentBy: null, expiresInMs: EXPIRES_MS };
    const orders = due
      .filter(({ organizationId }) => !full.has(organizationId))
      .filter(({ deviceSignId }) => gateway.isHere(deviceSignId!) || connected.has(deviceSignId!))
      .map((sign) =>
        newCommand(deps, sign, { command: 'screenshot' }, { ...how, state: stateAt(gateway, sign.deviceSignId!) }),
      );
    if (orders.length === 0) return;
    const made = await db.transaction().execute((trx) => insertCommands(trx, orders));
    await dispatch(made);
    tell(made);
  }

  return { sweep, sweeper: { name: 'screenshots', due: isDue, sweep } satisfies Sweeper };
}
