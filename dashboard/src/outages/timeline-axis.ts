/** The axis of “who went when”: from some time before the first went, as long as it takes to see all of them go. Pure. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const STEPS = 12;
/** What lies between two marks of the axis. */
const STEPS_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  24 * HOUR_MS,
];
/** So much of the axis is before the first went, and so much those who went have for it. */
const BEFORE = 0.4;
const GOING = 0.3;

export interface Timeline {
  fromMs: number;
  toMs: number;
  stepMs: number;
}

export function timelineOf(firstMs: number, lastMs: number): Timeline {
  const stepMs = STEPS_MS.find((ms) => lastMs - firstMs <= ms * STEPS * GOING) ?? STEPS_MS.at(-1)!;
  const fromMs = Math.floor((firstMs - stepMs * STEPS * BEFORE) / stepMs) * stepMs;
  return { fromMs, toMs: fromMs + stepMs * STEPS, stepMs };
}

/** In hundredths of the axis; beyond its ends: at them. */
export const placeOn = ({ fromMs, toMs }: Timeline, atMs: number): number =>
  Math.min(100, Math.max(0, ((atMs - fromMs) / (toMs - fromMs)) * 100));

export const isOn = ({ fromMs, toMs }: Timeline, atMs: number): boolean => atMs >= fromMs && atMs <= toMs;
