import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerKind } from '../figures/figures.ts';
import { newHandshakes, kioskOf, addRound, withServer, type Stage } from './run-with-measured-server.ts';

/** Many signs that come at the same moment: for the first time, and again after all lost their connections. */

/** For a server to notice that all are gone, and to have done what it does then. */
const NOTICED_MS = { full: 3_000, quick: 1_000 };

export const measureStorm = (stage: Stage, kind: ServerKind, round: number): Promise<void> =>
  withServer(stage, kind, {}, async ({ kiosks, connect, look }) => {
    const { storm, isQuick } = stage.options;
    const noticedMs = isQuick ? NOTICED_MS.quick : NOTICED_MS.full;
    // Known to nobody, in every round: the database keeps whoever came once.
    const strangers = newHandshakes(storm).map((handshake) => kioskOf(handshake, null));
    const known = stage.claimed.slice(0, storm);
    // What is loaded and compiled on the way is there before.
    await connect(newHandshakes(20).map((handshake) => kioskOf(handshake, null)));
    const first = await look();
    const came = await connect(strangers, storm);
    const firstTaken = await first();
    addRound(
      stage,
      { server: kind, round, load: firstTaken.load },
      {
        firstSeconds: came.seconds,
        firstCpu: firstTaken.serverUs / 1e6,
        firstRefused: came.refused,
      },
    );
    await kiosks.do('leave', {});
    await sleep(noticedMs);
    await connect([...known]);
    await kiosks.do('beat', { seconds: isQuick ? 1 : 5 });
    await kiosks.do('leave', {});
    await sleep(noticedMs);
    const back = await look();
    const cameBack = await connect([...known], storm);
    const backTaken = await back();
    addRound(
      stage,
      { server: kind, round, load: backTaken.load },
      {
        backSeconds: cameBack.seconds,
        backCpu: backTaken.serverUs / 1e6,
        backRefused: cameBack.refused,
        backRefusing: cameBack.refusingSeconds,
      },
    );
    if (kind === 'ours')
      stage.say(
        `    its database: ${(firstTaken.databaseUs / 1e6).toFixed(2)} s of CPU for first contacts, ${(backTaken.databaseUs / 1e6).toFixed(2)} s for known signs`,
      );
  });
