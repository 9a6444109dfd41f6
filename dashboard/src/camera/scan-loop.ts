import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import { isNews, keyOf, lookingAgain, restAfter, type Told } from './scan-pace-and-news.ts';
import type { PhotoResult } from './parse-photo-texts.ts';
import type { CodeReader } from './reading/reader.ts';
import type { Scanned } from './parse-scanned-text.ts';

interface Scanning {
  clock: Clock;
  reader: () => CodeReader;
  video: HTMLVideoElement;
  /** The code of a sign that counts as told; null: none does. */
  passes: string | null;
  onFound(scanned: Scanned): void;
  /** The reader did not load, or broke. */
  onBroken(): void;
}

export interface ScanLoop {
  /** Reads picture after picture, until `pause`. A code that is told already and still in the picture isn't told again. */
  run(): void;
  pause(): void;
}

export function createScanLoop({ clock, reader, video, passes, onFound, onBroken }: Scanning): ScanLoop {
  let told: Told | null = passes === null ? null : { key: passes, lastSeenMs: clock.monotonicMs() };
  /** Whether this run has read a picture. */
  let hasLooked = false;
  /** Counts the runs: what an earlier one still brings is dropped. */
  let run = 0;
  let stop: Cancel = () => undefined;

  function take(scanned: PhotoResult): void {
    const nowMs = clock.monotonicMs();
    if (!hasLooked) told = lookingAgain(told, nowMs);
    hasLooked = true;
    // Several signs in one picture: which one is meant shows when the phone comes nearer.
    if (scanned.kind === 'no_qr' || scanned.kind === 'unreadable' || scanned.kind === 'several_signs') return;
    const key = keyOf(scanned);
    const isTold = isNews(told, key, nowMs);
    told = { key, lastSeenMs: nowMs };
    if (isTold) onFound(scanned);
  }

  function next(mine: number): void {
    const handle = video.requestVideoFrameCallback(() => {
      const startedMs = clock.monotonicMs();
      void reader()
        .readFrame(video)
        .then(
          (scanned) => {
            if (mine !== run) return;
            stop = clock.after(restAfter(clock.monotonicMs() - startedMs), () => next(mine));
            take(scanned);
          },
          () => mine === run && onBroken(),
        );
    });
    stop = () => video.cancelVideoFrameCallback(handle);
  }

  return {
    run() {
      run += 1;
      stop();
      hasLooked = false;
      next(run);
    },
    pause() {
      run += 1;
      stop();
    },
  };
}
