import type { Pages } from '../window/pages.ts';
import type { Faces } from './faces.ts';

/** The dialog that asks for the sign's code before it is given up (promise K13). It lies over whatever is shown, and leaves it as it was. */
export interface ReleaseDialog {
  open(): void;
  typed(text: string): void;
  cancel(): void;
}

/** `release`: whether the text is this sign's code, which then becomes another sign. */
export function createReleaseDialog(
  faces: Faces,
  pages: Pick<Pages, 'cover'>,
  release: (typedCode: string) => boolean,
  focus: () => void,
): ReleaseDialog {
  let isOpen = false;
  const cancel = (): void => {
    if (!isOpen) return;
    isOpen = false;
    pages.cover(false);
    faces.overlay(null);
  };
  return {
    open() {
      isOpen = true;
      faces.overlay({ kind: 'release', problem: null });
      pages.cover(true);
      focus();
    },
    typed(text) {
      if (!isOpen) return;
      if (release(text)) cancel();
      else faces.overlay({ kind: 'release', problem: 'wrong_code' });
    },
    cancel,
  };
}
