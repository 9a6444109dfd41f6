import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { insertMessage } from '../notifications/delivery/notifications-repository.ts';
import { describeSpread, spreadOf } from './describe-timings.ts';
import { measure, openBenchOrganization } from './open-bench-organization.bench.ts';

/**
 * How long a person waits for the first page of an inbox of 5,000 messages, over HTTP, beside a bare query of the same rows in the same run: of the whole
 * inbox, of its unread messages and of one event. Pages and queries take turns, so that all meet the same machine. Each message has a mail about the same
 * outage, and 199 more readers have messages of their own about the newest 500 outages. Fails where half of the pages of a kind take longer than 100 ms.
 *
 *     node backend/src/bench/inbox.bench.ts
 */

const MESSAGES = 5_000;
/** Every fifth message is unread. Messages of both events alternate. */
const UNREAD_EVERY = 5;
/** Persons whose rules all differ. */
const READERS = 200;
/** The newest outages, about which all of them have messages. */
const SHARED = 500;
const ROUNDS = 200;
const PAGE = 50;
const MOST_MS = 100;

const bench = await openBenchOrganization('viewer');
const { db, at, organizationId, userId } = bench;
const eventIds = [makeUuidV7(systemClock, systemRandom), makeUuidV7(systemClock, systemRandom)];
for (const id of eventIds) {
  const event = { id, organizationId, name: 'Hall', timeZone: 'UTC', createdAt: at, updatedAt: at };
  await db.insertInto('event').values(event).execute();
}
/** Other rules make other messages: each reader has own messages about the newest outages, with the keys of the first reader's messages. */
async function insertOtherReaders(): Promise<void> {
  const reader = sql`to_char(reader, 'FM000000000000')`;
  const idOf = (column: string) => sql`(left(${sql.ref(column)}::text, 24) || ${reader})::uuid`;
  await sql`
    insert into "user" (id, name, email, email_verified, created_at, updated_at)
    select ${reader}, 'Reader', ${reader} || '@example.com', true, now(), now()
    from generate_series(2, ${READERS}::int) as reader`.execute(db);
  const columnsOf = async (table: string, skipped: string[]) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
    return sql.join(
      rows
        .map(({ name }) => name)
        .filter((name) => !skipped.includes(name))
        .map((name) => sql.ref(name)),
    );
  };
  const newest = sql`(select message_id from notification where user_id = ${userId} order by at desc limit ${2 * SHARED})`;
  const ofMessages = await columnsOf('message', ['id']);
  await sql`
    insert into message (id, ${ofMessages})
    select ${idOf('id')}, ${ofMessages} from message cross join generate_series(2, ${READERS}::int) as reader
    where id in ${newest}`.execute(db);
  const ofNotifications = await columnsOf('notification', ['id', 'message_id', 'user_id']);
  await sql`
    insert into notification (id, message_id, user_id, ${ofNotifications})
    select ${idOf('id')}, ${idOf('message_id')}, ${reader}, ${ofNotifications}
    from notification cross join generate_series(2, ${READERS}::int) as reader
    where message_id in ${newest}`.execute(db);
}

for (let nth = 0; nth < MESSAGES; nth += 1) {
  const atMs = at.getTime() - (MESSAGES - nth) * 60_000;
  const newId = (): string => makeUuidV7({ ...systemClock, now: () => atMs }, systemRandom);
  const [outageId, signId] = [newId(), newId()];
  const times = { atMs, sinceMs: null, closedAtMs: null, detail: null };
  const entries = [{ kind: 'sign_offline' as const, outageId, signId, signName: `Sign ${nth}`, ...times }];
  const words = {
    kind: 'sign_offline' as const,
    title: `Sign ${nth} is offline – Hall`,
    text: 'Not seen since 19:00.',
  };
  const of = { organizationId, eventId: eventIds[nth % 2]!, eventName: 'Hall', at: new Date(atMs) };
  for (const channel of ['inbox', 'email'] as const)
    await insertMessage(db, { id: newId(), ...of, ...words, entries }, [{ id: newId(), userId, channel }]);
}
await sql`
  update notification set read_at = now()
  where channel = 'inbox' and (extract(epoch from at) * 1000)::bigint / 60000 % ${UNREAD_EVERY}::int <> 0`.execute(db);
await insertOtherReaders();
await sql`vacuum analyze`.execute(db);

const node = await bench.startNode();

const KINDS = [
  { name: 'the inbox', query: '', only: sql`true` },
  { name: 'its unread messages', query: '&unread=true', only: sql`n.read_at is null` },
  { name: 'one event', query: `&eventId=${eventIds[0]}`, only: sql`n.event_id = ${eventIds[0]}` },
].map((kind) => ({ ...kind, times: { page: [] as number[], query: [] as number[] } }));
type Kind = (typeof KINDS)[number];

async function firstPage({ query }: Kind): Promise<void> {
  const reply = await fetch(`${node.url}/api/notifications?limit=${PAGE}${query}`, { headers: node.headers });
  const { items } = (await reply.json()) as { items: { channels: unknown[] }[] };
  if (items.length !== PAGE || items.some(({ channels }) => channels.length !== 2))
    throw new Error('the service returned a different page of messages than expected');
}
async function bareQuery({ only }: Kind): Promise<void> {
  const { rows } = await sql`
    select n.id, n.at, n.event_id, n.read_at, m.kind, m.title, m.text, m.signs, m.sign_count, m.outage_ids
    from notification n join message m on m.id = n.message_id
    where n.user_id = ${userId} and n.channel = 'inbox' and ${only}
    order by n.at desc, n.id desc limit ${PAGE}`.execute(db);
  if (rows.length !== PAGE) throw new Error('the query returned a different number of rows than expected');
}
for (const kind of KINDS) {
  await firstPage(kind);
  await bareQuery(kind);
}
for (let round = 0; round < ROUNDS; round += 1)
  for (const kind of KINDS) {
    await measure(kind.times.page, () => firstPage(kind));
    await measure(kind.times.query, () => bareQuery(kind));
  }
for (const { name, times } of KINDS) {
  console.log(`first page of ${MESSAGES} messages, ${name}: ${describeSpread(spreadOf(times.page))}`);
  console.log(`bare query of its rows: ${describeSpread(spreadOf(times.query))}`);
}

await bench.close();
if (KINDS.some(({ times }) => spreadOf(times.page).p50 > MOST_MS))
  throw new Error(`loading the first page of the inbox takes more than ${MOST_MS} ms`);
