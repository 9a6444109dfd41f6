import { cpus, loadavg, totalmem } from 'node:os';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { isBrokenOff, onEnd, runToEnd } from './benchmark-cleanup.bench.ts';
import type { LineName, ServerKind } from './figures/figures.ts';
import { HELP, REPORTS, UsageError, describeSizes, readOptions, type Options } from './figures/command-line-options.ts';
import { describeRun, jsonOf, judgeRun, type Run } from './figures/report.ts';
import { measureBulk } from './measurements/bulk.ts';
import { measureHeartbeat, measureMemory, measurePeak } from './measurements/heartbeat-and-memory.ts';
import { measureScript, runScript, type ScriptName } from './measurements/run-measurement-scripts.ts';
import { kioskOf, newHandshakes, type Stage } from './measurements/run-with-measured-server.ts';
import { measureStorm } from './measurements/reconnect-storm.ts';
import { findCores, pin, type Cores } from './servers/assign-cores.ts';
import { prepareFleet } from './servers/prepare-fleet-database.bench.ts';
import { hasMosquitto } from './servers/start-mosquitto.ts';
import { mostOpenFiles, mostPorts } from './servers/process-usage.ts';

/** `npm run bench`: what the service costs, beside what others cost, in one table (docs/performance.md). */

const EXIT = { kept: 0, broken: 1, unusable: 2, unjudged: 3 } as const;
/** What a process has open besides its connections. */
const OTHER_FILES = 200;

const clockOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};
/** Progress, with the time since the begin. */
const say = (words: string): void => console.error(`[${clockOf(performance.now())}] ${words}`);

type OfFleet = Exclude<LineName, ScriptName>;
const isScript = (line: LineName): line is ScriptName => line === 'claim' || line === 'list' || line === 'snapshot';
const BESIDE_SERVERS: Record<
  Exclude<OfFleet, 'bulk'>,
  (stage: Stage, kind: ServerKind, round: number) => Promise<void>
> = {
  heartbeat: measureHeartbeat,
  peak: measurePeak,
  memory: measureMemory,
  storm: measureStorm,
};

async function measureOfFleet(
  stage: Stage,
  line: OfFleet,
  servers: readonly ServerKind[],
  round: number,
): Promise<void> {
  if (line === 'bulk') return await measureBulk(stage, round);
  // Another one begins in each round.
  for (let place = 0; place < servers.length; place += 1)
    await BESIDE_SERVERS[line](stage, servers[(place + round) % servers.length]!, round);
}

async function prepareStage(run: Measuring, cores: Cores | null): Promise<Stage> {
  const { options } = run;
  const needed = Math.max(options.connections, options.storm);
  const claimed = newHandshakes(needed);
  say(`preparing a database with ${needed} signs`);
  const fleet = await prepareFleet(claimed, cores);
  return {
    options,
    cores,
    fleet,
    say,
    onEnd,
    claimed: claimed.map((handshake) => kioskOf(handshake, fleet)),
    unclaimed: newHandshakes(needed).map((handshake) => kioskOf(handshake, null)),
    add: (sample) => void run.samples.push(sample),
    stood: (stalls) => void run.stalls.push(stalls),
  };
}

/** What becomes a `Run` line by line. */
type Measuring = { -readonly [Part in keyof Run]: Run[Part] extends readonly (infer One)[] ? One[] : Run[Part] };

/** `kept`: called after each line. */
async function measureAll(
  run: Measuring,
  cores: Cores | null,
  servers: readonly ServerKind[],
  kept: () => Promise<void>,
): Promise<void> {
  const { options, samples, failures } = run;
  /** One line that fails in one round must not take hours of others with it. */
  async function attempt(what: string, measure: () => Promise<void>): Promise<void> {
    say(what);
    try {
      await measure();
    } catch (error) {
      if (isBrokenOff()) throw error;
      failures.push(`${what}: ${(error as Error).message}`);
      say(`  failed: ${(error as Error).message}`);
    }
    await kept();
  }
  const isOfFleet = options.stalls || options.lines.some((line) => !isScript(line));
  const stage = isOfFleet ? await prepareStage(run, cores) : null;
  const beganMs = performance.now();
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const line of options.lines)
      await attempt(`round ${round} of ${options.rounds}, ${line}`, () =>
        isScript(line)
          ? measureScript({ options, cores, onEnd, add: (sample) => void samples.push(sample) }, line, round)
          : measureOfFleet(stage!, line, servers, round),
      );
    const eachMs = (performance.now() - beganMs) / round;
    if (round < options.rounds)
      say(`a round takes ${clockOf(eachMs)}: the others will take ${clockOf(eachMs * (options.rounds - round))}`);
  }
  if (options.stalls)
    await attempt('one more round of heartbeats to ours, with samples of what runs; not counted', () =>
      measureHeartbeat(stage!, 'ours', options.rounds + 1, true),
    );
}

async function checkMachine({
  connections,
  storm,
  servers,
}: Options): Promise<{ cores: Cores | null; there: ServerKind[]; notes: string[] }> {
  if (process.platform !== 'linux') throw new UsageError('This benchmark needs /proc, which exists only on Linux.');
  const most = Math.max(connections, storm);
  const needed = most + OTHER_FILES;
  const files = await mostOpenFiles();
  if (files < needed)
    throw new UsageError(
      `On this machine, a process can open ${files} files, but this run needs ${needed}. Raise the limit (\`ulimit -n ${needed}\`; raise the hard limit as root, with LimitNOFILE, or with --ulimit nofile=${needed} for a container), or choose fewer --connections and a smaller --storm.`,
    );
  const ports = await mostPorts();
  if (ports < most)
    throw new UsageError(
      `This machine has enough ports for ${ports} connections between two addresses, but this run needs ${most}. Widen the port range as root (\`sysctl -w net.ipv4.ip_local_port_range="1024 65535"\`), or choose fewer --connections and a smaller --storm.`,
    );
  const cores = findCores();
  const notes = [
    `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux, Node ${process.versions.node}; load ${loadavg()[0]!.toFixed(1)} at the begin`,
    cores
      ? `the server and its database on core ${cores.server.join(', ')}, the clients on core ${cores.clients.join(', ')}`
      : 'the server and the clients share all cores (no taskset, or one core): figures are worth less',
  ];
  const there = servers.filter((kind) => kind !== 'mosquitto' || hasMosquitto());
  if (there.length === 0)
    throw new UsageError('Mosquitto is not installed on this machine, and --servers names no other server.');
  if (there.length < servers.length) notes.push('Mosquitto is not installed on this machine, so it is not measured');
  return { cores, there, notes };
}

/** A run of hours must not end at a folder that is not there. What the file has stays until there is something to write. Throws UsageError. */
async function checkJson(path: string): Promise<void> {
  const isThere = await readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
  try {
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new UsageError(`--json: ${(error as Error).message}`);
  }
  // An empty one would be no JSON.
  if (!isThere) await rm(path);
}

async function bench(options: Options): Promise<number> {
  const { cores, there, notes } = await checkMachine(options);
  if (options.json !== null) await checkJson(options.json);
  if (cores) pin(process.pid, cores.clients);
  if (options.lines.length > 0) notes.push(describeSizes(options));
  for (const note of notes) say(note);
  let code: number = EXIT.kept;
  for (const name of options.reports) {
    say(`${name}: ${REPORTS[name][1]}`);
    if ((await runScript({ onEnd, cores }, REPORTS[name][0], [])) !== 0) code = EXIT.broken;
  }
  if (options.lines.length === 0) return code;
  const run: Measuring = { notes, options, samples: [], stalls: [], failures: [], isWhole: false };
  const keep = async (): Promise<void> => {
    if (options.json !== null) await writeFile(options.json, jsonOf(run));
  };
  // The first to be given to `onEnd` is ended last: whoever breaks off a run of hours has what was measured until then.
  const told = onEnd(async () => {
    if (run.samples.length > 0) console.log(describeRun(run));
  });
  await measureAll(run, cores, there, keep);
  told();
  run.isWhole = true;
  await keep();
  console.log(describeRun(run));
  const verdicts = judgeRun(run);
  if (run.failures.length > 0 || verdicts.some(({ outcome }) => outcome === 'BROKEN')) return EXIT.broken;
  if (code === EXIT.kept && verdicts.some(({ isFullSize, outcome }) => isFullSize && outcome === 'not judged'))
    return EXIT.unjudged;
  return code;
}

await runToEnd(async () => {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options.help) console.log(HELP);
    else process.exitCode = await bench(options);
  } catch (error) {
    if (isBrokenOff()) throw error;
    console.error(error instanceof UsageError ? `${error.message}\nTry --help.` : error);
    process.exitCode = error instanceof UsageError ? EXIT.unusable : EXIT.broken;
  }
});
