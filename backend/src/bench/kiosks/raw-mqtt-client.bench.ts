import { connect } from 'node:net';
import type { RawSocket } from './raw-socket-client.bench.ts';

/** As much of MQTT 3.1.1 as a heartbeat with an ack needs: packets that are made once, and answers that are taken apart in place. */

const TYPE = { connect: 0x10, connack: 0x20, publish: 0x32, puback: 0x40, ping: 0xc0 } as const;
/** No keepalive: none of the servers ends who says nothing for a while. */
const KEEPALIVE = Buffer.from([0, 0]);
const CLEAN = 0x02;

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function packet(type: number, body: Buffer): Buffer {
  const size: number[] = [];
  let left = body.length;
  do {
    const digit = left % 128;
    left = Math.floor(left / 128);
    size.push(left > 0 ? digit | 0x80 : digit);
  } while (left > 0);
  return Buffer.concat([Buffer.from([type, ...size]), body]);
}

/** QoS 1, so the broker acknowledges it; one message of a kiosk is under way at once, so that all have the same number. */
export const publishPacket = (topic: string, payload: string): Buffer =>
  packet(TYPE.publish, Buffer.concat([text(topic), Buffer.from([0, 1]), Buffer.from(payload)]));

/** Resolves once the broker has let it in. */
export function openMqtt(
  url: string,
  clientId: string,
  { acked, ended }: { acked(): void; ended(why: string): void },
): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const wire = connect({ host: hostname, port: Number(port), noDelay: true });
  return new Promise((resolve, reject) => {
    wire.write(packet(TYPE.connect, Buffer.concat([text('MQTT'), Buffer.from([4, CLEAN]), KEEPALIVE, text(clientId)])));
    let rest: Buffer = Buffer.alloc(0);
    wire.on('data', (arrived) => {
      const chunk = rest.length > 0 ? Buffer.concat([rest, arrived]) : arrived;
      let at = 0;
      // Everything that comes here is four bytes long.
      for (; chunk.length - at >= 4; at += 4) {
        if (chunk[at] === TYPE.puback) acked();
        else if (chunk[at] === TYPE.connack && chunk[at + 3] === 0)
          resolve({ send: (frame) => void wire.write(frame), destroy: () => void wire.resetAndDestroy() });
        else return void wire.destroy(new Error(`unexpected MQTT packet: ${chunk.toString('hex', at, at + 4)}`));
      }
      rest = chunk.subarray(at);
    });
    wire.on('error', (error) => {
      reject(error);
      ended(String(error));
    });
    wire.on('close', () => {
      reject(new Error('the connection was closed before it was open'));
      ended('closed');
    });
  });
}
