import { createPainter, type Known, type Painter } from './painter.ts';
import type { Palette } from './palette.ts';

/**
 * Two canvases in one place: the sheet that is seen, and one beside it on which the next picture is made over several frames. Both are in the document, so that
 * they give the same pixels; the one that is seen stands first.
 */

export interface Sheets {
  /** Paints on what is seen. */
  seen: Painter;
  /** Paints on the other one. */
  beside(): Painter;
  /** What was painted beside is seen from now on. */
  turn(): void;
  /** Lays what is seen over another view (`laidOver`); null: as it was painted. */
  lay(how: { times: number; x: number; y: number } | null): void;
  /** Texts are measured anew: a font has come. */
  measureAnew(): void;
  /** The other one goes. What was seen stays, for other sheets to be made of. */
  close(): HTMLCanvasElement;
}

/** `width` and `height` in CSS px; `ratio`: device pixels in one. What was on the canvas is gone. */
export function createSheets(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  palette: Palette,
  ratio: number,
): Sheets {
  const known: Known = { measured: new Map(), paths: new Map() };
  const sheetOf = (of: HTMLCanvasElement) => {
    of.width = Math.max(1, Math.round(width * ratio));
    of.height = Math.max(1, Math.round(height * ratio));
    return { canvas: of, painter: createPainter(of, palette, ratio, known) };
  };
  type Sheet = ReturnType<typeof sheetOf>;
  let seen = sheetOf(canvas);
  let other: Sheet | null = null;
  function beside(): Sheet {
    if (other) return other;
    const made = seen.canvas.cloneNode() as HTMLCanvasElement;
    made.style.visibility = 'hidden';
    seen.canvas.after(made);
    return (other = sheetOf(made));
  }
  const lay: Sheets['lay'] = (how) => {
    const { style } = seen.canvas;
    style.transformOrigin = how ? '0 0' : '';
    style.transform = how ? `translate(${how.x}px, ${how.y}px) scale(${how.times})` : '';
  };
  lay(null);
  return {
    get seen() {
      return seen.painter;
    },
    beside: () => beside().painter,
    turn() {
      lay(null);
      [seen, other] = [beside(), seen];
      seen.canvas.style.visibility = '';
      other.canvas.style.visibility = 'hidden';
      other.canvas.before(seen.canvas);
    },
    lay,
    measureAnew: () => known.measured.clear(),
    close() {
      other?.canvas.remove();
      return seen.canvas;
    },
  };
}
