import type { Palette } from './palette.ts';

/** What a canvas is painted with. */

export type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** Shapes that were drawn already, as a canvas has them. */
export type Paths = Map<string, Path2D>;
/** Texts as they fit, by font, room and text. */
export type Measured = Map<string, readonly string[]>;

/** `ratio`: device pixels a CSS px. */
export interface Kit {
  brush: Brush;
  palette: Palette;
  paths: Paths;
  measured: Measured;
  ratio: number;
}
