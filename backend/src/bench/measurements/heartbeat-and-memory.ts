import type { ServerKind } from '../figures/figures.ts';
import { PEAK_KIOSKS } from '../figures/command-line-options.ts';
import { describeStandstills } from '../servers/explain-event-loop-stalls.ts';
import { anonymousBytesOf } from '../servers/process-usage.ts';
import { addRound, mixedKiosks, withServer, type Stage } from './run-with-measured-server.ts';

/** The lines of signs that are connected: heartbeats at their pace, as many as can be, and memory. */

/** The contract's interval. */
const INTERVAL_SECONDS = 5;
const PEAK_SECONDS = 10;
/** With them what is loaded and compiled on the way is there before memory is counted. */
const FIRST = 100;

/** `samples`: tells which functions ran when the loop stood. That costs the server time, so nothing of it is counted. */
export const measureHeartbeat = (stage: Stage, kind: ServerKind, round: number, samples = false): Promise<void> =>
  withServer(stage, kind, {}, async ({ server, kiosks, connect, look }) => {
    const { connections, seconds, warmUpSeconds } = stage.options;
    await connect(mixedKiosks(stage, connections));
    stage.say(`    heartbeats for ${warmUpSeconds} s that don't count, and for ${seconds} s`);
    if (samples) server.watch?.sample();
    await kiosks.do('beat', { seconds: warmUpSeconds });
    server.watch?.begin();
    const taken = await look();
    const { beats, answersMs, lateMs } = await kiosks.do('beat', { seconds });
    const { serverUs, databaseUs, load } = await taken();
    const stood = (await server.watch?.end()) ?? null;
    if (!samples)
      addRound(
        stage,
        { server: kind, round, load },
        {
          heartbeatCpu: serverUs / beats,
          ...(kind === 'ours' && { heartbeatDatabase: databaseUs / beats }),
          heartbeatP50: answersMs.p50,
          heartbeatP99: answersMs.p99,
          heartbeatLongest: answersMs.most,
        },
      );
    stage.say(
      `    the client itself sent at most ${lateMs.toFixed(0)} ms late; its core was ${Math.round(load.clients * 100)} % busy`,
    );
    if (stood === null) return;
    stage.stood({ server: kind, round, isSampled: samples, watched: stood });
    const { head, lines } = describeStandstills(stood);
    for (const line of [`its loop stood ${head}`, ...lines.map((each) => `  ${each}`)]) stage.say(`    ${line}`);
  });

export const measurePeak = (stage: Stage, kind: ServerKind, round: number): Promise<void> =>
  withServer(stage, kind, {}, async ({ kiosks, connect, look }) => {
    const { connections, isQuick, seconds, warmUpSeconds } = stage.options;
    await connect(mixedKiosks(stage, Math.min(PEAK_KIOSKS, connections)));
    await kiosks.do('peak', { seconds: isQuick ? warmUpSeconds : INTERVAL_SECONDS });
    const taken = await look();
    const { perSecond } = await kiosks.do('peak', { seconds: Math.min(PEAK_SECONDS, seconds) });
    addRound(stage, { server: kind, round, load: (await taken()).load }, { peakRate: perSecond });
  });

/** Beyond what the first hundred took, with every kiosk heard twice (but in a quick run) and garbage collected where the server is Node. */
export const measureMemory = (stage: Stage, kind: ServerKind, round: number): Promise<void> =>
  withServer(stage, kind, { withGc: kind !== 'mosquitto' }, async ({ server, kiosks, connect }) => {
    const those = mixedKiosks(stage, stage.options.connections);
    const seconds = stage.options.isQuick ? 1 : INTERVAL_SECONDS;
    const bytes = async (): Promise<number> => {
      await server.watch?.collect();
      return await anonymousBytesOf(server.pid);
    };
    await connect(those.slice(0, FIRST));
    await kiosks.do('beat', { seconds });
    const before = await bytes();
    await connect(those.slice(FIRST));
    await kiosks.do('beat', { seconds: 2 * seconds });
    const memory = ((await bytes()) - before) / (those.length - FIRST) / 1_000;
    // Memory is what it is, however busy the cores were.
    addRound(stage, { server: kind, round, load: { clients: 0, others: 0 } }, { memory });
  });
