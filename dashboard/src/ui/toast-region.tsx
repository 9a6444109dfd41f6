import { Toast, toaster } from '@kobalte/core/toast';
import { Show } from 'solid-js';
import { Icon } from './icon.tsx';

/** Long enough to read a line and to reach for undo; it waits while somebody hovers over it or has the focus in it. */
const SHOWN_MS = 10_000;

export interface ToastWords {
  /** The region's name, which says how to get there: `Notices (F8)`. */
  region: string;
  undo: string;
  close: string;
}

/** The last notice of each deed. */
const shown = new Map<string, number>();

/** `showToast` of toasts.tsx. */
export function showHere(said: string, words: ToastWords, undo?: () => void, action = said, forMs = SHOWN_MS): void {
  const before = shown.get(action);
  if (before !== undefined) toaster.dismiss(before);
  const id = toaster.show((props) => (
    <Toast
      as="div"
      toastId={props.toastId}
      duration={forMs}
      class="pointer-events-auto flex min-h-12 items-center gap-3.5 rounded-lg bg-ink ps-4 pe-1.5 text-ground shadow-float"
    >
      <Toast.Title
        class="max-h-[calc(40dvh/var(--page-scale,1))] min-w-0 flex-1 overflow-y-auto py-2 leading-[1.4] wrap-anywhere"
        dir="auto"
      >
        {said}
      </Toast.Title>
      <Show when={undo}>
        <button
          type="button"
          class="min-h-12 px-2.5 font-[620] underline underline-offset-2 min-[701px]:min-h-9"
          onClick={() => {
            undo!();
            toaster.dismiss(props.toastId);
          }}
        >
          {words.undo}
        </button>
      </Show>
      <Toast.CloseButton aria-label={words.close} class="grid size-12 place-items-center min-[701px]:size-9">
        <Icon is="close" size={14} />
      </Toast.CloseButton>
    </Toast>
  ));
  shown.set(action, id);
}

/** Where toasts are shown, once a page; F8 leads there from anywhere. On a phone they are at the top while a dialog is open, because its buttons are at the bottom. At its side, and no wider than a wall's rail, where what stands at the foot of the page (`data-dock`) has the middle. */
export const Toasts = (props: { words: ToastWords }) => (
  <Toast.Region
    class="fixed inset-x-0 bottom-0 z-40 max-[700px]:[body:has([role=dialog],[role=alertdialog])_&]:top-0 max-[700px]:[body:has([role=dialog],[role=alertdialog])_&]:bottom-auto p-[max(0.75rem,env(safe-area-inset-top))_max(0.75rem,env(safe-area-inset-right))_max(0.75rem,env(safe-area-inset-bottom))_max(0.75rem,env(safe-area-inset-left))]"
    // As a style, because Kobalte's own would beat a class: only the toast itself takes clicks.
    style={{ 'pointer-events': 'none' }}
    aria-label={props.words.region}
    hotkey={['F8']}
    duration={SHOWN_MS}
    limit={3}
  >
    <Toast.List
      as="div"
      class="mx-auto grid w-fit max-w-full gap-2 outline-none min-[701px]:[body:has([data-dock])_&]:ms-0 min-[701px]:[body:has([data-dock])_&]:max-w-[232px] min-[1001px]:[body:has([data-dock])_&]:max-w-[322px]"
    />
  </Toast.Region>
);
