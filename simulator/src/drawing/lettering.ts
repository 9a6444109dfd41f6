import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// Its CommonJS file, which Node imports, has only this export; the one for bundlers, which the rule reads, has none of that name.
// oxlint-disable-next-line import/default
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js';
import { fillOutlines, type Mask, type Outline, type Point } from './fill.ts';

/** Text in the typeface of all our screens (Archivo), as masks to be painted. */

export type Weight = 500 | 700;

export interface Lettering {
  /** In pixels, of a line of `size` pixels to the em. */
  widthOf(text: string, weight: Weight, size: number): number;
  /** The mask of each character that is not a space, from x = 0 on, on a baseline at y = 0. */
  masksOf(text: string, weight: Weight, size: number): Mask[];
}

/** Straight pieces of a curve: letters are at most some 100 pixels high. */
const PIECES = 6;
/** Letters that are kept ready; a run uses a few hundred (letters, sizes, weights). */
const MOST_KEPT = 2_000;

function outlinesOf(commands: readonly PathCommand[]): Outline[] {
  const outlines: Point[][] = [];
  for (const command of commands) {
    if (command.type === 'Z') continue;
    const end = { x: command.x, y: command.y };
    const outline: Point[] = command.type === 'M' ? [] : outlines.at(-1)!;
    if (command.type === 'M') outlines.push(outline);
    if (command.type === 'Q' || command.type === 'C') {
      const first = { x: command.x1, y: command.y1 };
      const rest = command.type === 'C' ? [first, { x: command.x2, y: command.y2 }, end] : [first, end];
      const corners = [outline.at(-1)!, ...rest];
      for (let piece = 1; piece < PIECES; piece += 1) outline.push(onCurve(corners, piece / PIECES));
    }
    outline.push(end);
  }
  return outlines;
}

/** The point of a Bézier curve at `t`, 0 to 1, by halving its corners (de Casteljau). */
function onCurve(corners: readonly Point[], t: number): Point {
  const [only, ...others] = corners;
  if (others.length === 0) return only!;
  const between = others.map((corner, index) => {
    const before = corners[index]!;
    return { x: before.x + (corner.x - before.x) * t, y: before.y + (corner.y - before.y) * t };
  });
  return onCurve(between, t);
}

function readFont(weight: Weight): Font {
  const file = fileURLToPath(import.meta.resolve(`@fontsource/archivo/files/archivo-latin-${weight}-normal.woff`));
  const bytes = readFileSync(file);
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Reads the fonts when the first text is asked for: most runs draw nothing. */
export function createLettering(): Lettering {
  const fonts = new Map<Weight, Font>();
  const kept = new Map<string, Mask>();

  function fontOf(weight: Weight): Font {
    const font = fonts.get(weight) ?? readFont(weight);
    fonts.set(weight, font);
    return font;
  }

  function maskOf(character: string, glyph: Glyph, weight: Weight, size: number): Mask {
    const key = `${weight} ${size} ${character}`;
    const known = kept.get(key);
    if (known) return known;
    const mask = fillOutlines(outlinesOf(glyph.getPath(0, 0, size).commands));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, mask);
    return mask;
  }

  /** Calls `place` for each character with the x of its origin, a whole number of pixels; the x behind the last. */
  function layOut(
    text: string,
    weight: Weight,
    size: number,
    place?: (character: string, glyph: Glyph, x: number) => void,
  ) {
    const font = fontOf(weight);
    const scale = size / font.unitsPerEm;
    let x = 0;
    let before: Glyph | null = null;
    for (const character of text) {
      // What the font has no letter for is a question mark, as a sign's name can be in any script.
      const found = font.charToGlyph(character);
      const glyph = found.index === 0 ? font.charToGlyph('?') : found;
      if (before) x += font.getKerningValue(before, glyph) * scale;
      place?.(found.index === 0 ? '?' : character, glyph, Math.round(x));
      x += (glyph.advanceWidth ?? 0) * scale;
      before = glyph;
    }
    return Math.ceil(x);
  }

  return {
    widthOf: (text, weight, size) => layOut(text, weight, size),
    masksOf(text, weight, size) {
      const masks: Mask[] = [];
      layOut(text, weight, size, (character, glyph, x) => {
        const mask = maskOf(character, glyph, weight, size);
        if (mask.width > 0) masks.push({ ...mask, left: mask.left + x });
      });
      return masks;
    },
  };
}
