import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { LinesEnd } from '@sign-display/contracts/common-schemas';
import type { Db } from '../../db/database-types.ts';
import { BEFORE_ALL } from '../sign-list.ts';
import { rowOfText } from '../build-sign-view-json.ts';
import { readPageAfter, type SnapshotScope, type SnapshotVersion } from './snapshot-queries.ts';

/** A snapshot as it is kept: its lines as gzip. */
export interface Snapshot {
  organizationId: string;
  version: SnapshotVersion;
  chunks: readonly Buffer[];
  bytes: number;
}

/**
 * Level 3 makes 0.7 MB of the 7.7 MB of 10,000 records, in 28 ms of a thread beside the event loop; level 6 takes twice that for 7 % less. And no
 * Brotli: it saves as little, browsers ask for it over https alone, and it would be a second form to make and to keep.
 */
const GZIP = { level: 3, chunkSize: 64 * 1024 };

/**
 * Reads all records and compresses them, page by page. Each page is as it is when it is read, none before the call; whose version then is the same as the
 * database's at some moment holds just what that has at that moment.
 */
export async function readSnapshot(db: Db, scope: SnapshotScope): Promise<Snapshot> {
  const version = { total: 0, hash: 0n };
  async function* lines(): AsyncGenerator<string> {
    for (let afterId: string | null = BEFORE_ALL; afterId !== null;) {
      const page = await readPageAfter(db, scope, afterId);
      version.total += page.total;
      version.hash += page.hash;
      yield page.texts.map((text) => `${rowOfText(text, scope.organizationId)}\n`).join('');
      afterId = page.lastId;
    }
    yield `${JSON.stringify({ end: true, total: version.total } satisfies LinesEnd)}\n`;
  }
  const chunks: Buffer[] = [];
  await pipeline(lines, createGzip(GZIP), async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) chunks.push(chunk);
  });
  return {
    organizationId: scope.organizationId,
    version,
    chunks,
    bytes: chunks.reduce((bytes, { length }) => bytes + length, 0),
  };
}

/** The snapshot for a client that takes no gzip, made piece by piece as it is taken. */
export const plainPiecesOf = ({ chunks }: Snapshot): AsyncIterable<Buffer> =>
  Readable.from(chunks).pipe(createGunzip());
