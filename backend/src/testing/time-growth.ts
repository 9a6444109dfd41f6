/** So long a text, of a part or two each, is as long as a header may be (16 KiB). */
const LENGTH = 4_096;
const TIMES = 16;
/** What else the machine does makes a run slower and never faster: the fastest of some tells. */
const TRIES = 5;

function fastestMs(work: () => void): number {
  const tries = Array.from({ length: TRIES }, () => {
    const beganMs = performance.now();
    work();
    return performance.now() - beganMs;
  });
  return Math.min(...tries);
}

/**
 * How often as long `read` takes over one text as over sixteen of a sixteenth of its length: 1 where its time grows with the length, 16 where it grows with
 * its square. A ratio, so that it holds on any machine.
 */
export function timesAsMuch(read: (length: number) => unknown): number {
  const short = fastestMs(() => {
    for (let time = 0; time < TIMES; time += 1) read(LENGTH / TIMES);
  });
  return fastestMs(() => read(LENGTH)) / short;
}
