import { NetError } from './net-error.ts';

/** Reads the chunked transfer encoding as Chromium does: a single LF ends a line, and trailers are ignored. */
export interface ChunkReader {
  /** The parts of the body in these bytes. Throws a NetError if they are not chunks. */
  push(bytes: Uint8Array): Uint8Array[];
  readonly isComplete: boolean;
}

const LONGEST_LINE = 16_384;
const LF = 10;

export function createChunkReader(): ChunkReader {
  let state: 'size' | 'data' | 'data end' | 'trailers' | 'complete' = 'size';
  let left = 0;
  let line = '';

  function readLine(text: string): void {
    switch (state) {
      case 'size': {
        const size = (text.split(';')[0] ?? '').replace(/ +$/, '');
        if (!/^[0-9a-f]{1,13}$/i.test(size.replace(/^0+(?=.)/, ''))) break;
        left = Number.parseInt(size, 16);
        state = left === 0 ? 'trailers' : 'data';
        return;
      }
      case 'data end':
        if (text !== '') break;
        state = 'size';
        return;
      default:
        if (text === '') state = 'complete';
        return;
    }
    throw new NetError('ERR_INVALID_CHUNKED_ENCODING');
  }

  return {
    get isComplete() {
      return state === 'complete';
    },
    push(bytes) {
      const parts: Uint8Array[] = [];
      let rest = bytes;
      while (rest.length > 0 && state !== 'complete') {
        if (state === 'data') {
          parts.push(rest.subarray(0, left));
          const taken = Math.min(left, rest.length);
          rest = rest.subarray(taken);
          left -= taken;
          if (left === 0) state = 'data end';
          continue;
        }
        const end = rest.indexOf(LF);
        line += latin1(end === -1 ? rest : rest.subarray(0, end));
        if (line.length > LONGEST_LINE) throw new NetError('ERR_INVALID_CHUNKED_ENCODING');
        if (end === -1) break;
        rest = rest.subarray(end + 1);
        const whole = line.replace(/\r$/, '');
        line = '';
        readLine(whole);
      }
      return parts;
    },
  };
}

/** One character for each byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8_192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8_192));
  return text;
}
