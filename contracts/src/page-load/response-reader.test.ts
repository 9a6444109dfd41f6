import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerReader, type AnswerSource } from './response-reader.ts';
import { NetError } from './net-error.ts';

const HTTP: AnswerSource = { protocol: 'http:', port: '8080' };
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** What a reader makes of these pieces and the end of the connection. */
function readPieces(pieces: readonly Uint8Array[], source = HTTP) {
  const reader = createAnswerReader(source);
  const body: number[] = [];
  try {
    for (const piece of pieces) for (const part of reader.push(piece)) body.push(...part);
    if (!reader.isComplete) for (const part of reader.end()) body.push(...part);
    return { head: reader.head, body: String.fromCharCode(...body) };
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    return error.code;
  }
}
const read = (text: string, source?: AnswerSource) => readPieces([bytesOf(text)], source);

const PARTS = [
  'HTTP/1.1 200 OK',
  'HTTP/1.1 103 Early Hints',
  'abcd',
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  ' ',
  'content-length: 3',
  'content-length: 4',
  'transfer-encoding: chunked',
  'location: /a',
  'x: y',
  '3\r\nabc\r\n',
  '0\r\n\r\n',
  '\0',
  'hello',
];

describe('the reader of responses', () => {
  test('the reader returns the same response for chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PARTS), { maxLength: 20 }),
        fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
        (parts, cuts) => {
          const bytes = bytesOf(parts.join(''));
          const at = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
          const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
          expect(readPieces(pieces)).toEqual(readPieces([bytes]));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('takes a response without a head only at the scheme’s own port', () => {
    expect(read('<p>hello</p>')).toBe('ERR_INVALID_HTTP_RESPONSE');
    expect(read('<p>hello</p>', { protocol: 'http:', port: '' })).toMatchObject({ body: '<p>hello</p>' });
  });

  test('refuses a head that breaks off over https, which an attacker could cut', () => {
    expect(read('HTTP/1.1 200 OK\r\nx: y', { protocol: 'https:', port: '' })).toBe('ERR_RESPONSE_HEADERS_TRUNCATED');
    expect(read('HTTP/1.1 200 OK\r\nx: y')).toMatchObject({ head: { headers: [['x', 'y']] }, body: '' });
  });

  test('is complete with the body, and leaves what follows it', () => {
    const reader = createAnswerReader(HTTP);
    const parts = reader.push(bytesOf('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdef'));
    expect(parts).toEqual([bytesOf('abc')]);
    expect(reader.isComplete).toBe(true);
  });
});
