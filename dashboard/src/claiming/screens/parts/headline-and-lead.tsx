import { createEffect, createMemo, on, Show, type JSX } from 'solid-js';
import { Mark } from '../../../ui/status-mark.tsx';

/**
 * Gives the focus once the picture is drawn. To do it before has the browser lay out the whole screen at once, 25 ms of a slow phone's answer to a tap. Whoever
 * put the focus elsewhere meanwhile keeps it.
 */
function focusAfterPaint(node: HTMLElement): void {
  const before = document.activeElement;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now === before || now === document.body) node.focus({ preventScroll: true });
    }),
  );
}

/** Gives an element the focus as it comes, and whenever `when` changes: a screen reader reads on from there. Not while `when` is null. */
export function focusing(when: () => string | null): (node: HTMLElement) => void {
  let node: HTMLElement | undefined;
  // A memo: a frame that is drawn anew with the same words takes the focus from nobody who types.
  createEffect(on(createMemo(when), (said) => said !== null && node && focusAfterPaint(node)));
  return (found) => (node = found);
}

/** The screen's headline. It is no control, so it shows no ring. `isSteady`: it keeps quiet when its words change, since something else tells of it. */
export function Headline(props: { said: string; isProved?: boolean; size?: 'small'; isSteady?: boolean }) {
  return (
    <h1
      ref={focusing(() => (props.isSteady === true ? '' : props.said))}
      tabindex="-1"
      class="leading-[1.14] font-[640] tracking-[-0.012em] text-balance wrap-anywhere outline-none font-stretch-[104%]"
      classList={{
        'text-[min(calc(22rem/16),14cqw)]': props.size === 'small',
        'text-[min(calc(26rem/16),14cqw)]': props.size !== 'small',
      }}
    >
      <Show when={props.isProved}>
        <span class="mark-in-text text-good">
          <Mark is="acked" size={24} />
        </span>{' '}
      </Show>
      {props.said}
    </h1>
  );
}

export const Lead = (props: { children: JSX.Element; isCode?: boolean }) => (
  <p
    class="mt-2 leading-[1.45] text-ink-2 wrap-anywhere"
    classList={{ 'font-mono font-[500] tracking-[0.01em]': props.isCode === true }}
  >
    {props.children}
  </p>
);

/** What to do now. */
export const Todo = (props: { children: JSX.Element }) => (
  <p class="mt-3.5 border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-[1.45] wrap-anywhere">{props.children}</p>
);
