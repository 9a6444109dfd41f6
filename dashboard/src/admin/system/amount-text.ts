import { inDigits } from '../../ui/number-format.ts';

const MB = 1e6;
const GB = 1e9;

/** Formats bytes in MB, or in GB from 1 GB on: `412 MB`, `61 GB`, `1.2 GB`. Pure. */
export function bytesText(bytes: number, language: string): string {
  if (bytes < GB) return `${inDigits(bytes / MB, language, 0)} MB`;
  return `${inDigits(bytes / GB, language, bytes < 10 * GB ? 1 : 0)} GB`;
}

/** Formats milliseconds, with one decimal below 1 ms: `0.8 ms`, `24 ms`. Pure. */
export const msText = (ms: number, language: string): string => `${inDigits(ms, language, ms < 0.95 ? 1 : 0)} ms`;
