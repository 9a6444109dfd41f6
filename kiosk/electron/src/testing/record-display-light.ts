import { onTestFinished } from 'vitest';
import type { Picture, TestDisplay } from './display.ts';

export interface Change {
  isLight: boolean;
  /** Of the machine's clock (`Date.now()`). */
  atMs: number;
}

/** A look takes some milliseconds of a core, which the sign is to have. */
const EVERY_MS = 20;
const POINTS = 24;

/** Whether many points around the middle are light, as on the plate of a code. */
function isLight({ width, height, at }: Picture): boolean {
  let light = 0;
  for (let column = 0; column < POINTS; column += 1)
    for (let row = 0; row < POINTS; row += 1) {
      const [red] = at(
        Math.round(width * (0.3 + (0.4 * column) / POINTS)),
        Math.round(height * (0.3 + (0.4 * row) / POINTS)),
      );
      if (red > 128) light += 1;
    }
  return light > (POINTS * POINTS) / 3;
}

/** The display, looked at until the test ends: when it turned light and when dark, so far. The first entry is what was there at the start. */
export function filmLight(display: TestDisplay): () => readonly Change[] {
  const changes: Change[] = [];
  const look = (): void => {
    const now = { isLight: isLight(display.look()), atMs: Date.now() };
    if (changes.at(-1)?.isLight !== now.isLight) changes.push(now);
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  onTestFinished(() => clearInterval(timer));
  return () => changes;
}
