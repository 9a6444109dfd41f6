import type { Overlays } from './overlays.ts';

/** The dialog that asks for the sign's code before it is given up (promise K13). It lies over whatever is shown, and leaves it as it was. */
export interface ReleaseDialog {
  open(): void;
  typed(text: string): void;
  cancel(): void;
}

/** `release`: whether the text is this sign's code, which then becomes another sign. */
export function createReleaseDialog(
  overlays: Pick<Overlays, 'release'>,
  release: (typedCode: string) => boolean,
  focus: () => void,
): ReleaseDialog {
  let isOpen = false;
  const cancel = (): void => {
    if (!isOpen) return;
    isOpen = false;
    overlays.release(null);
  };
  return {
    open() {
      isOpen = true;
      overlays.release({ kind: 'release', problem: null });
      focus();
    },
    typed(text) {
      if (!isOpen) return;
      if (release(text)) cancel();
      else overlays.release({ kind: 'release', problem: 'wrong_code' });
    },
    cancel,
  };
}
