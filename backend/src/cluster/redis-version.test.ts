import { createServer, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openRedis } from './redis-clients.ts';

/** A server that answers what the client asks at first, and says which version it is. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

async function serve(version: string | null): Promise<string> {
  const wires = new Set<Socket>();
  const server = createServer((wire) => {
    wires.add(wire);
    wire.on('error', () => {});
    wire.on('data', (chunk) => {
      // Each request is an array of strings, and begins with its name.
      for (const [, name] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        const word = name!.toLowerCase();
        if (word === 'ping') wire.write('+PONG\r\n');
        else if (word === 'hello') wire.write('%1\r\n$5\r\nproto\r\n:3\r\n');
        else if (word !== 'info') wire.write('-ERR unknown command\r\n');
        else if (version === null) wire.write('-NOPERM this user may not\r\n');
        else wire.write(bulk(`# Server\r\nredis_version:${version}\r\nloading:0\r\n`));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const wire of wires) wire.destroy();
    server.close();
  });
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ['6.2.14', false],
  ['7.0.15', true],
  ['10.1.0', true],
  [null, true],
])('R2: of a server that says it is %s, up is %s', async (version, up) => {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
  const clients = openRedis({ url: await serve(version), clock: systemClock, random: systemRandom, log });
  ends.unshift(() => clients.close());
  const ready = [clients.publisher, clients.subscriber].map(
    (client) => new Promise<void>((resolve) => void client.once('ready', resolve)),
  );
  await Promise.all(ready);
  expect(await clients.ping(10_000)).toMatchObject({ up });
  const told = 'Redis ignored because it is older than version 7, node runs without other nodes';
  expect(logged).toEqual(up ? [] : [told]);
});
