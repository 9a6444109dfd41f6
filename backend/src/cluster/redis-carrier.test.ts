import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { createRedisServer, redisProgram, type RedisServer } from '../testing/redis-server.ts';
import { CHANNEL, createRedisCarrier } from './redis-carrier.ts';
import { openRedis, type RedisClients } from './redis-clients.ts';
import { createRooms, type Rooms } from './node-messaging.ts';
import { createSealedMessages } from './signed-messages.ts';

const SECRET = 'one secret of all the nodes';
const AWAY = 'Redis unreachable, node runs without other nodes';
const BACK = 'Redis reachable again';

interface Node {
  rooms: Rooms;
  clients: RedisClients;
  logged: string[];
  /** Resolves when this was logged. */
  untilLogged(message: string): Promise<void>;
  gaps: number;
  /** Why each message was dropped. */
  dropped: string[];
}

describe.skipIf(redisProgram.mayBeSkipped)(`two nodes over a Redis server; ${redisProgram.need}`, () => {
  let server: RedisServer;
  let nodes: Node[] = [];
  const rejected: unknown[] = [];
  const noteRejection = (reason: unknown) => void rejected.push(reason);

  beforeAll(() => void process.on('unhandledRejection', noteRejection));
  afterAll(() => void process.off('unhandledRejection', noteRejection));
  beforeEach(async () => {
    server = await createRedisServer();
  });
  afterEach(async () => {
    for (const { clients } of nodes) clients.close();
    nodes = [];
    await server.remove();
    if (rejected.length > 0) throw new Error('a rejection was not handled', { cause: rejected });
  });

  function open(secret = SECRET): Node {
    const logged: string[] = [];
    const waiting = new Map<string, () => void>();
    const log = pino(
      {},
      {
        write(line: string) {
          const { msg } = JSON.parse(line) as { msg: string };
          logged.push(msg);
          waiting.get(msg)?.();
        },
      },
    );
    const untilLogged = (message: string) =>
      new Promise<void>((resolve) => (logged.includes(message) ? resolve() : void waiting.set(message, resolve)));
    const clients = openRedis({ url: server.url, clock: systemClock, random: systemRandom, log });
    const carrier = createRedisCarrier(clients, { secret, clock: systemClock, random: systemRandom });
    const dropped: string[] = [];
    const observe = {
      dropped: (why: string) => void dropped.push(why),
      caught: (error: unknown) => void rejected.push(error),
    };
    const node: Node = { rooms: createRooms(carrier, observe), clients, logged, untilLogged, gaps: 0, dropped };
    node.rooms.onGap(() => (node.gaps += 1));
    nodes.push(node);
    return node;
  }

  /** Publishes until it is heard: how long a connection takes to be made again is nobody's promise. */
  async function reaches(from: Node, to: Node): Promise<void> {
    const heard = Promise.withResolvers<void>();
    const stop = to.rooms.listen('reaches', () => heard.resolve());
    const publish = (): void => {
      from.rooms.publish('reaches', null);
      cancel = systemClock.after(20, publish);
    };
    let cancel = systemClock.after(0, publish);
    await heard.promise;
    cancel();
    stop();
  }

  it('R2: a message reaches the other node once', async () => {
    await server.start();
    const [one, two] = [open(), open()];
    await reaches(one, two);
    await reaches(two, one);
    const heard: unknown[] = [];
    for (const { rooms } of [one, two]) rooms.listen('a', (message) => heard.push(message));
    two.rooms.listen('b', (message) => heard.push(message));
    const last = new Promise<void>((resolve) => void two.rooms.listen('last', () => resolve()));
    one.rooms.publish('a', { of: ['one', null, 1] });
    one.rooms.publish('last', null);
    await last;
    expect(heard).toEqual([{ of: ['one', null, 1] }, { of: ['one', null, 1] }]);
  });

  it('R2: without a server nothing is thrown, awaited or kept; when it comes, messages are carried', async () => {
    const [one, two] = [open(), open()];
    for (let count = 0; count < 10_000; count += 1) one.rooms.publish('a', { count });
    expect(await one.clients.ping(1_000)).toMatchObject({ up: false });
    await one.untilLogged(AWAY);
    await server.start();
    await reaches(one, two);
    await reaches(two, one);
    await one.untilLogged(BACK);
    // Each change of state once.
    expect(one.logged).toEqual([AWAY, BACK]);
    expect(await one.clients.ping(10_000)).toMatchObject({ up: true });
  });

  it('R2: a server that was killed and comes back carries again, and both nodes hear that there was a gap', async () => {
    await server.start();
    const [one, two] = [open(), open()];
    await reaches(one, two);
    await reaches(two, one);
    const before = nodes.map(({ gaps }) => gaps);
    await server.kill();
    one.rooms.publish('a', 'lost');
    expect(await one.clients.ping(1_000)).toMatchObject({ up: false });
    await server.start();
    await reaches(one, two);
    await reaches(two, one);
    // Told by the node that noticed it, on its own way.
    await expect.poll(() => nodes.map(({ gaps }, index) => gaps > before[index]!)).toEqual([true, true]);
  });

  it('R2: a server that hangs is away after a moment, and fills no memory meanwhile', async () => {
    await server.start();
    const [one, two] = [open(), open()];
    await reaches(one, two);
    await reaches(two, one);
    server.hang();
    const text = 'x'.repeat(10_000);
    for (let count = 0; count < 20_000; count += 1) one.rooms.publish('a', text);
    expect((one.clients.publisher as unknown as { commandQueue: unknown[] }).commandQueue.length).toBe(1_000);
    const begin = systemClock.monotonicMs();
    // The deadline is the caller's: a hung server is "down", not a hung reply.
    expect(await one.clients.ping(500)).toMatchObject({ up: false });
    expect(systemClock.monotonicMs() - begin).toBeLessThan(10_000);
    await one.untilLogged(AWAY);
    server.goOn();
    await reaches(one, two);
    await reaches(two, one);
  });

  it('X3: forged, changed, truncated, replayed and stale messages of another Redis client are dropped, and later ones still arrive', async () => {
    await server.start();
    const [one, two] = [open(), open()];
    await reaches(one, two);
    const stranger = new Redis(server.url);
    const captured: string[] = [];
    const listener = new Redis(server.url);
    listener.on('smessage', (_channel: string, text: string) => captured.push(text));
    await listener.ssubscribe(CHANNEL);
    const heard: unknown[] = [];
    two.rooms.listen('a', (message) => heard.push(message));
    one.rooms.publish('a', 'real');
    await expect.poll(() => [captured.length, heard.length]).toEqual([1, 1]);
    const [real] = captured as [string];
    const parts = real.split('.');
    const changed = (at: number, by: string): string => parts.with(at, by).join('.');
    const body = JSON.stringify(['a', 'forged']);
    const before = two.dropped.length;
    const attacks = [
      body,
      '',
      real.slice(0, -1),
      real.slice(0, 40),
      real.replace('real', 'fake'),
      changed(1, 'f'.repeat(32)),
      changed(2, String(Number(parts[2]) + 1)),
      changed(3, String(Number(parts[3]) + 1)),
      changed(4, 'A'.repeat(43)),
      changed(4, ''),
      // Of another key, and as Socket.IO's adapter would write it.
      createSealedMessages({ secret: 'another secret', clock: systemClock, random: systemRandom }).seal(body),
      JSON.stringify({ uid: 'x', type: 1, data: { packet: { data: ['room', 'a', 'forged'] } } }),
      `1.${'f'.repeat(32)}.1.${Date.now()}.${'A'.repeat(43)}.${body}`,
      real,
      real,
    ];
    for (const text of attacks) await stranger.spublish(CHANNEL, text);
    await stranger.spublish(CHANNEL, Buffer.from([0xff, 0xfe, 0x31, 0x2e]));
    await stranger.publish(CHANNEL, real);
    // One of an hour ago, from a node that this one has never seen.
    const past = { ...systemClock, now: () => Date.now() - 3_600_000 };
    await stranger.spublish(
      CHANNEL,
      createSealedMessages({ secret: SECRET, clock: past, random: systemRandom }).seal(body),
    );
    one.rooms.publish('a', 'later');
    await expect.poll(() => heard).toEqual(['real', 'later']);
    const why = two.dropped.slice(before);
    expect(why).toHaveLength(attacks.length + 2);
    expect(new Set(why)).toEqual(new Set(['malformed', 'forged', 'replayed', 'stale']));
    expect(why.filter((each) => each === 'replayed')).toHaveLength(2);
    for (const client of [stranger, listener]) client.disconnect();
  });

  it('X3: nodes of different secrets exchange nothing', async () => {
    await server.start();
    const [one, two, other] = [open(), open(), open('the secret of other nodes')];
    await reaches(one, two);
    const heard: unknown[] = [];
    other.rooms.listen('a', (message) => heard.push(message));
    await expect
      .poll(() => {
        one.rooms.publish('a', 'secret');
        return other.dropped.includes('forged');
      })
      .toBe(true);
    expect(heard).toEqual([]);
  });
});
