import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { BENCH_EMAIL, startProcess, startService, watchMemory } from '../bench/measured-process.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/database-types.ts';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { readAuditFile } from './audit-file-reader.ts';
import { chainRows } from './audit-log.ts';
import { findAuditHead } from './audit-repository.ts';
import { verifyChain } from './verify-chain.ts';

/**
 * What an export of the audit log costs: a service of its own process and database, a chain of a million rows, each format over HTTP; the
 * service's resident memory every 20 ms. Beside it a bare server that streams as many bytes.
 *
 *     node backend/src/audit/audit-export.bench.ts [ROWS]
 *
 * Memory is flat: what lives is some 90 MB, before and after a million rows, and what a page leaves dies young (decisions 41 and 42). Measured on two
 * cores with 1,000,000 rows: 50 MB above an idle 309 (CSV, 491 MB, 56,000 rows/s), and 90 MB above it after three more (NDJSON 87,000 rows/s; the
 * bare stream of the same bytes 800,000).
 */

const ROWS = Number(process.argv[2] ?? 1_000_000);
const BATCH = 5_000;

/** Reads an answer to its end, and the memory of the process that sends it. */
async function measure(title: string, child: ChildProcess, request: Request, rows: number): Promise<number> {
  const begin = performance.now();
  const { result, idleMb, aboveMb } = await watchMemory(child, async () => {
    let bytes = 0;
    for await (const chunk of (await fetch(request)).body!) bytes += chunk.length;
    return bytes;
  });
  const seconds = (performance.now() - begin) / 1_000;
  console.log(
    `${title}: ${(result / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s; ` +
      `idle ${idleMb} MB, peak ${idleMb + aboveMb} MB, ${aboveMb} MB above`,
  );
  return result;
}

/** Rows like those of people who work, chained to what is there, at some ten thousand a second. */
async function fill(db: Db, organizationId: string, rows: number): Promise<void> {
  let head = (await findAuditHead(db, organizationId))!;
  const author = {
    person: { id: 'u'.repeat(36), name: 'Ann', email: BENCH_EMAIL },
    requestId: 'r'.repeat(36),
    ip: '192.0.2.1',
  };
  const first = head.seq;
  while (head.seq < first + rows) {
    const entries = Array.from({ length: Math.min(BATCH, first + rows - head.seq) }, (_, index) => ({
      organizationId,
      action: 'sign.update',
      target: { type: 'sign', id: organizationId },
      detail: {
        changes: {
          name: { from: `Lobby ${index}`, to: `=Foyer, ${index}` },
          url: { from: null, to: 'https://example.com/' },
        },
      },
      author,
    }));
    const chained = chainRows(head, entries, Date.now());
    const column = (values: (string | null)[]) => sql`${values}::text[]`;
    await sql`
      insert into audit (organization_id, seq, at, actor_id, actor_email, action, target_type, target_id, sign_id, outcome, request_id, ip, detail, prev_hash, hash)
      select ${organizationId}::uuid, seq::bigint, at::timestamptz, ${author.person.id}, ${author.person.email}, 'sign.update', 'sign',
        ${organizationId}, ${organizationId}::uuid, 'ok', ${author.requestId}, ${author.ip}, detail::jsonb, prev_hash, hash
      from unnest(${column(chained.map(({ seq }) => String(seq)))}, ${column(chained.map(({ at }) => at))},
        ${column(chained.map(({ detail }) => JSON.stringify(detail)))}, ${column(chained.map(({ prevHash }) => prevHash))},
        ${column(chained.map(({ hash }) => hash))}) as row (seq, at, detail, prev_hash, hash)`.execute(db);
    const last = chained.at(-1)!;
    head = { seq: last.seq, hash: last.hash };
  }
  await db.updateTable('auditHead').set(head).where('organizationId', '=', organizationId).execute();
  await sql`vacuum analyze audit`.execute(db);
}

async function main(): Promise<void> {
  const folder = await makeTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: false });
  const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log: pino({ level: 'error' }) });
  const service = await startService(postgres.poolConfig, join(folder.path, 'data'));
  const { headers } = service;
  const made = await fetch(`${service.url}/api/organizations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Large' }),
  });
  const { id } = (await made.json()) as { id: string };
  const began = performance.now();
  await fill(db, id, ROWS - 1);
  console.log(`filled: ${ROWS} rows in ${((performance.now() - began) / 1_000).toFixed(0)} s`);

  const ask = (format: string) =>
    new Request(`${service.url}/api/audit/export?organizationId=${id}&format=${format}`, {
      headers: { authorization: headers.authorization },
    });
  let bytes = 0;
  for (const format of ['csv', 'ndjson', 'csv', 'ndjson'])
    bytes = await measure(format, service.child, ask(format), ROWS);
  const bare = await startProcess([import.meta.filename, 'bare']);
  for (let round = 0; round < 2; round += 1)
    await measure('bare stream', bare.child, new Request(`${bare.url}/${bytes}`), ROWS);

  const begin = performance.now();
  const { count, fault } = await verifyChain(readAuditFile(Readable.fromWeb((await fetch(ask('csv'))).body! as never)));
  console.log(
    `verified: ${count} rows, ${fault?.message ?? 'no fault'}, ${((performance.now() - begin) / 1_000).toFixed(1)} s`,
  );

  bare.child.kill();
  service.child.kill();
  await close();
  await postgres.stop();
  await folder.remove();
}

if (process.argv[2] === 'bare') {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const server = createServer((request, response) => {
    const bytes = Number(request.url!.slice(1));
    const chunks = function* () {
      for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
    };
    Readable.from(chunks(), { objectMode: false }).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(
      `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` })}\n`,
    );
  });
} else {
  await main();
}
