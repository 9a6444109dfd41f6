import { runToEnd } from '../bench/benchmark-cleanup.bench.ts';
import { startEventOfSigns } from '../bench/start-service-with-signs.bench.ts';
import { sql } from 'kysely';

/**
 * What the summary of an event of 10,000 signs costs over HTTP, 16 clients at once: while nothing changes, while a sign changes four times a second (more
 * often no patch is told), and the query itself. Beside a bare route, one query, and GET /api/me.
 *
 *     node backend/src/signs/event-summary.bench.ts
 */

const ROUNDS = 300;
const CHANGE_EVERY_MS = 250;
const QUERIES = 20;

await runToEnd(async () => {
  const { db, url, organizationId, eventId, token, many, run, runBaselines } = await startEventOfSigns({
    rounds: ROUNDS,
  });
  const summaries = (): string[] => many(() => `${url}/api/events/${eventId}/summary`);

  await run('(warming up)', summaries());
  await runBaselines();
  await run('a summary, nothing changes', summaries());

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ organizationId, eventId, name: 'New', location: 'Hall 1' });
  let changes = 0;
  const change = async (): Promise<void> => {
    const { status } = await fetch(`${url}/api/signs`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`no sign was created: ${status}`);
    changes += 1;
  };
  const changing = setInterval(() => void change(), CHANGE_EVERY_MS);
  await run('a summary, a sign changes every 250 ms', summaries());
  clearInterval(changing);
  console.log(`(${changes} changes)`);

  const startMs = performance.now();
  for (let count = 0; count < QUERIES; count += 1)
    await sql`select counted_as, count(*) from sign where event_id = ${eventId} group by 1`.execute(db);
  console.log(`the bare query, one at a time: ${((performance.now() - startMs) / QUERIES).toFixed(1)} ms`);
});
