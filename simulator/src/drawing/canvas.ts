import { fillOutlines, type Mask, type Outline } from './fill.ts';
import type { Lettering, Weight } from './lettering.ts';

/** `#rrggbb`. */
export type Colour = `#${string}`;

type Channels = readonly [number, number, number];
const channelsOf = (colour: Colour): Channels => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const INK = { dark: '#14181a', light: '#ffffff' } as const;
/** The ink that reads on this ground. */
export function inkOn(ground: Colour): Colour {
  const [red, green, blue] = channelsOf(ground);
  return red * 0.3 + green * 0.59 + blue * 0.11 > 150 ? INK.dark : INK.light;
}

export interface TextStyle {
  weight: Weight;
  size: number;
  colour: Colour;
  align?: 'left' | 'centre' | 'right';
  /** What is longer is cut, and ends with an ellipsis. */
  within: number;
}

/** Pixels to paint on, and how they stand at the end. */
export function createCanvas(width: number, height: number, ground: Colour, lettering: Lettering) {
  /** Red, green, blue, 255, row by row. */
  const pixels = Buffer.alloc(width * height * 4);
  const [red, green, blue] = channelsOf(ground);
  pixels.fill(Uint8Array.of(red, green, blue, 255));

  function paint({ left, top, width: wide, height: high, coverage }: Mask, colour: Colour, opacity: number): void {
    const ink = channelsOf(colour);
    for (let row = Math.max(0, -top); row < Math.min(high, height - top); row += 1)
      for (let column = Math.max(0, -left); column < Math.min(wide, width - left); column += 1) {
        const share = (coverage[row * wide + column]! / 255) * opacity;
        if (share === 0) continue;
        const at = ((top + row) * width + left + column) * 4;
        for (let channel = 0; channel < 3; channel += 1) {
          const before = pixels[at + channel]!;
          pixels[at + channel] = Math.round(before + (ink[channel]! - before) * share);
        }
      }
  }

  /** The text, or its beginning and an ellipsis. */
  function fit(text: string, { weight, size, within }: TextStyle): string {
    if (lettering.widthOf(text, weight, size) <= within) return text;
    const characters = Array.from(text);
    while (characters.length > 0) {
      characters.pop();
      const cut = `${characters.join('').trimEnd()}…`;
      if (lettering.widthOf(cut, weight, size) <= within) return cut;
    }
    return '';
  }

  return {
    width,
    height,
    pixels,
    shape: (outlines: readonly Outline[], colour: Colour, opacity = 1): void =>
      paint(fillOutlines(outlines), colour, opacity),
    /** One line; (`x`, `baseline`) is its left end, its middle or its right end. */
    text(text: string, x: number, baseline: number, style: TextStyle): void {
      const { weight, size, colour, align = 'left' } = style;
      // Smaller letters are dust, and a picture may be one pixel wide.
      if (size < 4) return;
      const line = fit(text, style);
      const wide = lettering.widthOf(line, weight, size);
      const begin = Math.round(x - (align === 'left' ? 0 : align === 'centre' ? wide / 2 : wide));
      for (const mask of lettering.masksOf(line, weight, size))
        paint({ ...mask, left: mask.left + begin, top: mask.top + Math.round(baseline) }, colour, 1);
    },
  };
}

export type Canvas = ReturnType<typeof createCanvas>;
