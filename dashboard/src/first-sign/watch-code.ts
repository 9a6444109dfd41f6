/**
 * Calls `onCode` with the code of the sign in this frame now and at each change of it, until the returned function is called. Null: it can't be claimed. The frame is
 * of this service, so its document may be read; the sign writes the code there (kiosk/browser).
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
