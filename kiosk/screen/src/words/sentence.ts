/** A part of a sentence: plain words; `mono`: a code to copy letter by letter; `name`: what somebody else wrote, in whatever direction it is read. */
export type Piece = string | { mono: string } | { name: string };
export type Sentence = readonly Piece[];

/** `plain` is one sentence of words. */
export const say = (...pieces: Piece[]): Sentence => pieces;
