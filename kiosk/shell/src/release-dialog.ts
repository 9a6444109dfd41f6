import type { Clock } from '@sign-display/kiosk-agent/ports';
import type { Overlays } from './overlays.ts';

/** The dialog that asks for the sign's code before it is given up (promise K13). It lies over whatever is shown, and leaves it as it was. */
export interface ReleaseDialog {
  open(): void;
  typed(text: string): void;
  cancel(): void;
}

/** Our screen gives up after a minute without a key. Where it can't (it has crashed in between), the sign comes back after this all the same. */
const PATIENCE_MS = 180_000;

/** `release`: whether the text is this sign's code, which then becomes another sign. */
export function createReleaseDialog(
  clock: Clock,
  overlays: Pick<Overlays, 'release'>,
  release: (typedCode: string) => boolean,
  focus: () => void,
): ReleaseDialog {
  let isOpen = false;
  let forget = (): void => {};
  const cancel = (): void => {
    if (!isOpen) return;
    isOpen = false;
    forget();
    overlays.release(null);
  };
  const ask = (problem: 'wrong_code' | null): void => {
    forget();
    forget = clock.after(PATIENCE_MS, cancel);
    overlays.release({ kind: 'release', problem });
  };
  return {
    open() {
      isOpen = true;
      ask(null);
      focus();
    },
    typed(text) {
      if (!isOpen) return;
      if (release(text)) cancel();
      else ask('wrong_code');
    },
    cancel,
  };
}
