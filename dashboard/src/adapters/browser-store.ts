/** What stays in this browser. One that keeps nothing (a private window, a full disk) loses it with the page. */
export const browserStore = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // Then it holds until the page is left.
    }
  },
};
