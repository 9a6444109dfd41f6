import type { Size } from './map-layout.ts';
import type { Camera } from './map-camera.ts';
import { signsIn, type Ground } from './map-coordinates.ts';

/** The signs that are seen where a cell is at least so wide; else none. With those around the edges. Pure. */
export function visibleCells(ground: Ground, { pitch, x, y }: Camera, { width, height }: Size, from: number): number[] {
  if (pitch < from) return [];
  const [wide, high] = [Math.max(...ground.cellWidths), Math.max(...ground.cellHeights)];
  return signsIn(ground, { left: x - wide, top: y - high, right: x + width + wide, bottom: y + height + high });
}
