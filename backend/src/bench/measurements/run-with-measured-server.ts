import type { Handshake } from '../../testing/virtual-device.ts';
import { makeHandshake } from '../../testing/virtual-device.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import {
  FIGURES,
  invalidBecause,
  type FigureName,
  type Measured,
  type Sample,
  type ServerKind,
} from '../figures/figures.ts';
import type { Options } from '../figures/command-line-options.ts';
import type { Stalls } from '../figures/report.ts';
import { nameOf } from '../figures/table.ts';
import { startKiosks, type Kiosks } from '../kiosks/start-kiosk-process.ts';
import type { KioskToBe } from '../kiosks/kiosk-process-task-types.ts';
import type { Cores } from '../servers/assign-cores.ts';
import { RECORD_URL, type Fleet } from '../servers/prepare-fleet-database.bench.ts';
import { measureUsage } from '../servers/server-usage.ts';
import type { Running } from '../servers/running-server-type.ts';
import { startServer } from '../servers/start-measured-server.ts';

/** What every line of the benchmark has at hand. */
export interface Stage {
  options: Options;
  cores: Cores | null;
  fleet: Fleet;
  /** Of signs with a record, and as many of nobody's. */
  claimed: readonly KioskToBe[];
  unclaimed: readonly KioskToBe[];
  /** Progress, for people. */
  say(words: string): void;
  add(sample: Sample): void;
  /** When a loop stood while heartbeats were measured. */
  stood(stalls: Stalls): void;
  /** What is ended when the run ends or is broken off; call the answer once it has ended before. */
  onEnd(end: () => Promise<unknown>): () => void;
}

export const newHandshakes = (count: number): Handshake[] =>
  Array.from({ length: count }, () => makeHandshake(systemRandom));

export const kioskOf = (handshake: Handshake, of: Pick<Fleet, 'organizationId' | 'eventId'> | null): KioskToBe => ({
  handshake,
  remembers: of && { organizationId: of.organizationId, eventId: of.eventId, url: RECORD_URL },
});

/** Half of them with a record, so that what they say is written. */
export const mixedKiosks = ({ claimed, unclaimed }: Stage, count: number): KioskToBe[] =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? claimed : unclaimed)[Math.floor(index / 2)]!);

/** How many are let in at once where it is not what is measured. */
export const AT_ONCE = 100;

export interface Pair {
  server: Running;
  kiosks: Kiosks;
  connect(kiosks: KioskToBe[], atOnce?: number): ReturnType<typeof connectOf>;
  /** What the server takes from now on. */
  look(): ReturnType<typeof measureUsage>;
}
const connectOf = (kiosks: Kiosks, { kind, url }: Running, those: KioskToBe[], atOnce: number) =>
  kiosks.do('connect', { server: kind, url, kiosks: those, atOnce });

/** A server and the process with its kiosks, for as long as `use` takes. */
export async function withServer(
  stage: Stage,
  kind: ServerKind,
  { withGc = false }: { withGc?: boolean },
  use: (pair: Pair) => Promise<void>,
): Promise<void> {
  const { cores, fleet, say } = stage;
  say(`  ${nameOf(kind)}`);
  const server = await startServer(kind, { cores, fleet, withGc });
  const kiosks = startKiosks(cores, (words) => say(`    ${words}`));
  const end = async (): Promise<void> => {
    await kiosks.stop();
    await server.stop();
  };
  const ended = stage.onEnd(end);
  try {
    const done = use({
      server,
      kiosks,
      async connect(those, atOnce = AT_ONCE) {
        const came = await connectOf(kiosks, server, those, atOnce);
        say(`    ${those.length} connected after ${came.seconds.toFixed(1)} s`);
        return came;
      },
      look: () => measureUsage(cores, server.pid, kind === 'ours' ? fleet.postgresPid : null),
    });
    // What has ended answers nothing any more.
    await Promise.race([done, server.ended]);
  } finally {
    await end();
    ended();
  }
}

/** Adds the figures of one round, all measured under the same load, and says them. */
export function addRound(
  { add, say }: Pick<Stage, 'add' | 'say'>,
  { server, round, load }: { server: Measured; round: number; load: { clients: number; others: number } },
  values: Partial<Record<FigureName, number>>,
): void {
  const invalid = invalidBecause(load);
  const told: string[] = [];
  for (const [figure, value] of Object.entries(values) as [FigureName, number][]) {
    add({ figure, server, round, value, invalid });
    told.push(`${FIGURES[figure].title} ${value.toFixed(FIGURES[figure].digits)}`);
  }
  say(`  ${nameOf(server)}: ${told.join('; ')}${invalid === null ? '' : ` (invalid: ${invalid})`}`);
}
