import { Readable } from 'node:stream';
import { FIRST_PREV_HASH, type AuditRow } from '@sign-display/contracts/rest/audit';
import { AUDIT_COLUMNS } from '@sign-display/contracts/rest/audit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf, ndjsonOf } from '../http/export-formatting.ts';
import { auditCells } from './audit-csv-conversion.ts';
import { readAuditFile } from './audit-file-reader.ts';
import { chainRows, hashOfRow, type AuthoredEntry } from './audit-log.ts';
import { verifyChain, type ChainOptions, type Verdict } from './verify-chain.ts';

const ORGANIZATION = '018f0000-0000-7000-8000-000000000001';
const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      "'",
      '"',
      ',',
      '\0',
      '\ud800',
      'ü',
      '{',
      '\u2028',
      '\u2029',
      '\u0085',
    ),
  }),
  fc.string({ unit: 'binary' }),
);

const entry: fc.Arbitrary<AuthoredEntry> = fc.record({
  organizationId: fc.constant(ORGANIZATION),
  action: fc.constantFrom('sign.update', 'member.remove', '=1+1'),
  target: fc.record({ type: fc.constant('sign'), id: hostile }),
  outcome: fc.constantFrom('ok', 'denied', 'failed'),
  detail: fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }))) as fc.Arbitrary<
    Record<string, unknown>
  >,
  author: fc.record({
    person: fc.option(fc.record({ id: fc.uuid(), name: hostile, email: fc.emailAddress() })),
    requestId: fc.option(fc.uuid()),
    ip: fc.option(fc.ipV6()),
  }),
});
const NOW = Date.UTC(2026, 10, 21);
const START = { seq: 0, hash: FIRST_PREV_HASH };
const chainOf = (minLength: number) =>
  fc.array(entry, { minLength, maxLength: 12 }).map((entries) => chainRows(START, entries, NOW));
const someRow = (rows: AuditRow[], most = rows.length - 1) =>
  fc.integer({ min: 0, max: most }).map((index) => ({ rows, index }));

const verify = (rows: unknown[], options?: ChainOptions): Promise<Verdict> => verifyChain(Readable.from(rows), options);
const faultOf = async (rows: unknown[], options?: ChainOptions) => (await verify(rows, options)).fault;

describe('M5: a chain', () => {
  test('an untouched chain is valid, and so are its beginnings and parts that begin later', async () => {
    await fc.assert(
      fc.asyncProperty(chainOf(1), fc.nat(), fc.nat(), async (rows, from, length) => {
        const part = rows.slice(from % rows.length).slice(0, (length % rows.length) + 1);
        const last = part.at(-1)!;
        expect(await verify(part)).toEqual({
          count: part.length,
          first: { seq: part[0]!.seq },
          last: { seq: last.seq, hash: last.hash },
          fault: null,
        });
      }),
    );
  });

  test('the chain’s verification fails on one removed row', async () => {
    await fc.assert(
      fc.asyncProperty(
        chainOf(3).chain((rows) => fc.integer({ min: 1, max: rows.length - 2 }).map((index) => ({ rows, index }))),
        async ({ rows, index }) => {
          const { seq } = rows[index]!;
          const verdict = await verify(rows.toSpliced(index, 1));
          expect(verdict).toMatchObject({ count: index, fault: { kind: 'removed', seq } });
        },
      ),
    );
  });

  test('a changed row is found at its own place', async () => {
    const changes: ((row: AuditRow) => AuditRow)[] = [
      (row) => ({ ...row, at: new Date(Date.parse(row.at) + 1).toISOString() }),
      (row) => ({ ...row, actor: row.actor ? null : { id: 'x', email: 'x@example.org' } }),
      (row) => ({ ...row, action: `${row.action}!` }),
      (row) => ({ ...row, target: { ...row.target, id: `${row.target.id}x` } }),
      (row) => ({ ...row, outcome: row.outcome === 'ok' ? 'denied' : 'ok' }),
      (row) => ({ ...row, requestId: `${row.requestId}x` }),
      (row) => ({ ...row, ip: row.ip === null ? '::1' : null }),
      (row) => ({ ...row, detail: { ...(row.detail as object), more: 1 } }),
      (row) => ({ ...row, hash: row.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
      (row) => ({ ...row, prevHash: row.prevHash.replace(/^./, (digit) => (digit === '5' ? '6' : '5')) }),
    ];
    await fc.assert(
      fc.asyncProperty(
        chainOf(1).chain((rows) => someRow(rows)),
        fc.constantFrom(...changes),
        async ({ rows, index }, change) => {
          const row = rows[index]!;
          expect(await verify(rows.with(index, change(row)))).toMatchObject({
            count: index,
            fault: { kind: 'changed', seq: row.seq },
          });
        },
      ),
    );
  });

  test('a changed row with a recomputed hash is found at the row after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        chainOf(2).chain((rows) => someRow(rows, rows.length - 2)),
        async ({ rows, index }) => {
          const { prevHash, hash: _, ...content } = { ...rows[index]!, action: 'forged' };
          const forged = { ...content, prevHash, hash: hashOfRow(prevHash, content) };
          expect(await verify(rows.with(index, forged))).toMatchObject({
            count: index + 1,
            fault: { kind: 'broken', seq: content.seq + 1 },
          });
        },
      ),
    );
  });

  test('two exchanged rows are found at the first of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        chainOf(3).chain((rows) =>
          fc
            .tuple(fc.integer({ min: 1, max: rows.length - 1 }), fc.integer({ min: 1, max: rows.length - 1 }))
            .map((pair) => ({
              rows,
              pair: pair.toSorted((a, b) => a - b) as [number, number],
            })),
        ),
        async ({ rows, pair: [one, other] }) => {
          fc.pre(one !== other);
          const swapped = rows.with(one, rows[other]!).with(other, rows[one]!);
          expect(await verify(swapped)).toMatchObject({ count: one, fault: { kind: 'moved', seq: rows[one]!.seq } });
        },
      ),
    );
  });

  test('a row twice, a row of another organization, a first row that is none, and what is no row', async () => {
    const [one, two] = chainRows(START, [...fc.sample(entry, 2)], NOW) as [AuditRow, AuditRow];
    expect(await faultOf([one, one])).toMatchObject({ kind: 'repeated', seq: 1 });
    const foreign = fc.sample(entry, 2).map((each) => ({ ...each, organizationId: ORGANIZATION.replace('1', '2') }));
    expect(await faultOf([one, chainRows(START, foreign, NOW)[1]])).toMatchObject({ kind: 'foreign', seq: 2 });
    const [later] = chainRows({ seq: 0, hash: two.hash }, fc.sample(entry, 1), NOW);
    expect(await faultOf([later])).toMatchObject({ kind: 'broken', seq: 1 });
    expect(await faultOf([one, undefined, two])).toMatchObject({ kind: 'unreadable', seq: null });
    expect(await faultOf([one, { ...two, seq: '2' }])).toMatchObject({ kind: 'unreadable' });
  });

  test('in a filtered export, each row’s own hash and the order of the rows are checked', async () => {
    const rows = chainRows(START, fc.sample(entry, 5), NOW);
    const filtered = [rows[0], rows[2], rows[4]];
    expect(await faultOf(filtered, { isFiltered: true })).toBeNull();
    expect(await faultOf(filtered)).toMatchObject({ kind: 'removed', seq: 2 });
    expect(await faultOf([rows[2], rows[0]], { isFiltered: true })).toMatchObject({ kind: 'moved', seq: 1 });
    expect(await faultOf([rows[0], { ...rows[2], action: 'forged' }], { isFiltered: true })).toMatchObject({ seq: 3 });
  });

  test('the check of an export accepts an empty file as a log without rows', async () => {
    expect(await verify([])).toEqual({ count: 0, first: null, last: null, fault: null });
  });
});

describe('a file', () => {
  const read = async (text: string, chunkBytes = 7): Promise<unknown[]> => {
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
      bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
    );
    const rows: unknown[] = [];
    for await (const row of readAuditFile(Readable.from(chunks, { objectMode: false }))) rows.push(row);
    return rows;
  };
  const csv = (rows: AuditRow[]) => csvOf([AUDIT_COLUMNS, ...rows.map(auditCells)]);

  test('of either format has the rows that were written, whatever texts are in them', async () => {
    await fc.assert(
      fc.asyncProperty(chainOf(0), fc.integer({ min: 1, max: 50 }), async (rows, chunkBytes) => {
        expect(await read(csv(rows), chunkBytes)).toEqual(rows);
        expect(await read(ndjsonOf(rows), chunkBytes)).toEqual(rows);
      }),
    );
  });

  test('that is none of ours has rows that are none', async () => {
    expect(await read('a,b\r\n1,2\r\n')).toEqual([undefined]);
    expect(await read('{"a":1}\n{"a":')).toEqual([{ a: 1 }, undefined]);
    const rows = chainRows(START, fc.sample(entry, 2), NOW);
    const broken = await read(`${csv(rows)}"half a line`);
    expect(broken.at(-1)).toBeUndefined();
    expect(await read('')).toEqual([]);
  });
});
