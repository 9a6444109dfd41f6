import { randomBytes } from 'k6/crypto';
import http from 'k6/http';
import { Counter, Gauge, Rate, Trend } from 'k6/metrics';
import { clearTimeout, setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import { METRICS, type Metric } from '../../plan/metrics.ts';
import type { Ask, OpenSocket, Recorder, Tags, World } from '../../ports.ts';

/** k6's log. Its types leave it out, because Node's and the browsers' have it. */
declare const console: { warn(words: string): void };

/** k6 as a `World`. Metrics exist only where a script begins, so this is called once, there. */

const clock: Clock = {
  now: () => Date.now(),
  // k6 has one clock.
  monotonicMs: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

const random: Random = {
  float: () => Math.random(),
  bytes: (length) => new Uint8Array(randomBytes(length)),
};

const openSocket: OpenSocket = (url, tags, handlers) => {
  const socket = new WebSocket(url, null, { tags: { ...tags, name: 'socket' } });
  let isOver = false;
  const end = (why: string): void => {
    if (isOver) return;
    isOver = true;
    handlers.ended(why);
  };
  socket.onopen = () => handlers.opened();
  socket.onmessage = (event) => {
    if (!isOver && typeof event?.data === 'string') handlers.received(event.data);
  };
  socket.onerror = (event) => end(String(event?.error ?? 'the socket failed'));
  socket.onclose = () => end('the socket was closed');
  return {
    send(text) {
      // An error of the machine's is told by `onerror` as well.
      if (!isOver) socket.send(text);
    },
    close: () => socket.close(),
  };
};

/** Longer than a claim waits for its kiosk (20 s). */
const ANSWER_WITHIN = '40s';

const askOf =
  (baseUrl: string, record: Recorder): Ask =>
  async (route, { path, token, body, headers }) => {
    const [method = 'GET'] = route.split(' ');
    const response = await http.asyncRequest(
      method,
      `${baseUrl}${path}`,
      body === undefined ? null : JSON.stringify(body),
      {
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        tags: { name: route },
        timeout: ANSWER_WITHIN,
      },
    );
    if (response.status === 429) record('limited', 1, { what: route });
    return {
      status: response.status,
      header: (name) => Object.entries(response.headers).find(([key]) => key.toLowerCase() === name)?.[1],
      text: () => (typeof response.body === 'string' ? response.body : ''),
      json() {
        try {
          return response.json();
        } catch {
          return null;
        }
      },
    };
  };

function createRecorder(): Recorder {
  const kinds = {
    trend: (name: string) => new Trend(name),
    counter: (name: string) => new Counter(name),
    rate: (name: string) => new Rate(name),
    gauge: (name: string) => new Gauge(name),
  };
  const metrics = new Map<Metric, { add(value: number | boolean, tags?: Tags): void }>(
    Object.entries(METRICS).map(([name, { kind }]) => [name as Metric, kinds[kind](name)]),
  );
  return (metric, value, tags) => metrics.get(metric)?.add(value, tags);
}

/** `baseUrl`: the service's origin. */
export function createWorld(baseUrl: string): World {
  const record = createRecorder();
  return {
    clock,
    random,
    openSocket,
    ask: askOf(baseUrl, record),
    record,
    warn: (words) => console.warn(words),
  };
}
