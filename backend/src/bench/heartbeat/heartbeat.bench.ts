import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { systemRandom } from '../../adapters/system-random.ts';
import { makeHandshake } from '../../testing/virtual-device.ts';
import { prepareFleet, type Fleet } from './fleet.bench.ts';
import type { KioskToBe, Outcome, ServerKind, Task } from './heartbeat-client.bench.ts';
import { anonymousBytesOf, cpuUsOf, cpuUsOfFamily, mostOpenFiles } from './process-usage.ts';
import { FIGURES, describe, type Measured, type Round } from './report.bench.ts';

/**
 * What a heartbeat costs the server's process, and what a connection keeps: the service beside a bare Socket.IO echo and a bare `ws` echo of the same
 * payload, each in a process of its own, one after the other in every round, in an order that turns. One process has all the kiosks; half of them
 * have a record, so that what they say is written.
 *
 *     npm run bench:heartbeat -- --help
 *
 * Counted is the processor time of the server's process (all threads, kernel and all; Postgres' is told beside it), after an interval in which every
 * kiosk was heard; and the memory that is its own, garbage collected, beyond what it took with the first hundred kiosks. Socket.IO pings
 * each connection every 25 s: a measured time of as many seconds has each ping once, however fast the fleet came.
 *
 * Each kiosk says of itself what its record says, as the agent does. One without a record that says it shows a page is mistaken, is told so every third
 * heartbeat, and cost the service as much again.
 *
 * On 2 cores that nothing else used, of five rounds the median: bare ws 49 µs and 9.2 kB, bare Socket.IO 82 µs and 24.2 kB, the service 98 µs
 * and 26.8 kB (and 9 µs of Postgres). So 1.13 times bare Socket.IO (0.90 to 1.35 in a round) and 1.13 times its memory; asked are 1.25 and 1.5.
 */

const HELP = `npm run bench:heartbeat -- [options]

  --rounds <n>        how often each server is measured (5)
  --connections <n>   kiosks that are connected (10000)
  --seconds <n>       how long heartbeats are measured, at one in 5 s a kiosk (25: each connection's ping once)
  --servers <names>   some of ws,socket.io,service (all)
  --profile <folder>  writes a processor profile of each measured server there (slower: not for figures)
  --help

Needs Linux (/proc), and twice as many open files as there are connections, in two processes.
Exit codes: 0 measured, whatever the figures are; 1 the measurement failed; 2 it could not start.`;

const ALL: readonly ServerKind[] = ['ws', 'socket.io', 'service'];
/** With them what is loaded and compiled on the way is there before memory is counted. */
const FIRST = 100;
/** What a process has open besides. */
const OTHER_FILES = 200;
const INTERVAL_SECONDS = 5;

class UsageError extends Error {}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least)
    throw new UsageError(`--${name}: expected a whole number from ${least}, got ${text}`);
  return value;
}

function readOptions() {
  const text = (of: string) => ({ type: 'string', default: of }) as const;
  const { values } = parseArgs({
    options: {
      rounds: text('5'),
      connections: text('10000'),
      seconds: text('25'),
      servers: text(ALL.join(',')),
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const servers = values.servers.split(',');
  const isKind = (name: string): name is ServerKind => (ALL as readonly string[]).includes(name);
  if (!servers.every(isKind)) throw new UsageError(`--servers: there are ${ALL.join(', ')}`);
  return {
    help: values.help,
    rounds: wholeNumber('rounds', values.rounds, 1),
    connections: wholeNumber('connections', values.connections, 2 * FIRST),
    seconds: wholeNumber('seconds', values.seconds, 1),
    servers: ALL.filter((kind) => servers.includes(kind)),
    profile: values.profile ?? null,
  };
}
type Options = ReturnType<typeof readOptions>;

/** What `npm start` gives V8: all three servers have it. */
async function flagsOfStart(): Promise<string[]> {
  const path = join(import.meta.dirname, '../../../../package.json');
  const { scripts } = JSON.parse(await readFile(path, 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => /^--(?:max|heap)-/.test(word));
}

interface Running {
  pid: number;
  url: string;
  /** Collects its garbage. */
  collect(): Promise<void>;
  stop(): Promise<void>;
}

async function startServer(kind: ServerKind, fleet: Fleet, profile: string | null): Promise<Running> {
  const script = kind === 'service' ? ['../../main.ts'] : ['./bare-echo.bench.ts', kind];
  const [file, ...args] = script;
  const child = spawn(
    process.execPath,
    [
      ...(await flagsOfStart()),
      '--expose-gc',
      ...(profile !== null ? ['--cpu-prof', `--cpu-prof-dir=${join(profile, kind)}`] : []),
      '--import',
      join(import.meta.dirname, 'collect-on-demand.bench.ts'),
      join(import.meta.dirname, file!),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...fleet.environment, NODE_NO_WARNINGS: '1' } },
  );
  let said = '';
  const exited = once(child, 'exit');
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = Promise.withResolvers<string>();
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const address = /"url":"([^"]+)"/.exec(line)?.[1];
    // The service says its address in its line "ready" alone.
    if (address !== undefined) url.resolve(address);
    else said = `${said}${line}\n`.slice(-4_000);
  });
  void exited.then(() => url.reject(new Error(`${kind} did not start:\n${said}`)));
  return {
    pid: child.pid!,
    url: await url.promise,
    async collect() {
      child.send('collect');
      await once(child, 'message');
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function ask(client: ChildProcess, task: Task): Promise<Exclude<Outcome, { error: string }>> {
  client.send(task);
  const ended = once(client, 'exit').then(() => [{ error: 'the client has ended' }]);
  const [outcome] = (await Promise.race([once(client, 'message'), ended])) as [Outcome];
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome;
}

async function measure(kind: ServerKind, kiosks: KioskToBe[], fleet: Fleet, options: Options): Promise<Measured> {
  const { seconds, profile } = options;
  const server = await startServer(kind, fleet, profile);
  const client = fork(join(import.meta.dirname, 'heartbeat-client.bench.ts'));
  const memory = async (): Promise<number> => {
    await server.collect();
    return await anonymousBytesOf(server.pid);
  };
  try {
    const connect = { kind: 'connect', server: kind, url: server.url } as const;
    await ask(client, { ...connect, kiosks: kiosks.slice(0, FIRST) });
    await ask(client, { kind: 'beat', seconds: INTERVAL_SECONDS });
    const before = await memory();
    const begin = performance.now();
    await ask(client, { ...connect, kiosks: kiosks.slice(FIRST) });
    const connectedInMs = performance.now() - begin;
    await ask(client, { kind: 'beat', seconds: INTERVAL_SECONDS });
    const perConnection = (bytes: number): number => (bytes - before) / (kiosks.length - FIRST);
    const connectedBytes = perConnection(await memory());
    await ask(client, { kind: 'beat', seconds: INTERVAL_SECONDS });

    const [cpu, postgres] = [await cpuUsOf(server.pid), await cpuUsOfFamily(fleet.postgresPid)];
    const outcome = await ask(client, { kind: 'beat', seconds });
    const cpuUs = (await cpuUsOf(server.pid)) - cpu;
    const postgresUs = (await cpuUsOfFamily(fleet.postgresPid)) - postgres;
    if (!('beats' in outcome)) throw new Error('the client answered another task');
    const { beats, answersMs } = outcome;
    return {
      cpuUs: cpuUs / beats,
      postgresUs: postgresUs / beats,
      memoryBytes: perConnection(await memory()),
      connectedBytes,
      connectedInMs,
      answerP50Ms: answersMs.p50,
      answerP99Ms: answersMs.p99,
    };
  } finally {
    client.disconnect();
    await server.stop();
  }
}

async function run(options: Options): Promise<void> {
  const { connections, rounds, seconds, servers } = options;
  const kiosks = Array.from({ length: connections }, (_, index): KioskToBe => ({
    handshake: makeHandshake(systemRandom),
    isClaimed: index % 2 === 0,
  }));
  const fleet = await prepareFleet(kiosks.filter(({ isClaimed }) => isClaimed).map(({ handshake }) => handshake));
  console.log(
    `${connections} connections, ${connections / INTERVAL_SECONDS} heartbeats a second for ${seconds} s, ${rounds} rounds`,
  );
  try {
    const measured: Round[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const turn = servers.map((_, place) => servers[(place + index) % servers.length]!);
      const round: Round = {};
      for (const kind of turn) {
        round[kind] = await measure(kind, kiosks, fleet, options);
        const { cpuUs, memoryBytes, connectedInMs } = round[kind];
        console.log(
          `  round ${index + 1}, ${kind}: ${cpuUs.toFixed(1)} µs, ${(memoryBytes / 1_000).toFixed(1)} kB, connected in ${(connectedInMs / 1_000).toFixed(1)} s`,
        );
      }
      measured.push(round);
    }
    console.log(`\n${describe(measured, servers)}`);
  } finally {
    await fleet.remove();
  }
}

try {
  const options = readOptions();
  if (options.help) console.log(`${HELP}\n\nThe figures: ${FIGURES.join('; ')}.`);
  else {
    if (process.platform !== 'linux') throw new UsageError('This measurement reads /proc, which only Linux has.');
    const needed = options.connections + OTHER_FILES;
    const most = await mostOpenFiles();
    if (most < needed)
      throw new UsageError(
        `A process may have ${most} files open here, and ${needed} are needed: raise the hard limit (\`ulimit -Hn ${needed}\` as root, or LimitNOFILE, or --ulimit nofile=${needed} for a container), or ask for fewer --connections.`,
      );
    await run(options);
  }
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  console.error(isUsage ? `${(error as Error).message}\nTry --help.` : error);
  process.exitCode = isUsage ? 2 : 1;
}
