import { onCleanup, Show, type JSX } from 'solid-js';
import type { Picks } from '../create-selection.ts';
import { later } from '../../lazy-part.tsx';
import { useWallActions } from './wall-actions.tsx';

export const BulkBar = later(async () => (await import('./bulk-bar.tsx')).BulkBar);
export const ProgressCard = later(async () => (await import('./progress-card.tsx')).ProgressCard);

/**
 * Stands at the foot of what is shown, once for all views, so that its dialogs with what is typed stay when the view is another: how far a bulk is, and what can be
 * done with what is chosen. `isBesideRail`: in the middle of what stands beside it.
 */
export function ActionsDock(props: { picks: Picks; isBesideRail: boolean }) {
  const { bulk } = useWallActions();
  const isShown = () => bulk.run() !== null || props.picks.chosen().size > 0;
  return (
    <div
      data-dock={isShown() ? '' : undefined}
      class="pointer-events-none absolute end-2 bottom-4 z-10 flex flex-col items-center gap-3 max-[700px]:fixed max-[700px]:bottom-2 max-[700px]:z-20 [&>*]:pointer-events-auto"
      classList={{
        'start-[344px] max-[1000px]:start-[248px] max-[700px]:start-2': props.isBesideRail,
        'start-2': !props.isBesideRail,
      }}
    >
      <Show when={bulk.run()}>{(run) => <ProgressCard run={run()} />}</Show>
      <Show when={props.picks.chosen().size > 0}>
        <GivesFocusBack>
          <BulkBar signs={props.picks.rows()} isShared={props.picks.isShared()} onDrop={() => props.picks.drop()} />
        </GivesFocusBack>
      </Show>
    </div>
  );
}

/** When what is in it goes while it has the focus (Escape), the focus goes back to where it came from. */
function GivesFocusBack(props: { children: JSX.Element }) {
  let box: HTMLElement | null = null;
  let before: HTMLElement | null = null;
  const come = ({ currentTarget, relatedTarget }: FocusEvent & { currentTarget: HTMLElement }): void => {
    box = currentTarget;
    if (relatedTarget instanceof HTMLElement && !box.contains(relatedTarget)) before = relatedTarget;
  };
  onCleanup(() => {
    if (box?.contains(document.activeElement)) before?.focus();
  });
  return (
    <div class="max-w-full" onFocusIn={come}>
      {props.children}
    </div>
  );
}
