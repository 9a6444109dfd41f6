import { encodeCursor } from '../http/cursor.ts';
import { runToEnd } from '../bench/benchmark-cleanup.bench.ts';
import { startEventOfSigns } from '../bench/start-service-with-signs.bench.ts';

/**
 * What a page of 50 costs over HTTP among 10,000 records of one event, beside another organization's 10,000: 16 clients at once in a
 * process of their own (`bench/run-http-clients.bench.ts`), each page from a random place; and beside it a bare route of the same server
 * library, and one query, in the same run.
 *
 *     node backend/src/signs/sign-list.bench.ts [how often each client asks]
 *
 * What each takes of a core is the figure to compare: on machines that others use too it moves by a third, where the times move tenfold.
 *
 * On 2 cores that nothing else used, in three runs: a bare route p50 0.3, p99 2 to 4 ms, with `select 1` 1.5 and 4 to 8; GET /api/me 5 and 15
 * to 18; a page of an event 8 to 10 and 18 to 22, of an organization 8 to 9 and 16 to 19, of a status 8 to 11 and 15 to 24; a `q` that fits
 * one in three 13 and 24 to 28, one in a hundred 17 and 26 to 30, nothing 6 to 8 and 19 to 21. A page takes 0.45 to 0.55 ms of the node's
 * core and 0.35 to 0.45 of Postgres'; before pages were one prepared statement and text, and sessions read together, it took 1.5 to 1.7
 * and 1.0 to 1.1.
 *
 * What the slowest requests wait for, by the server's own times (on cores that others used): one backend of Postgres that gets no core, 20
 * to 100 ms for a read of the session or of the page, while others of the same moment take 3. The node's own part is hardly in it: hooks
 * 0.1, JSON 0.1, sending 0.2 (p99 0.3, 0.2, 0.7); a scavenge each 120 pages takes 3 to 6 ms, a full collection 10 to 18 in parts.
 */

const ROUNDS = Number(process.argv[2] ?? 300);
const FIGURES = { p50: 'listP50', p99: 'listP99', cpu: 'listCpu' } as const;

await runToEnd(async () => {
  const { organizationId, eventId, ids, url, many, run, runBaselines } = await startEventOfSigns({
    rounds: ROUNDS,
  });

  const pages = (query: Record<string, string>): string[] =>
    many(() => {
      const cursor = encodeCursor([ids[Math.floor(Math.random() * ids.length)]!]);
      return `${url}/api/signs?${new URLSearchParams({ organizationId, limit: '50', cursor, ...query })}`;
    });

  await run('(warming up)', pages({ eventId }));
  await runBaselines({ server: 'bare', ...FIGURES });
  await run('an event', pages({ eventId }), { toldAs: { server: 'ours', ...FIGURES } });
  await run('an organization', pages({}));
  await run('status showing', pages({ status: 'showing' }));
  await run('status showing of an event', pages({ eventId, status: 'showing' }));
  await run('status background: nothing fits', pages({ status: 'background' }));
  await run('q that fits one in three', pages({ q: '7' }));
  await run('q that fits one in a hundred', pages({ q: 'sign 77' }));
  await run('q that fits nothing', pages({ q: 'nowhere' }));
  await run('q that fits nothing, one client', pages({ q: 'nowhere' }).slice(0, 200), { howMany: 1 });
});
