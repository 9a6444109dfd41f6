/** What keys do in the table and among the cards: lines of signs. Pure. */

export interface Lie {
  /** The sign in focus, its number. */
  at: number;
  count: number;
  perLine: number;
  /** Lines that are seen at once. */
  perPage: number;
}

/** The number of the sign that a key leads to; null: it leads to none. Where there is none the focus stays. */
export function stepTo(key: string, { at, count, perLine, perPage }: Lie): number | null {
  const within = (to: number): number => Math.max(0, Math.min(count - 1, to));
  /** Up or down by lines: in the same column, and in the last line at its last sign. */
  const byLines = (lines: number): number => {
    const last = Math.floor((count - 1) / perLine);
    const line = Math.max(0, Math.min(last, Math.floor(at / perLine) + lines));
    return within(line * perLine + (at % perLine));
  };
  switch (key) {
    case 'ArrowDown':
      return byLines(1);
    case 'ArrowUp':
      return byLines(-1);
    case 'PageDown':
      return byLines(perPage);
    case 'PageUp':
      return byLines(-perPage);
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1);
    case 'ArrowRight':
      return perLine === 1 ? null : within(at + 1);
    case 'ArrowLeft':
      return perLine === 1 ? null : within(at - 1);
    default:
      return null;
  }
}
