import type { Size } from './arrange.ts';
import { levelOf, type Camera } from './camera.ts';
import { signsIn, type Ground } from './ground.ts';

/** The signs that are seen near enough to be read; from afar none. With those around the edges. Pure. */
export function platesSeen(ground: Ground, { pitch, x, y }: Camera, { width, height }: Size): number[] {
  if (levelOf(pitch) !== 'plates') return [];
  const { cellHeight } = ground;
  return signsIn(ground, {
    left: x - pitch,
    top: y - cellHeight,
    right: x + width + pitch,
    bottom: y + height + cellHeight,
  });
}
