/**
 * Calls `onCode` with the code of the sign in this frame, now and at each change, until the returned function is
 * called. Null: the sign can't be claimed. The sign writes the code to its own document (kiosk/browser), which this
 * page may read, because both have the same origin.
 */
export function watchCode(frame: HTMLIFrameElement, onCode: (code: string | null) => void): () => void {
  const root = frame.contentDocument?.documentElement;
  if (!root) return () => {};
  const tell = (): void => onCode(root.dataset['claimable'] || null);
  const observer = new MutationObserver(tell);
  observer.observe(root, { attributeFilter: ['data-claimable'] });
  tell();
  return () => observer.disconnect();
}
