/**
 * The two seams that every part of the house shares: time and chance. Nothing outside an `adapters/` folder asks the
 * machine for either, so that the simulator can run the same code under a seed (behaviour S4).
 */

/** Stops a timer that has not fired yet; harmless afterwards. */
export type Cancel = () => void;

export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch. May jump. */
  now(): number;
  /** Milliseconds from an arbitrary start that never go back: for durations and ages. */
  monotonicMs(): number;
  /** Runs `task` once, `delayMs` milliseconds from now, unless cancelled before. */
  after(delayMs: number, task: () => void): Cancel;
}

export interface Random {
  /** Uniform in [0, 1). For jitter and choices, never for secrets. */
  float(): number;
  /** `length` bytes fit for secrets and identifiers. */
  bytes(length: number): Uint8Array;
}

/** A clock and a source of random bytes, for example to make identifiers. */
export interface Ports {
  clock: Clock;
  random: Random;
}
