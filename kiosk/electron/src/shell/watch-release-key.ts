import type { EventEmitter } from 'node:events';
import type { Input } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { HOLD_MS, judgeKey } from '@sign-display/kiosk-shell/release-key-hold';

/**
 * Watches the keyboard of every page for the release key. Returns what each page is to be given to. Whether the key was let go is heard only by the page that has
 * the keyboard, so a hold ends with that page's hold on the keyboard.
 */
export function watchReleaseKey(clock: Clock, held: () => void): (contents: EventEmitter) => void {
  let hold: { on: EventEmitter; cancel(): void } | null = null;
  const end = (): void => {
    hold?.cancel();
    hold = null;
  };
  return (contents) => {
    contents.on('before-input-event', (_event: unknown, input: Input) => {
      const change = judgeKey(input, hold !== null);
      if (change !== null) end();
      if (change === 'begin')
        hold = {
          on: contents,
          cancel: clock.after(HOLD_MS, () => {
            hold = null;
            held();
          }),
        };
    });
    for (const lost of ['blur', 'render-process-gone', 'destroyed'])
      contents.on(lost, () => {
        if (hold?.on === contents) end();
      });
  };
}
