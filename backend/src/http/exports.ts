import { EXPORT_CONTENT_TYPES, type ExportFormat } from '@sign-display/contracts/rest/telemetry';
import type { Role } from '@sign-display/contracts/roles';
import type { FastifyRequest } from 'fastify';
import { csvOf, ndjsonOf, type Cell } from './export-formatting.ts';
import type { GuardedStreams } from './guard-response-streams.ts';
import type { RestRefusal } from './problem.ts';
import { answer, answerHead, type Answer, type Caller } from './router.ts';

/**
 * Exports of any size in flat memory (contract, section 3). A page of rows is read when the client has taken the one before, each by a query
 * of its own, so that no export holds a connection of the pool.
 */

export interface ExportSource<Row> {
  format: ExportFormat;
  /** Without an ending; plain ASCII. */
  fileName: string;
  /** The names of the columns, for CSV. */
  columns: readonly string[];
  /** Their values, in that order. */
  cellsOf(row: Row): readonly Cell[];
  /** The row as NDJSON has it. */
  objectOf(row: Row): unknown;
  /** In whose organization it is, and the role that it takes: asked again while it runs. */
  organizationId: string;
  role: Role;
  /** Once before the first page, where the export is not refused. */
  begin?(): Promise<void>;
  /** At most some thousand rows after `last` (null: the first ones), in one order that rows made meanwhile do not disturb; none at the end. */
  readPage(last: Row | null): Promise<readonly Row[]>;
}

/** Each has one query at a time: together they leave most of the pool's 20 connections to the rest. */
const AT_ONCE = 6;
const AT_ONCE_A_PERSON = 2;
const RETRY_AFTER_MS = 5_000;
/** The texts of the pages, from the first on. */
async function* textsOf<Row>(source: ExportSource<Row>, first: readonly Row[]): AsyncGenerator<string> {
  const { format, columns, cellsOf, objectOf, readPage } = source;
  if (format === 'csv') yield csvOf([columns]);
  for (let rows = first; rows.length > 0; rows = await readPage(rows.at(-1)!)) {
    yield format === 'csv' ? csvOf(rows.map(cellsOf)) : ndjsonOf(rows.map(objectOf));
  }
}

export function createExports(streams: GuardedStreams) {
  const running = new Set<{ userId: string }>();

  function refuse({ userId }: Caller): RestRefusal | null {
    if (running.size >= AT_ONCE) {
      return { code: 'unavailable', detail: 'Too many exports are already running.', retryAfterMs: RETRY_AFTER_MS };
    }
    const own = [...running].filter((each) => each.userId === userId);
    if (own.length < AT_ONCE_A_PERSON) return null;
    return { code: 'rate_limited', detail: 'Two of your exports are already running.', retryAfterMs: RETRY_AFTER_MS };
  }

  return {
    /**
     * The export as an answer. The first page is read before: a database that is away is `unavailable`, not a broken file. Refuses a person's
     * third export at once (`rate_limited`), and what is more than this node has place for (`unavailable`).
     */
    async answer<Row>(
      { caller, raw }: { caller: Caller; raw: FastifyRequest },
      source: ExportSource<Row>,
    ): Promise<Answer | RestRefusal> {
      const { format, fileName, readPage } = source;
      const headers = {
        'content-type': EXPORT_CONTENT_TYPES[format],
        'content-disposition': `attachment; filename="${fileName}.${format}"`,
        'cache-control': 'no-store',
      };
      if (raw.method === 'HEAD') return answerHead(headers);
      const refusal = refuse(caller);
      if (refusal) return refusal;
      const place = { userId: caller.userId };
      running.add(place);
      try {
        await source.begin?.();
        const stream = streams.open(raw, source, textsOf(source, await readPage(null)));
        stream.once('close', () => running.delete(place));
        return answer(200, stream, headers);
      } catch (error) {
        running.delete(place);
        throw error;
      }
    },
  };
}

export type Exports = ReturnType<typeof createExports>;
