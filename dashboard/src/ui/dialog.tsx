import { Dialog as Kobalte } from '@kobalte/core/dialog';
import { createRenderEffect, type JSX } from 'solid-js';

/**
 * A question above the page, which waits. Focus goes into it and returns where it was; Escape and a press beside it close it. The first button that it has is
 * the safe one (`Actions`), so it is what Enter presses without looking.
 */
export function Dialog(props: {
  isOpen: boolean;
  onClose(): void;
  title: JSX.Element;
  children: JSX.Element;
  isWide?: boolean;
}) {
  let before: HTMLElement | null = null;
  createRenderEffect(() => {
    if (props.isOpen) before = document.activeElement as HTMLElement | null;
  });
  const goBack = (event: Event): void => {
    event.preventDefault();
    before?.focus();
  };
  return (
    <Kobalte open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Kobalte.Portal>
        <Kobalte.Overlay class="fixed inset-0 z-30 bg-[rgba(13,16,17,0.42)]" />
        <div class="pointer-events-none fixed inset-0 z-30 grid items-end justify-items-center p-0 min-[701px]:items-center min-[701px]:p-6">
          <Kobalte.Content
            onCloseAutoFocus={goBack}
            class="pointer-events-auto max-h-[calc(92dvh/var(--page-scale,1)-env(safe-area-inset-top))] w-full overflow-y-auto rounded-t-sheet border border-line-strong bg-surface pt-[18px] pr-[max(20px,env(safe-area-inset-right))] pb-[max(18px,env(safe-area-inset-bottom))] pl-[max(20px,env(safe-area-inset-left))] shadow-float outline-none min-[701px]:rounded-lg"
            classList={{
              'min-[701px]:max-w-[calc(460rem/16)]': !props.isWide,
              'min-[701px]:max-w-[calc(640rem/16)]': props.isWide,
            }}
          >
            <Kobalte.Title class="mb-1.5 text-18 leading-[1.3] font-[640] wrap-anywhere">{props.title}</Kobalte.Title>
            {props.children}
          </Kobalte.Content>
        </div>
      </Kobalte.Portal>
    </Kobalte>
  );
}

/** A dialog's text, which is read with its title. */
export const DialogText = (props: { children: JSX.Element }) => (
  <Kobalte.Description class="leading-normal wrap-anywhere text-ink-2">{props.children}</Kobalte.Description>
);

/** A dialog's buttons; the safe one first. */
export const Actions = (props: { children: JSX.Element }) => (
  <div class="mt-4 flex flex-col justify-end gap-2 min-[701px]:flex-row">{props.children}</div>
);
