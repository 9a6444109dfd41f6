/** A name within a sentence keeps its own direction, and the sentence its own. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
