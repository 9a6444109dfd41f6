import { SingleBar } from 'cli-progress';
import type { FleetCount } from '../fleet.ts';

/** What a person sees while a run goes on: a bar in a terminal, a line every few seconds elsewhere. */
export interface Progress {
  phase(name: string): void;
  update(count: FleetCount, elapsedMs: number): void;
  end(): void;
}

const LINE_EVERY_MS = 4_000;

export function createProgress(stream: NodeJS.WriteStream, kiosks: number): Progress {
  return stream.isTTY ? bar(stream, kiosks) : lines(stream, kiosks);
}

const words = ({ online, storiesUnderWay, told, claimed, heartbeatsSent }: FleetCount): string =>
  `${online} online, ${storiesUnderWay} under way, ${claimed} claimed, ${told} answers, ${heartbeatsSent} heartbeats`;

function bar(stream: NodeJS.WriteStream, kiosks: number): Progress {
  const single = new SingleBar({
    stream,
    format: '{phase} [{bar}] {value}/{total} kiosks | {words}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    // Ctrl-C is the run's own to handle.
    gracefulExit: false,
  });
  let phase = '';
  let started = false;
  return {
    phase(name) {
      phase = name;
      if (started) single.update({ phase });
      else single.start(kiosks, 0, { phase, words: '' });
      started = true;
    },
    update: (count) => single.update(count.storiesDone, { phase, words: words(count) }),
    end() {
      if (started) single.stop();
      started = false;
    },
  };
}

function lines(stream: NodeJS.WriteStream, kiosks: number): Progress {
  let phase = '';
  let toldAtMs = -Infinity;
  return {
    phase(name) {
      phase = name;
      toldAtMs = -Infinity;
      stream.write(`        ${phase} …\n`);
    },
    update(count, elapsedMs) {
      if (elapsedMs - toldAtMs < LINE_EVERY_MS) return;
      toldAtMs = elapsedMs;
      stream.write(`${(elapsedMs / 1_000).toFixed(0).padStart(4)} s  ${phase}: ${count.storiesDone} of ${kiosks} kiosks done, ${words(count)}\n`);
    },
    end: () => {},
  };
}
