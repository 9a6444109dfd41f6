import { SingleBar } from 'cli-progress';
import { progressWords } from './report-text.ts';
import type { Tally } from './run-and-count-trials.ts';

/** Shows progress: a bar in a terminal, a line every few seconds elsewhere. */
export interface Progress {
  update(tally: Tally, elapsedMs: number): void;
  end(): void;
}

const LINE_EVERY_MS = 10_000;

/** `total`: the number of trials; Infinity where the run goes on until one fails. */
export function createProgress(stream: NodeJS.WriteStream, total: number): Progress {
  return stream.isTTY && total < Infinity ? bar(stream, total) : lines(stream, total);
}

function bar(stream: NodeJS.WriteStream, total: number): Progress {
  const single = new SingleBar({
    stream,
    format: '[{bar}] {value}/{total} | {words}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    // The run handles Ctrl-C itself.
    gracefulExit: false,
  });
  single.start(total, 0, { words: 'starting' });
  return {
    update: (tally, elapsedMs) => single.update(tally.trials, { words: progressWords(tally, elapsedMs) }),
    end: () => single.stop(),
  };
}

function lines(stream: NodeJS.WriteStream, total: number): Progress {
  let toldAtMs = -Infinity;
  return {
    update(tally, elapsedMs) {
      if (elapsedMs - toldAtMs < LINE_EVERY_MS) return;
      toldAtMs = elapsedMs;
      const of = total < Infinity ? ` of ${total}` : '';
      stream.write(
        `${(elapsedMs / 1_000).toFixed(0).padStart(4)} s  ${tally.trials}${of} | ${progressWords(tally, elapsedMs)}\n`,
      );
    },
    end: () => {},
  };
}
