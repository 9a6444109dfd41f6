const KEY = 'sign';

/** What this tab alone remembers through a reload: the number of its sign. A browser that stores nothing remembers none. */
export const tabMemory = {
  read(): number | null {
    try {
      const text = sessionStorage.getItem(KEY);
      return text === null ? null : Number(text);
    } catch {
      return null;
    }
  },
  write(sign: number): void {
    try {
      sessionStorage.setItem(KEY, String(sign));
    } catch {
      // The tab takes the oldest free sign at its next load.
    }
  },
};
