import { cpus, loadavg, totalmem } from 'node:os';
import { open, writeFile } from 'node:fs/promises';
import { isBrokenOff, onEnd, runToEnd } from './endings.bench.ts';
import { judge } from './figures/bounds.ts';
import type { LineName, Sample, ServerKind } from './figures/figures.ts';
import { HELP, REPORTS, UsageError, readOptions, type Options } from './figures/options.ts';
import { describeSamples } from './figures/table.ts';
import { measureBulk } from './lines/bulk.ts';
import { measureHeartbeat, measureMemory, measurePeak } from './lines/heartbeat.ts';
import { measureScript, runScript } from './lines/scripts.ts';
import { kioskOf, newHandshakes, type Stage } from './lines/stage.ts';
import { measureStorm } from './lines/storm.ts';
import { findCores, pin, type Cores } from './servers/cores.ts';
import { prepareFleet } from './servers/fleet.bench.ts';
import { hasMosquitto } from './servers/mosquitto.ts';
import { mostOpenFiles } from './servers/process-usage.ts';

/** `npm run bench`: what the service costs, beside what others cost, in one table (docs/performance.md). */

const EXIT = { kept: 0, broken: 1, unusable: 2, unjudged: 3 } as const;
/** What a process has open besides its connections. */
const OTHER_FILES = 200;
const say = (words: string): void => console.error(words);

const BESIDE_SERVERS: Partial<Record<LineName, (stage: Stage, kind: ServerKind, round: number) => Promise<void>>> = {
  heartbeat: measureHeartbeat,
  peak: measurePeak,
  memory: measureMemory,
  storm: measureStorm,
};

async function measureLine(stage: Stage, line: LineName, servers: readonly ServerKind[], round: number): Promise<void> {
  say(`round ${round}, ${line}`);
  const one = BESIDE_SERVERS[line];
  if (line === 'bulk') return await measureBulk(stage, round);
  if (!one) return await measureScript(stage, line as 'claim' | 'list' | 'snapshot', round);
  // Another one begins in each round.
  for (let place = 0; place < servers.length; place += 1)
    await one(stage, servers[(place + round) % servers.length]!, round);
}

async function measureAll(options: Options, cores: Cores | null, servers: readonly ServerKind[]) {
  const samples: Sample[] = [];
  /** One line that fails in one round must not take hours of others with it. */
  const failures: string[] = [];
  const needed = Math.max(options.connections, options.storm);
  const claimed = newHandshakes(needed);
  say(`preparing a database with ${needed} signs`);
  const fleet = await prepareFleet(claimed, cores);
  onEnd(() => fleet.remove());
  const stage: Stage = {
    options,
    cores,
    fleet,
    say,
    onEnd,
    claimed: claimed.map((handshake) => kioskOf(handshake, fleet)),
    unclaimed: newHandshakes(needed).map((handshake) => kioskOf(handshake, null)),
    add: (sample) => void samples.push(sample),
  };
  for (let round = 1; round <= options.rounds; round += 1)
    for (const line of options.lines) {
      try {
        await measureLine(stage, line, servers, round);
      } catch (error) {
        if (isBrokenOff()) throw error;
        failures.push(`round ${round}, ${line}: ${(error as Error).message}`);
        say(`  failed: ${(error as Error).message}`);
      }
    }
  if (options.stalls) {
    say('one more round of heartbeats to ours, with samples of what runs; not counted');
    await measureHeartbeat(stage, 'ours', options.rounds + 1, true);
  }
  return { samples, failures };
}

async function checkMachine({
  connections,
  storm,
  servers,
}: Options): Promise<{ cores: Cores | null; there: ServerKind[]; notes: string[] }> {
  if (process.platform !== 'linux') throw new UsageError('This benchmark reads /proc, which only Linux has.');
  const needed = Math.max(connections, storm) + OTHER_FILES;
  const most = await mostOpenFiles();
  if (most < needed)
    throw new UsageError(
      `A process may have ${most} files open here, and ${needed} are needed: raise the limit (\`ulimit -n ${needed}\`; the hard one as root, with LimitNOFILE, or --ulimit nofile=${needed} for a container), or ask for fewer --connections and a smaller --storm.`,
    );
  const cores = findCores();
  const notes = [
    `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux, Node ${process.versions.node}; load ${loadavg()[0]!.toFixed(1)} at the begin`,
    cores
      ? `the server and its database on core ${cores.server.join(', ')}, the clients on core ${cores.clients.join(', ')}`
      : 'the server and the clients share all cores (no taskset, or one core): figures are worth less',
  ];
  const there = servers.filter((kind) => kind !== 'mosquitto' || hasMosquitto());
  if (there.length < servers.length) notes.push('Mosquitto is not installed here, so it is not measured');
  return { cores, there, notes };
}

/** A run of hours must not end at a folder that is not there. Throws UsageError. */
async function checkJson(path: string): Promise<void> {
  try {
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new UsageError(`--json: ${(error as Error).message}`);
  }
}

async function run(options: Options): Promise<number> {
  if (options.json !== null) await checkJson(options.json);
  const { cores, there, notes } = await checkMachine(options);
  if (options.lines.length === 0 && options.reports.length === 0) throw new UsageError('--only names nothing');
  if (cores) pin(process.pid, cores.clients);
  notes.push(
    `${options.rounds} rounds, ${options.connections} connections, ${options.storm} at once, ${options.seconds} s`,
  );
  for (const note of notes) say(note);
  let code: number = EXIT.kept;
  for (const name of options.reports) {
    say(`\n== ${name}: ${REPORTS[name][1]}`);
    if ((await runScript({ onEnd }, REPORTS[name][0], [])) !== 0) code = EXIT.broken;
  }
  if (options.lines.length === 0) return code;
  const { samples, failures } = await measureAll(options, cores, there);
  const verdicts = judge(samples, options);
  console.log(`${notes.map((note) => `- ${note}`).join('\n')}\n\n${describeSamples(samples)}`);
  if (verdicts.length > 0) console.log(`\n${verdicts.map(({ outcome, text }) => `- ${outcome}: ${text}`).join('\n')}`);
  for (const failure of failures) console.log(`- FAILED: ${failure}`);
  if (options.json !== null)
    await writeFile(options.json, `${JSON.stringify({ notes, options, samples, verdicts, failures }, null, 2)}\n`);
  if (failures.length > 0 || verdicts.some(({ outcome }) => outcome === 'BROKEN')) return EXIT.broken;
  if (code === EXIT.kept && verdicts.some(({ isFullSize, outcome }) => isFullSize && outcome === 'not judged'))
    return EXIT.unjudged;
  return code;
}

await runToEnd(async () => {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options.help) console.log(HELP);
    else process.exitCode = await run(options);
  } catch (error) {
    if (isBrokenOff()) throw error;
    console.error(error instanceof UsageError ? `${error.message}\nTry --help.` : error);
    process.exitCode = error instanceof UsageError ? EXIT.unusable : EXIT.broken;
  }
});
