import * as fc from 'fast-check';
import { LIMITS } from '@sign-display/contracts/limits';

/** What no client library sends: bytes for a WebSocket that is spoken by hand, for the frame fuzzer (promise A5). */

export const KINDS = [
  'packet as it should be',
  'packet cut short',
  'packet mutated',
  'id out of range',
  'attachments and placeholders',
  'other namespace',
  'engine packet',
  'binary',
  'noise',
  'too large',
  'malformed websocket frame',
] as const;
export type FrameKind = (typeof KINDS)[number];

export interface RawFrame {
  kind: FrameKind;
  bytes: Buffer;
}

interface FrameParts {
  /** The first byte: FIN, three reserved bits, the opcode. */
  first: number;
  payload: Buffer;
  isMasked?: boolean;
  mask?: Buffer;
  /** What the head says, where that is not so. */
  length?: number;
  /** Says the length in 8 bytes, however small it is. */
  isLong?: boolean;
}

/** A WebSocket frame (RFC 6455, section 5.2), also one that breaks its rules. */
export function encodeFrame({ first, payload, isMasked = true, mask, length, isLong = false }: FrameParts): Buffer {
  const said = length ?? payload.length;
  const bit = isMasked ? 0x80 : 0;
  const head: number[] = [first];
  if (isLong || said > 0xffff) {
    const long = Buffer.alloc(8);
    long.writeBigUInt64BE(BigInt(said));
    head.push(bit | 127, ...long);
  } else if (said > 125) head.push(bit | 126, said >> 8, said & 0xff);
  else head.push(bit | said);
  const key = mask ?? Buffer.alloc(4);
  const body = mask ? Buffer.from(payload.map((byte, index) => byte ^ mask[index % 4]!)) : payload;
  return Buffer.concat([Buffer.from(head), isMasked ? key : Buffer.alloc(0), body]);
}

const TEXT = 0x81;
const BINARY = 0x82;
export const textFrame = (text: string): Buffer => encodeFrame({ first: TEXT, payload: Buffer.from(text) });
export const pingFrame = (text: string): Buffer => encodeFrame({ first: 0x89, payload: Buffer.from(text) });

const uuid = '0198c0de-0000-7000-8000-000000000001';
const heartbeat = JSON.stringify({
  seq: 1,
  status: 'unclaimed',
  mode: 'foreground',
  metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 1 },
  contentState: 'idle',
});
const picture = `{"commandId":"${uuid}","result":{"width":1,"height":1,"image":{"_placeholder":true,"num":0}}}`;

/** Packets that some client sends in some state. */
const PACKETS = [
  `42/kiosk,["heartbeat",${heartbeat}]`,
  `42/kiosk,7["sign:status",{"state":"fine"}]`,
  `42/kiosk,8["sign:register",{"signId":"${uuid}"}]`,
  `42/kiosk,["sign:command_ack",{"commandId":"${uuid}"}]`,
  `451-/kiosk,["sign:command_ack",${picture}]`,
  `461-/kiosk,1[{"_placeholder":true,"num":0}]`,
  '43/kiosk,1[{"ok":true}]',
  '42/dashboard,3["subscribe",{"organizationId":"x"}]',
  '40/kiosk,{"protocol":1}',
  '40/dashboard,{"token":"no"}',
  '41/kiosk,',
  '41/dashboard,',
  '44/kiosk,{"message":"no"}',
];
const packet = fc.constantFrom(...PACKETS);
const LETTERS = '0123456789[]{}",:/-\\ubxé\u0000\ufffd_\u2028'.split('');

const cutShort = fc.tuple(packet, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
const mutated = fc
  .tuple(packet, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...LETTERS), fc.nat(2)), { minLength: 1, maxLength: 4 }))
  .map(([text, changes]) => {
    const letters = Array.from(text);
    // Put before, put in the place of, or taken out.
    for (const [at, letter, how] of changes)
      letters.splice(at % (letters.length + 1), how === 0 ? 0 : 1, ...(how === 2 ? [] : [letter]));
    return letters.join('');
  });
const number = fc.constantFrom(
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  '9'.repeat(400),
  '0x1',
  '1.5',
  'NaN',
  '00',
  '',
);
const namespace = fc.constantFrom(
  '/',
  '',
  '/kiosk',
  '/dashboard',
  '/nodes',
  '/KIOSK',
  '/kiosk/',
  '/kiosk?a=1',
  '/__proto__',
  '//',
  '/a\u0000',
);
const outOfRange = fc
  .tuple(
    fc.constantFrom('2', '3', '5', '6'),
    namespace,
    number,
    fc.constantFrom('["heartbeat",{}]', '[]', '', '{}', '["x"'),
  )
  .map(([type, to, id, data]) => `4${type}${to},${id}${data}`);
const placeholder = fc
  .tuple(number, fc.constantFrom<unknown>(-1, 0, 1, 9, 1e9, null, 'x', {}, [0]), fc.boolean())
  .map(([count, num, nested]) => {
    const place = { _placeholder: true, num };
    return `45${count}-/kiosk,["sign:command_ack",${JSON.stringify(nested ? { result: [[place], place] } : place)}]`;
  });
const elsewhere = fc
  .tuple(
    fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', ''),
    namespace,
    fc.constantFrom('', '{}', '[]', '["a"]', 'null', '"x"', '{"token":{}}'),
  )
  .map(([type, to, data]) => `4${type}${to},${data}`);
const engine = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '2probe',
    '3probe',
    '44',
    '4 ',
    '4\u0000',
    'b',
    'bAAAA',
    'b!',
    'z',
  ),
  fc.string({ maxLength: 20 }).map((text) => `${text.length % 8}${text}`),
);
const deep = fc.constantFrom(1_000, 20_000).map((depth) => `42/kiosk,["x",${'['.repeat(depth)}${']'.repeat(depth)}]`);
const owned = fc
  .constantFrom('__proto__', 'constructor', 'toString', 'then', 'toJSON')
  .map((key) => `42/kiosk,1["heartbeat",{"${key}":{"${key}":1}}]`);
const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue().map((value) => `42/kiosk,${JSON.stringify(value)}`),
  deep,
  owned,
);

const text = (kind: FrameKind, packets: fc.Arbitrary<string>): fc.Arbitrary<RawFrame> =>
  fc.tuple(packets, fc.option(fc.uint8Array({ minLength: 4, maxLength: 4 }))).map(([payload, mask]) => ({
    kind,
    bytes: encodeFrame({ first: TEXT, payload: Buffer.from(payload), ...(mask && { mask: Buffer.from(mask) }) }),
  }));

const bytes = (most: number) => fc.uint8Array({ maxLength: most }).map((array) => Buffer.from(array));
const isSmall = { minLength: 1, maxLength: 3 };
/** Each of these breaks RFC 6455, or is a rare use of it. */
const malformed: fc.Arbitrary<Buffer> = fc.oneof(
  // Opcodes that are none, and reserved bits.
  fc
    .tuple(fc.constantFrom(0x83, 0x87, 0x8b, 0x8f, 0xc1, 0xa1, 0x91, 0xf1), bytes(20))
    .map(([first, payload]) => encodeFrame({ first, payload })),
  fc
    .tuple(fc.constantFrom(TEXT, BINARY, 0x88, 0x89), bytes(20))
    .map(([first, payload]) => encodeFrame({ first, payload, isMasked: false })),
  // A control frame that is too long, or comes in pieces.
  fc
    .tuple(fc.constantFrom(0x88, 0x89, 0x8a), fc.integer({ min: 126, max: 500 }))
    .map(([first, length]) => encodeFrame({ first, payload: Buffer.alloc(length) })),
  fc.constantFrom(0x08, 0x09, 0x0a).map((first) => encodeFrame({ first, payload: Buffer.from('x') })),
  // Pieces: without an end, without a beginning, one message inside of another, a ping in between.
  fc
    .array(packet, isSmall)
    .map((all) => Buffer.concat(all.map((each) => encodeFrame({ first: 0x01, payload: Buffer.from(each) })))),
  packet.map((each) => encodeFrame({ first: 0x80, payload: Buffer.from(each) })),
  fc.tuple(packet, fc.nat()).map(([each, at]) => {
    const [head, tail] = [each.slice(0, at % each.length), each.slice(at % each.length)];
    const parts = [
      encodeFrame({ first: 0x01, payload: Buffer.from(head) }),
      pingFrame('between'),
      encodeFrame({ first: 0x80, payload: Buffer.from(tail) }),
    ];
    return Buffer.concat(parts);
  }),
  fc.integer({ min: 2, max: 2_000 }).map((count) => {
    const parts = Array.from({ length: count }, (_, index) =>
      encodeFrame({ first: index === 0 ? 0x01 : 0x00, payload: Buffer.from('4') }),
    );
    return Buffer.concat(parts);
  }),
  // Lengths that are not so, or written in more bytes than they need.
  fc
    .tuple(packet, fc.constantFrom(1, 1_000, 65_537, 2 ** 31, 2 ** 53))
    .map(([each, more]) => encodeFrame({ first: TEXT, payload: Buffer.from(each), length: each.length + more })),
  packet.map((each) => encodeFrame({ first: TEXT, payload: Buffer.from(each), isLong: true })),
  // Text that is not UTF-8; a close with half a code, with one that nobody may send.
  bytes(50).map((payload) =>
    encodeFrame({ first: TEXT, payload: Buffer.concat([Buffer.from('42/kiosk,["\xff', 'latin1'), payload]) }),
  ),
  fc
    .constantFrom([0x03], [0x03, 0xe7], [0x00, 0x00], [0x03, 0xed], [0xff, 0xff], [0x03, 0xe8, 0xff])
    .map((code) => encodeFrame({ first: 0x88, payload: Buffer.from(code) })),
);

export const rawFrame: fc.Arbitrary<RawFrame> = fc.oneof(
  { weight: 3, arbitrary: text('packet as it should be', packet) },
  { weight: 3, arbitrary: text('packet cut short', cutShort) },
  { weight: 4, arbitrary: text('packet mutated', mutated) },
  { weight: 2, arbitrary: text('id out of range', outOfRange) },
  { weight: 2, arbitrary: text('attachments and placeholders', placeholder) },
  { weight: 2, arbitrary: text('other namespace', elsewhere) },
  { weight: 3, arbitrary: text('engine packet', engine) },
  { weight: 2, arbitrary: text('noise', noise) },
  {
    weight: 1,
    arbitrary: bytes(200).map((payload): RawFrame => ({
      kind: 'binary',
      bytes: encodeFrame({ first: BINARY, payload }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(TEXT, BINARY), fc.integer({ min: 1, max: 1_000 }))
      .map(([first, more]): RawFrame => ({
        kind: 'too large',
        bytes: encodeFrame({ first, payload: Buffer.alloc(LIMITS.messageBytes + more, '4') }),
      })),
  },
  { weight: 4, arbitrary: malformed.map((frame): RawFrame => ({ kind: 'malformed websocket frame', bytes: frame })) },
);

/** HTTP that is none, and upgrades that are broken. Each is all that its connection sends. */
export const brokenRequest: fc.Arbitrary<Buffer> = fc.oneof(
  bytes(200),
  fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'OPTIONS', 'get', 'PRI', ''),
      path: fc.constantFrom(
        '/socket.io/?EIO=4&transport=websocket',
        '/socket.io/?EIO=3&transport=websocket',
        '/socket.io/?EIO=4&transport=polling',
        '/socket.io/?EIO=4&transport=websocket&sid=none',
        '/socket.io/?EIO=4&transport=__proto__',
        '/socket.io/?EIO=4&transport=webtransport',
        '/socket.io/?transport=websocket&transport=websocket&EIO=4&EIO=4',
        '/socket.io',
        '/socket.io/%',
        '//socket.io/',
        'http://[/socket.io/',
        '*',
      ),
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', ''),
      headers: fc.subarray([
        'host: service',
        'host: \u0000',
        'connection: Upgrade',
        'connection: keep-alive, Upgrade',
        'upgrade: websocket',
        'upgrade: h2c',
        'sec-websocket-version: 13',
        'sec-websocket-version: 99',
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-key: short',
        'sec-websocket-protocol: ,,',
        'sec-websocket-extensions: permessage-deflate; x=,',
        'origin: http://\u00ff',
        'content-length: 5',
        'content-length: -1',
        'transfer-encoding: chunked',
        'x-forwarded-for: ,,,',
      ]),
      after: fc.constantFrom('', '4', '\r\n\r\n', 'x'.repeat(2_000)),
    })
    .map(({ method, path, version, headers, after }) =>
      Buffer.from(`${method} ${path} ${version}\r\n${headers.join('\r\n')}\r\n\r\n${after}`, 'latin1'),
    ),
);
