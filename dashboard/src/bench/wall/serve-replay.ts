import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Strips } from '@sign-display/contracts/rest/event-figures';
import { WebSocketServer, type WebSocket } from 'ws';
import { ofAnySign, PATCH, type Recording } from './record-traffic.ts';

/** Serves the built pages and what was recorded, byte by byte as the service sent it; so beside the browser there is next to nothing to do. */

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** As often as the service asks whether somebody is still there. */
const PING_MS = 20_000;

/** A page of none of our code: a canvas of the same size, a picture a frame, and the same frames from the socket, parsed and dropped. */
const BARE = `<!doctype html><title>Bare</title><style>body{margin:0}canvas{width:100vw;height:100vh;display:block}</style><canvas></canvas><script>
const canvas = document.querySelector('canvas');
canvas.width = innerWidth; canvas.height = innerHeight;
const brush = canvas.getContext('2d', { alpha: false });
let told = 0;
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket.io/?EIO=4&transport=websocket');
socket.onmessage = ({ data }) => {
  if (data[0] === '0') socket.send('40/dashboard,{}');
  else if (data === '2') socket.send('3');
  else if (data.startsWith('40')) socket.send('42/dashboard,0["subscribe",{}]');
  else if (data.startsWith('42')) told += JSON.parse(data.slice(data.indexOf(',') + 1))[1].changes?.length ?? 0;
};
const draw = (at) => { brush.fillRect(at % canvas.width, 0, 1, 1); requestAnimationFrame(draw); };
requestAnimationFrame(draw);
</script>`;

/** The recorded strips as those of the signs that are asked for. */
function stripsFor(search: string, recorded: Buffer): string {
  const strips = JSON.parse(recorded.toString()) as Strips;
  const known = Object.values(strips.counts);
  const ids = new URLSearchParams(search).get('signIds')?.split(',') ?? [];
  const counts = Object.fromEntries(
    ids.flatMap((id, nth) => (known.length > 0 ? [[id, known[nth % known.length]!]] : [])),
  );
  return JSON.stringify({ ...strips, counts });
}

export interface Replay {
  url: string;
  /** What the page asked for that was not recorded. */
  missing: ReadonlySet<string>;
  /** Bytes of each script that was sent, gzipped, by name. */
  scripts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Sends the frames since the subscription at their times, then those of the cycle again and again, with cursors that go on. Returns how to stop. */
function play(socket: WebSocket, { frames, cycle }: Recording): () => void {
  const beganMs = performance.now();
  const cycleFrom = frames.findIndex(({ atMs }) => atMs >= cycle.fromMs);
  const cycleTo = frames.findIndex(({ atMs }) => atMs >= cycle.toMs);
  let [index, laterMs, cursor] = [0, 0, null as number | null];
  let timer: NodeJS.Timeout;
  function step(): void {
    const { text } = frames[index]!;
    const [whole, recorded] = PATCH.exec(text) ?? [];
    if (whole === undefined) socket.send(text);
    else {
      cursor = cursor === null ? Number(recorded) : cursor + 1;
      socket.send(whole.slice(0, -recorded!.length) + cursor + text.slice(whole.length));
    }
    index += 1;
    if (index === cycleTo) {
      index = cycleFrom;
      laterMs += cycle.toMs - cycle.fromMs;
    }
    wait();
  }
  const wait = (): void => {
    timer = setTimeout(step, Math.max(0, beganMs + laterMs + frames[index]!.atMs - performance.now()));
  };
  wait();
  return () => clearTimeout(timer);
}

function talk(socket: WebSocket, recording: Recording): void {
  let stop = () => {};
  const pings = setInterval(() => socket.send('2'), PING_MS);
  socket.on('close', () => (clearInterval(pings), stop()));
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith('40/dashboard')) socket.send(recording.connected);
    const [, number] = /^42\/dashboard,(\d+)\["subscribe"/.exec(text) ?? [];
    if (number === undefined) return;
    socket.send(recording.subscribed.replace(/^43\/dashboard,\d+/, `43/dashboard,${number}`));
    stop();
    stop = play(socket, recording);
  });
  socket.send(recording.opening);
}

/** `pages`: the folder of the built pages. */
export async function serveReplay(recording: Recording, pages: string): Promise<Replay> {
  const missing = new Set<string>();
  const scripts = new Map<string, number>();
  const packed = new Map([...recording.answers].map(([key, { body }]) => [key, gzipSync(body)]));
  const ofPath = new Map([...recording.answers.keys()].map((key) => [key.split('?')[0]!, key]));

  function answer({ method = 'GET', url = '/' }: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(url, 'http://replay');
    if (pathname === '/bare') return void response.setHeader('content-type', TYPES['.html']!).end(BARE);
    if (pathname.startsWith('/api/')) {
      const asked = `${method} ${ofAnySign(pathname)}`;
      // What is asked for again later has another moment in its query.
      const key = recording.answers.has(asked + search) ? asked + search : ofPath.get(asked);
      if (key === undefined) {
        missing.add(asked);
        return void response.writeHead(404).end();
      }
      const { status, contentType } = recording.answers.get(key)!;
      const isStrips = pathname.endsWith('/strips');
      response.writeHead(status, { 'content-type': contentType, 'content-encoding': 'gzip', vary: 'accept-encoding' });
      const { body } = recording.answers.get(key)!;
      return void response.end(isStrips ? gzipSync(stripsFor(search, body)) : packed.get(key));
    }
    const file = join(pages, pathname);
    const isFile = extname(pathname) !== '' && existsSync(file);
    const path = isFile ? file : join(pages, 'index.html');
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
    if (!isFile) response.setHeader('content-security-policy', recording.policy);
    if (!existsSync(`${path}.gz`)) return void response.end(readFileSync(path));
    const bytes = readFileSync(`${path}.gz`);
    if (extname(path) === '.js') scripts.set(pathname.split('/').at(-1)!, bytes.length);
    response.setHeader('content-encoding', 'gzip').end(bytes);
  }

  const server = createServer(answer);
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => talk(socket, recording));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missing,
    scripts,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
