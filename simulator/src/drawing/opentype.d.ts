/** What we use of the library. Its published types would bring those of browsers into the whole program. */
declare module 'opentype.js' {
  interface End {
    x: number;
    y: number;
  }
  export type PathCommand =
    | ({ type: 'M' | 'L' } & End)
    | ({ type: 'Q'; x1: number; y1: number } & End)
    | ({ type: 'C'; x1: number; y1: number; x2: number; y2: number } & End)
    | { type: 'Z' };
  export interface Glyph {
    /** 0: the font has no letter for it. */
    index: number;
    advanceWidth?: number;
    /** In pixels, on a baseline at `y`. */
    getPath(x: number, y: number, size: number): { commands: PathCommand[] };
  }
  export interface Font {
    unitsPerEm: number;
    charToGlyph(character: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
  }
  const library: { parse(bytes: ArrayBufferLike): Font };
  export default library;
}
