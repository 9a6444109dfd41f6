import { Readable } from 'node:stream';
import type { Cancel, Clock } from '@sign-display/contracts/ports';
import { EXPORT_CONTENT_TYPES, type ExportFormat } from '@sign-display/contracts/rest/telemetry';
import type { Role } from '@sign-display/contracts/roles';
import type { FastifyRequest } from 'fastify';
import { csvOf, ndjsonOf, type Cell } from './export-format.ts';
import type { RestRefusal } from './problem.ts';
import { answer, type Answer, type Caller } from './router.ts';

/**
 * Exports of any size in flat memory (contract, section 3). A page of rows is read when the client has taken the one before, each by a query
 * of its own, so that no export holds a connection of the pool. What breaks off never looks whole: the connection is reset.
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
  /** At most some thousand rows after `last` (null: the first ones), in one order that rows made meanwhile do not disturb; none at the end. */
  readPage(last: Row | null): Promise<readonly Row[]>;
}

/** Each has one query at a time: together they leave most of the pool's 20 connections to the rest. */
const AT_ONCE = 6;
const AT_ONCE_A_PERSON = 2;
/** A client that takes nothing of a page's text for so long is gone, whatever its connection says. */
const STALLED_AFTER_MS = 60_000;
const RETRY_AFTER_MS = 5_000;
/** An export may take an hour, and who lost the session or the role loses it as well within a second (promise A3). */
const ASK_AGAIN_MS = 500;

class ExportCutError extends Error {}

/** The texts of the pages, from the first on. */
async function* textsOf<Row>(source: ExportSource<Row>, first: readonly Row[]): AsyncGenerator<string> {
  const { format, columns, cellsOf, objectOf, readPage } = source;
  if (format === 'csv') yield csvOf([columns]);
  for (let rows = first; rows.length > 0; rows = await readPage(rows.at(-1)!)) {
    yield format === 'csv' ? csvOf(rows.map(cellsOf)) : ndjsonOf(rows.map(objectOf));
  }
}

/** The same, each of which must be taken in time. */
async function* takenInTime(texts: AsyncGenerator<string>, watch: () => Cancel): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const cancel = watch();
    try {
      yield Buffer.from(text);
    } finally {
      cancel();
    }
  }
}

interface ExportsDeps {
  clock: Clock;
  /** Whether who asked with `request` may still read in the organization what takes `role`. */
  mayRead(request: FastifyRequest, organizationId: string, role: Role): Promise<boolean>;
}

export function createExports({ clock, mayRead }: ExportsDeps) {
  const running = new Set<{ userId: string; cut(why: string): void }>();

  function refuse({ userId }: Caller): RestRefusal | null {
    if (running.size >= AT_ONCE) {
      return { code: 'unavailable', detail: 'Too many exports run already.', retryAfterMs: RETRY_AFTER_MS };
    }
    const own = [...running].filter((each) => each.userId === userId);
    if (own.length < AT_ONCE_A_PERSON) return null;
    return { code: 'rate_limited', detail: 'Two of your exports run already.', retryAfterMs: RETRY_AFTER_MS };
  }

  function streamOf<Row>(source: ExportSource<Row>, first: readonly Row[], raw: FastifyRequest): Readable {
    let askedAtMs = clock.monotonicMs();
    const asked: ExportSource<Row> = {
      ...source,
      async readPage(last) {
        if (clock.monotonicMs() - askedAtMs >= ASK_AGAIN_MS) {
          if (!(await mayRead(raw, source.organizationId, source.role)))
            throw new ExportCutError('the reader may not read this any more');
          askedAtMs = clock.monotonicMs();
        }
        return await source.readPage(last);
      },
    };
    const watch = () =>
      clock.after(STALLED_AFTER_MS, () => stream.destroy(new ExportCutError('the client has stalled')));
    const stream = Readable.from(takenInTime(textsOf(asked, first), watch), { objectMode: false });
    // A reset and not an end: where there are no chunks (HTTP/1.0, which proxies speak), an end is the file's end.
    stream.once('error', () => raw.raw.socket.resetAndDestroy?.());
    return stream;
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
      if (raw.method === 'HEAD') return answer(200, '', headers);
      const refusal = refuse(caller);
      if (refusal) return refusal;
      const place = { userId: caller.userId, cut: (_why: string) => {} };
      running.add(place);
      try {
        const stream = streamOf(source, await readPage(null), raw);
        place.cut = (why) => void stream.destroy(new ExportCutError(why));
        stream.once('close', () => running.delete(place));
        return answer(200, stream, headers);
      } catch (error) {
        running.delete(place);
        throw error;
      }
    },
    /** Ends those that run: the node is going down, and a client may take an hour. */
    cut(): void {
      for (const each of running) each.cut('the node is going down');
    },
  };
}

export type Exports = ReturnType<typeof createExports>;
