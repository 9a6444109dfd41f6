import type { Clock } from '@sign-display/kiosk-agent/ports';
import { HOLD_MS, judgeKey } from '@sign-display/kiosk-shell/release-key-hold';

/**
 * Watches the keyboard for the release key (promise K13), while our own document has the focus. A focused page in the
 * frame gets all keys itself.
 */
export function watchReleaseKey(window: EventTarget, clock: Clock, held: () => void): void {
  let cancel: (() => void) | null = null;
  const end = (): void => {
    cancel?.();
    cancel = null;
  };
  function follow(event: KeyboardEvent): void {
    const { type, code, ctrlKey: control, altKey: alt, shiftKey: shift, repeat: isAutoRepeat } = event;
    const key = { type: type === 'keydown' ? 'keyDown' : 'keyUp', code, control, alt, shift, isAutoRepeat };
    // Some browsers reload the page on this key.
    if (code === 'KeyR' && control && alt && shift) event.preventDefault();
    const change = judgeKey(key, cancel !== null);
    if (change !== null) end();
    if (change === 'begin')
      cancel = clock.after(HOLD_MS, () => {
        cancel = null;
        held();
      });
  }
  window.addEventListener('keydown', (event) => follow(event as KeyboardEvent));
  window.addEventListener('keyup', (event) => follow(event as KeyboardEvent));
  window.addEventListener('blur', end);
}
