import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { afterTurn } from '../adapters/after-microtasks.ts';
import { createHoldWrites } from './write-coalescing.ts';

const holdWrites = createHoldWrites(afterTurn);

/** A connection that keeps what each call to the system would write. */
function makeWire() {
  const calls: string[] = [];
  const wire = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, written) {
      calls.push(chunk.toString());
      written();
    },
    writev(chunks, written) {
      calls.push(chunks.map(({ chunk }) => (chunk as Buffer).toString()).join(''));
      written();
    },
  });
  const send = (text: string): void => {
    holdWrites(wire);
    // As ws writes a frame: its head and what is in it.
    wire.cork();
    wire.write(text.slice(0, 1));
    wire.write(text.slice(1));
    wire.uncork();
  };
  return { wire, calls, send };
}

test('what is sent in one turn, and by the promises that it settles, is one write', async () => {
  const { calls, send } = makeWire();
  // Begun by the loop and not by a promise: there a tick would come first.
  setImmediate(() => {
    send('one ');
    void (async () => {
      for (const text of ['two ', 'three ', 'four']) {
        await Promise.resolve();
        send(text);
      }
    })();
    expect(calls).toEqual([]);
  });
  await nextTurn();
  await nextTurn();
  expect(calls).toEqual(['one two three four']);
});

test('each turn writes what it sent: nothing waits for the next, and nothing changes its place', async () => {
  const turns = fc.array(fc.array(fc.tuple(fc.boolean(), fc.stringMatching(/^[a-z]{2,5}$/)), { maxLength: 4 }), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(turns, async (sends) => {
      const { calls, send } = makeWire();
      for (const turn of sends) {
        // A turn begins at once or with a promise that settles: both are one.
        for (const [isLater, text] of turn) {
          if (isLater) await Promise.resolve();
          send(text);
        }
        await nextTurn();
      }
      expect(calls).toEqual(sends.map((turn) => turn.map(([, text]) => text).join('')).filter((text) => text !== ''));
    }),
  );
});

test('what was sent before the end of a connection arrives', async () => {
  const server = createServer((socket) => {
    holdWrites(socket);
    socket.write('first ');
    socket.end('last');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  client.on('data', (bytes: Buffer) => (heard += bytes.toString()));
  await once(client, 'end');
  expect(heard).toBe('first last');
});
