import fc from 'fast-check';
import { Decoder, Encoder, PacketType, type Packet } from 'socket.io-parser';
import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeAck, encodeConnect, encodeDisconnect, encodeEvent } from './frames.ts';

const namespaces = fc.constantFrom('/', '/kiosk', '/dashboard');
const names = fc
  .string()
  .filter(
    (name) =>
      !['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'].includes(name),
  );
// As JSON gives them back: no minus zero.
const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const ids = fc.nat({ max: 1_000_000 });

/** What the real parser makes of our text. Engine.IO's `4` is before it. */
function parsed(text: string): Packet {
  expect(text.charAt(0)).toBe('4');
  const packets: Packet[] = [];
  const decoder = new Decoder();
  decoder.on('decoded', (packet: Packet) => packets.push(packet));
  decoder.add(text.slice(1));
  expect(packets).toHaveLength(1);
  return packets[0]!;
}

const encoded = (packet: Packet): string => `4${String(new Encoder().encode(packet)[0])}`;

describe('what we write, the real Socket.IO parser reads', () => {
  test('events, with and without an ack wanted', () => {
    fc.assert(
      fc.property(namespaces, names, fc.array(values), fc.option(ids), (nsp, name, args, id) => {
        const packet = parsed(encodeEvent(nsp, name, args, id));
        expect(packet).toMatchObject({ type: PacketType.EVENT, nsp, data: [name, ...args] });
        expect(packet.id ?? null).toBe(id);
      }),
    );
  });

  test('acks', () => {
    fc.assert(
      fc.property(namespaces, ids, fc.array(values), (nsp, id, data) => {
        expect(parsed(encodeAck(nsp, id, data))).toMatchObject({ type: PacketType.ACK, nsp, id, data });
      }),
    );
  });

  test('CONNECT with its handshake, and DISCONNECT', () => {
    fc.assert(
      fc.property(namespaces, fc.dictionary(fc.string(), fc.string()), (nsp, auth) => {
        const plain = JSON.parse(JSON.stringify(auth)) as object;
        expect(parsed(encodeConnect(nsp, plain))).toMatchObject({ type: PacketType.CONNECT, nsp, data: plain });
        expect(parsed(encodeDisconnect(nsp))).toMatchObject({ type: PacketType.DISCONNECT, nsp });
      }),
    );
  });
});

describe('what the real Socket.IO encoder writes, we read', () => {
  test('events and acks', () => {
    fc.assert(
      fc.property(namespaces, names, fc.array(values), ids, (nsp, name, args, id) => {
        const event = { nsp, data: [name, ...args] };
        expect(decodeFrame(encoded({ type: PacketType.EVENT, ...event }))).toEqual({
          type: 'event',
          namespace: nsp,
          id: null,
          name,
          args,
        });
        expect(decodeFrame(encoded({ type: PacketType.EVENT, ...event, id }))).toEqual({
          type: 'event',
          namespace: nsp,
          id,
          name,
          args,
        });
        expect(decodeFrame(encoded({ type: PacketType.ACK, nsp, id, data: args }))).toEqual({
          type: 'ack',
          namespace: nsp,
          id,
          args,
        });
      }),
    );
  });

  test('CONNECT, a refusal, DISCONNECT, and the announcement of attachments', () => {
    fc.assert(
      fc.property(namespaces, fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (namespace, record) => {
        const data = JSON.parse(JSON.stringify(record)) as object;
        const of = (type: PacketType) => decodeFrame(encoded({ type, nsp: namespace, data }));
        expect(of(PacketType.CONNECT)).toEqual({ type: 'connect', namespace, data });
        expect(of(PacketType.CONNECT_ERROR)).toEqual({ type: 'connect_error', namespace, data });
        expect(decodeFrame(encoded({ type: PacketType.DISCONNECT, nsp: namespace, data: undefined }))).toEqual({
          type: 'disconnect',
          namespace,
        });
        const binary = { type: PacketType.EVENT, nsp: namespace, data: ['picture', new Uint8Array([1])] };
        expect(decodeFrame(encoded(binary))).toEqual({ type: 'binary', attachments: 1 });
      }),
    );
  });
});

test('Engine.IO’s own frames are read', () => {
  expect(decodeFrame('0{"sid":"a","pingInterval":25000,"pingTimeout":20000,"upgrades":[]}')).toEqual({
    type: 'open',
    sid: 'a',
    pingInterval: 25_000,
    pingTimeout: 20_000,
  });
  expect(['1', '2', '2probe', '3', '5', '6'].map((text) => decodeFrame(text).type)).toEqual([
    'close',
    'ping',
    'ping',
    'pong',
    'upgrade',
    'noop',
  ]);
});

test('no text makes the reader throw, and what is no frame is malformed', () => {
  fc.assert(fc.property(fc.string(), (text) => void decodeFrame(text)));
  fc.assert(fc.property(fc.string(), (text) => void decodeFrame(`4${text}`)));
  const texts = ['', 'x', '0', '0{}', '4', '47', '42', '42{}', '42[]', '42[1]', '43[]', '42["a"', '45["a"]'];
  expect(texts.filter((text) => decodeFrame(text).type !== 'malformed')).toEqual([]);
});
