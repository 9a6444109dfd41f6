import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { valuesOf, type AnswerHead } from '@sign-display/contracts/page-load/response-head';
import { NetError } from '@sign-display/contracts/page-load/net-error';

/** A body that breaks off within its encoding is shown as far as it goes, as in Chromium. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(LENIENT),
  'x-gzip': () => createGunzip(LENIENT),
  deflate: () => createInflate(LENIENT),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** The body without its content encodings. Chromium leaves a body as it is if it does not know one of them. */
export function decoded(head: AnswerHead, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const encodings = valuesOf(head, 'content-encoding').map((value) => value.toLowerCase());
  const decoders = encodings.map((encoding) => DECODERS[encoding]);
  if (decoders.length === 0 || decoders.some((decoder) => decoder === undefined)) return body;
  return unpacked(body, decoders.map((make) => make!()).toReversed());
}

async function* unpacked(body: AsyncIterable<Uint8Array>, decoders: readonly Transform[]): AsyncGenerator<Uint8Array> {
  let brokenOff: unknown = null;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      brokenOff = error;
      throw error;
    }
  }
  try {
    const last = pipeline([Readable.from(watched()), ...decoders], () => {});
    yield* last as unknown as AsyncIterable<Uint8Array>;
  } catch {
    throw brokenOff ?? new NetError('ERR_CONTENT_DECODING_FAILED');
  }
}
