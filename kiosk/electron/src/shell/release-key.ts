import type { Input, WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { HOLD_MS, judgeKey } from './key-hold.ts';

/** Watches the keyboard of every page for the release key. Returns what each page is to be given to. */
export function watchReleaseKey(clock: Clock, held: () => void): (contents: WebContents) => void {
  let cancel: (() => void) | null = null;
  const key = (input: Input): void => {
    const change = judgeKey(input, cancel !== null);
    if (change === null) return;
    cancel?.();
    cancel = null;
    if (change === 'begin') cancel = clock.after(HOLD_MS, held);
  };
  return (contents) => void contents.on('before-input-event', (_event, input) => key(input));
}
