import { inDigits } from './number-format.ts';

/** A length of time in its two largest units: `20 s`, `2 min 20 s`, `1 h 5 min`, `3 d 2 h`. Never below nothing: clocks differ. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** The same in its largest unit alone, where a glance is enough: `2 min`. */
export const roughDurationText = (ms: number): string => durationText(ms).split(' ').slice(0, 2).join(' ');

/** How far apart two moments are as it is said: in whole seconds, none of which is more than it was; at least one. */
export const spreadMs = (firstMs: number, lastMs: number): number =>
  Math.max(1, Math.ceil((lastMs - firstMs) / 1_000)) * 1_000;

/** How long something took, in seconds, as a language writes them: `15.0`, and below a tenth `0.02`. */
export const inSeconds = (ms: number, language: string, digits = ms < 100 ? 2 : 1): string =>
  inDigits(ms / 1_000, language, digits);
