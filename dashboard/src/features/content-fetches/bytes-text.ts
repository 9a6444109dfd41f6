import { inDigits } from '../../ui/number-format.ts';

/** A size as a person reads it: `512 B`, `48.2 kB`, `3.1 MB`. Pure. */
export function bytesText(bytes: number, language: string): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${inDigits(bytes / 1_000, language, 1)} kB`
    : `${inDigits(bytes / 1_000_000, language, 1)} MB`;
}
