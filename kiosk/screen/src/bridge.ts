/**
 * `window.kiosk`: all that the screen can say and hear. The preload makes it; the main process checks the sender and every argument again.
 */
export interface KioskBridge {
  /**
   * `listener` is called with the newest model at once where there is one, and with every later one. The screen checks what it is given
   * (`readScreenModel`) and goes on showing the last good model. Returns what ends it.
   */
  onModel(listener: (model: unknown) => void): () => void;
  /** What was typed as the server's address at the first start: at most `TYPED_MOST` characters, as typed. */
  submitAddress(text: string): void;
  /** What was typed as the sign's code, to release it (K13): as typed. */
  releaseTyped(text: string): void;
  /** Escape, or a minute without a key: the sign stays as it is. */
  releaseCancelled(): void;
}

/** The longest text that the screen sends, in UTF-16 units. */
export const TYPED_MOST = 2_048;

/** The languages of the screens. */
export type Language = 'en' | 'de';
