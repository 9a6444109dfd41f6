import { createSignal, onCleanup, type Accessor } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import { watchUnattended } from './viewer-idle.ts';

/** Whether somebody points at a part of the page or has the focus in it, and is there: then nothing in it may move. */
export interface Inside {
  is: Accessor<boolean>;
  /** For the part's `ref`. */
  watch(element: HTMLElement): void;
}

const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export function createHoverOrFocus(): Inside {
  const { clock } = useWallTools();
  const [isUnattended, setUnattended] = createSignal(false);
  const [isPointed, setPointed] = createSignal(false);
  const [hasFocus, setFocus] = createSignal(false);
  return {
    is: () => !isUnattended() && (isPointed() || hasFocus()),
    watch(element) {
      // Of a button that is gone once it was pressed no event tells that it has lost the focus.
      const look = (): void => void setFocus(element.contains(document.activeElement));
      element.addEventListener('pointerenter', () => setPointed(true));
      element.addEventListener('pointerleave', () => (setPointed(false), look()));
      element.addEventListener('focusin', () => setFocus(true));
      element.addEventListener('focusout', ({ relatedTarget }) =>
        setFocus(relatedTarget instanceof Node && element.contains(relatedTarget)),
      );
      document.addEventListener('keyup', look);
      const attendance = watchUnattended(clock, setUnattended);
      for (const name of INPUTS) document.addEventListener(name, attendance.input, { capture: true, passive: true });
      onCleanup(() => {
        document.removeEventListener('keyup', look);
        for (const name of INPUTS) document.removeEventListener(name, attendance.input, { capture: true });
        attendance.stop();
      });
    },
  };
}
