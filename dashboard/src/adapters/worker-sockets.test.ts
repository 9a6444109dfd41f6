import type { PlainSocket } from '@sign-display/client/sockets';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FromPage, FromWorker } from './socket-message-types.ts';
import { createWorkerSockets, type SocketWorker } from './worker-sockets.ts';

/** A page's side of its worker, with a worker that does what the test says. */

interface Told {
  said: FromPage[];
  isEnded: boolean;
  say(message: FromWorker): void;
  break(): void;
}

let workers: Told[];
let own: string[];
let nowMs: number;
let cannotBegin: boolean;
let open: (url: string) => PlainSocket;

function begin(): SocketWorker {
  if (cannotBegin) throw new Error('no worker here');
  const heard: { message?: (event: { data: FromWorker }) => void; error?: () => void } = {};
  const told: Told = {
    said: [],
    isEnded: false,
    say: (data) => heard.message!({ data }),
    break: () => heard.error!(),
  };
  workers.push(told);
  return {
    postMessage: (message) => void told.said.push(message),
    addEventListener: (type: string, listener: never) => void Object.assign(heard, { [type]: listener }),
    terminate: () => void (told.isEnded = true),
  };
}

function listened(socket: PlainSocket): string[] {
  const events: string[] = [];
  Object.assign(socket, {
    onopen: () => events.push('open'),
    onmessage: ({ data }: { data: string }) => events.push(data),
    onerror: () => events.push('error'),
    onclose: () => events.push('close'),
  } satisfies Partial<PlainSocket>);
  return events;
}

beforeEach(() => {
  [workers, own, nowMs, cannotBegin] = [[], [], 0, false];
  const openOwn = (url: string): PlainSocket => (own.push(url), { send() {}, close() {} });
  open = createWorkerSockets({ begin, openOwn, now: () => nowMs });
});

test('A3: one worker holds all connections of a page, and tells each of its own', () => {
  const [one, other] = [open('/one'), open('/other')];
  const [ofOne, ofOther] = [listened(one), listened(other)];
  const [worker] = workers;
  worker!.say([1, 'open']);
  worker!.say([2, 'open']);
  worker!.say([2, 'message', 'hello']);
  one.send('who?');
  worker!.say([1, 'close']);
  worker!.say([1, 'message', 'too late']);
  expect(workers.length).toBe(1);
  expect(worker!.said).toEqual([
    [1, 'open', '/one'],
    [2, 'open', '/other'],
    [1, 'send', 'who?'],
  ]);
  expect([ofOne, ofOther]).toEqual([
    ['open', 'close'],
    ['open', 'hello'],
  ]);
});

test('A3: the worker is told how much the page has read, so that it knows what waits', () => {
  open('/one');
  const [worker] = workers;
  for (let round = 0; round < 3; round += 1) worker!.say([1, 'message', 'x'.repeat(60_000)]);
  expect(worker!.said.slice(1)).toEqual([[1, 'read', 120_000]]);
});

describe('A3: a worker that is of no use', () => {
  test('ends its connections with an error where it breaks; the next is the page’s own, and the one after that has a new worker', () => {
    const events = [listened(open('/one')), listened(open('/other'))];
    workers[0]!.say([1, 'open']);
    workers[0]!.break();
    expect(events).toEqual([['open', 'error'], ['error']]);
    expect(workers[0]!.isEnded).toBe(true);
    open('/two');
    expect(own).toEqual(['/two']);
    open('/three');
    expect([own.length, workers.length]).toEqual([1, 2]);
    // What is late of the first is nobody's.
    const late = listened(open('/four'));
    workers[0]!.say([4, 'message', 'late']);
    workers[0]!.break();
    expect([late, workers[1]!.isEnded]).toEqual([[], false]);
  });

  test('is given up where it never answers, with the connection that nobody waits for any more', () => {
    const socket = open('/one');
    nowMs = 20_000;
    socket.close();
    expect(workers[0]!.isEnded).toBe(true);
    open('/two');
    expect(own).toEqual(['/two']);
  });

  test('is kept where a page leaves before it could answer', () => {
    const socket = open('/one');
    nowMs = 200;
    socket.close();
    expect([workers[0]!.isEnded, workers[0]!.said.at(-1)]).toEqual([false, [1, 'close']]);
  });

  test('is done without where there can be none', () => {
    cannotBegin = true;
    open('/one');
    expect(own).toEqual(['/one']);
  });
});
