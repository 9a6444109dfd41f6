/** What a sign in a frame of this page says of itself. */
export interface FramedSign {
  /** The code by which it can be claimed; null: it can't be claimed now. */
  code: string | null;
  /** Its number in this browser; null while it is not chosen yet. */
  number: string | null;
  /** The frame can't be a sign, and shows why. */
  isRefused: boolean;
}

/**
 * Calls `onChange` with what the sign in this frame says of itself, now and at each change, until the returned function
 * is called. The sign writes it to its own document (kiosk/browser), which this page may read, because both have the
 * same origin.
 */
export function watchFramedSign(frame: HTMLIFrameElement, onChange: (sign: FramedSign) => void): () => void {
  const root = frame.contentDocument?.documentElement;
  if (!root) return () => {};
  const tell = (): void => {
    const { claimable, sign, noSign } = root.dataset;
    onChange({ code: claimable || null, number: sign ?? null, isRefused: noSign !== undefined });
  };
  const observer = new MutationObserver(tell);
  observer.observe(root, { attributeFilter: ['data-claimable', 'data-sign', 'data-no-sign'] });
  tell();
  return () => observer.disconnect();
}
