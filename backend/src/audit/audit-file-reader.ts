import type { Readable } from 'node:stream';
import { AUDIT_COLUMNS } from '@sign-display/contracts/rest/audit';
import { parse } from 'csv-parse';
import { auditRowOf } from './audit-csv-conversion.ts';

/** An export of the audit log, read back row by row, whatever its size. What is no row comes out as undefined: that is a fault like others. */

/** A row of half a megabyte is no row of ours. */
const MOST_ROW_BYTES = 4 * 1024 * 1024;

type Record = Parameters<typeof auditRowOf>[0];

/** The value, or undefined where `read` throws. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const NEWLINE = 0x0a;

/** Node's `readline` ends a line at U+2028 and U+2029 too, which JSON leaves as they are in a text. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
  }
  yield Buffer.concat(begun).toString();
}

async function* rowsOfNdjson(input: Readable): AsyncGenerator {
  for await (const line of linesOf(input)) {
    if (line.trim() !== '') yield attempt(() => JSON.parse(line));
  }
}

async function* rowsOfCsv(input: Readable): AsyncGenerator {
  const parser = input.pipe(parse({ bom: true, columns: true, max_record_size: MOST_ROW_BYTES }));
  // A stream does not hand its errors on by itself.
  input.once('error', (error) => parser.destroy(error));
  try {
    for await (const record of parser as AsyncIterable<Record>) {
      const isOurs = AUDIT_COLUMNS.every((column) => typeof record[column] === 'string');
      yield isOurs ? attempt(() => auditRowOf(record)) : undefined;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('CSV_')) throw error;
    yield undefined;
  }
}

/** The format is told by the first character: a row of NDJSON is an object. */
export async function* readAuditFile(input: Readable): AsyncGenerator {
  const start = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const chunk = input.read() as Buffer | null;
      if (chunk === null) return void input.once('readable', look);
      input.unshift(chunk);
      resolve(chunk.toString('utf8', 0, 1));
    };
    input.once('end', () => resolve(''));
    input.once('error', reject);
    look();
  });
  if (start !== '') yield* start === '{' ? rowsOfNdjson(input) : rowsOfCsv(input);
}
