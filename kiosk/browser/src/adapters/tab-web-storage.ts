const KEY = 'sign';

/** Stores the number of the sign of this tab through a reload. In a browser that refuses storage it is lost. */
export const tabMemory = {
  read(): number | null {
    try {
      const text = sessionStorage.getItem(KEY);
      return text === null ? null : Number(text);
    } catch {
      return null;
    }
  },
  /** The language that somebody chose in the dashboard of this browser; null: none. */
  dashboardLanguage(): string | null {
    try {
      return localStorage.getItem('language');
    } catch {
      return null;
    }
  },
  write(sign: number): void {
    try {
      sessionStorage.setItem(KEY, String(sign));
    } catch {
      // Without storage, the tab takes the oldest free sign at its next load.
    }
  },
};
