import { connect } from 'node:net';

/**
 * The clients of `start-service-with-signs.bench.ts`, in a process of their own so that none of what they do is the service's: each has one kept
 * connection, and asks for the next page when the last one is here whole. They count bytes instead of reading them: a
 * client of Node's own `http` took 0.26 ms of the cores that service and Postgres have, each page, and these take 0.1.
 */
export interface PageJob {
  /** All of one server. */
  urls: string[];
  token: string;
  clients: number;
}

export interface PageTimes {
  /** What each of the requests took, from its first byte sent to the last one received. */
  timesMs: number[];
  /** What asking them took of a core. */
  cpuMs: number;
}

const HEAD_END = '\r\n\r\n';

/** One client: until `urls`, which others take from too, has no more. */
async function runClient(urls: Iterator<string>, port: number, token: string, timesMs: number[]): Promise<void> {
  const done = Promise.withResolvers<void>();
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let sentAt = 0;
  let head = Buffer.alloc(0);
  let missingBytes = 0;

  function askNext(): void {
    const next = urls.next();
    if (next.done) return void socket.end();
    const { host, pathname, search } = new URL(next.value);
    const text = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}${HEAD_END}`;
    sentAt = performance.now();
    socket.write(text, 'latin1');
  }

  /** How many bytes of the body are still to come; null while the head is not here. */
  function readHead(chunk: Buffer): number | null {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return null;
    const text = head.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (!text.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(`unexpected answer: ${text}`);
    const missing = Number(length) - (head.length - end - HEAD_END.length);
    head = Buffer.alloc(0);
    return missing;
  }

  socket.on('connect', askNext);
  socket.on('data', (chunk) => {
    const missing = missingBytes > 0 ? missingBytes - chunk.length : readHead(chunk);
    missingBytes = missing ?? 0;
    if (missing !== 0) return;
    timesMs.push(performance.now() - sentAt);
    askNext();
  });
  socket.on('error', done.reject).on('close', () => done.resolve());
  await done.promise;
}

async function runJob({ urls, token, clients }: PageJob): Promise<PageTimes> {
  const before = process.cpuUsage();
  const timesMs: number[] = [];
  const left = urls.values();
  const port = Number(new URL(urls[0]!).port);
  await Promise.all(Array.from({ length: clients }, () => runClient(left, port, token, timesMs)));
  if (timesMs.length !== urls.length) throw new Error(`${urls.length - timesMs.length} requests received no answer`);
  const { user, system } = process.cpuUsage(before);
  return { timesMs, cpuMs: (user + system) / 1_000 };
}

process.on('message', async (job: PageJob) => process.send!(await runJob(job)));
