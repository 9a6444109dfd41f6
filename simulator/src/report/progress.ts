import { SingleBar } from 'cli-progress';
import type { FleetCount } from '../fleet/fleet.ts';
import type { Sample, WatchProgress } from '../watch/watch-run.ts';

/** Shows how a run goes on: a bar in a terminal, a line every few seconds elsewhere. */
export interface Progress extends WatchProgress {
  update(count: FleetCount, elapsedMs: number): void;
  end(): void;
}

const LINE_EVERY_MS = 4_000;
const WATCH_LINE_EVERY_MS = 8_000;

export function createProgress(stream: NodeJS.WriteStream, kiosks: number): Progress {
  return stream.isTTY ? bar(stream, kiosks) : lines(stream, kiosks);
}

const words = ({ online, storiesUnderWay, told, claimed, heartbeatsSent }: FleetCount): string =>
  `${online} online, ${storiesUnderWay} under way, ${claimed} claimed, ${told} answers, ${heartbeatsSent} heartbeats`;

const watched = ({ kiosksOnline, signsOnline, mails, inboxes, pushes, mailsRefused }: Sample, kiosks: number): string =>
  `${kiosksOnline} of ${kiosks} signs connected, ${signsOnline} online for the backend; sent so far: ${mails} mails, ${pushes} pushes, ${inboxes} in inboxes; ${mailsRefused} mails refused`;
/** The short form that fits beside the bar. */
const shortly = ({ kiosksOnline, signsOnline, mails, inboxes, pushes }: Sample): string =>
  `${kiosksOnline} connected, ${signsOnline} online, sent ${mails}+${pushes}+${inboxes}`;

function bar(stream: NodeJS.WriteStream, kiosks: number): Progress {
  const single = new SingleBar({
    stream,
    format: '{phase} [{bar}] {value}/{total} kiosks | {words}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    // The run handles Ctrl-C itself.
    gracefulExit: false,
  });
  let phase = '';
  let started = false;
  let isWatching = false;
  return {
    phase(name) {
      phase = name;
      if (started) single.update({ phase });
      else single.start(kiosks, 0, { phase, words: '' });
      started = true;
    },
    watch(sample) {
      isWatching = true;
      single.update(sample.kiosksOnline, { phase, words: shortly(sample) });
    },
    say(what) {
      phase = what;
      single.update({ phase });
    },
    update(count) {
      if (!isWatching) single.update(count.storiesDone, { phase, words: words(count) });
    },
    end() {
      if (started) single.stop();
      started = false;
    },
  };
}

function lines(stream: NodeJS.WriteStream, kiosks: number): Progress {
  let phase = '';
  let toldAtMs = -Infinity;
  let watchedAtMs = -Infinity;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(0).padStart(4)} s`;
  return {
    phase(name) {
      phase = name;
      toldAtMs = -Infinity;
      stream.write(`        ${phase} …\n`);
    },
    update(count, elapsedMs) {
      if (watchedAtMs > -Infinity) return;
      if (elapsedMs - toldAtMs < LINE_EVERY_MS) return;
      toldAtMs = elapsedMs;
      stream.write(`${seconds(elapsedMs)}  ${phase}: ${count.storiesDone} of ${kiosks} kiosks done, ${words(count)}\n`);
    },
    watch(sample, kiosks) {
      const { atMs } = sample;
      if (atMs - watchedAtMs < WATCH_LINE_EVERY_MS) return;
      watchedAtMs = atMs;
      stream.write(`${seconds(atMs)}  ${watched(sample, kiosks)}\n`);
    },
    say: (what) => void stream.write(`        ${what}\n`),
    end: () => {},
  };
}
