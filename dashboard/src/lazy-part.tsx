import { createSignal, onMount, Show, type Accessor, type Component } from 'solid-js';
import { Portal } from 'solid-js/web';
import { useTools } from './app-context.ts';

/** A part of a page that is a script of its own. */
export type Later<Props extends object> = Component<Props> & {
  /** Fetches the script, so that showing the part waits for nothing. Never fails: what did not come is said where the part is shown. */
  fetchAhead(): Promise<void>;
  /** Whether the script is there; tracked. */
  isThere: Accessor<boolean>;
};

/** At the foot of the page: some parts stand where there is no room for a word. */
export function Lost(props: { said: string; button: string; onAgain(): void }) {
  return (
    <Portal>
      <div
        role="alert"
        class="fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-ground"
      >
        {props.said}
        <button
          type="button"
          class="min-h-12 px-2.5 font-[620] underline underline-offset-2 min-[701px]:min-h-9"
          onClick={() => props.onAgain()}
        >
          {props.button}
        </button>
      </div>
    </Portal>
  );
}

/**
 * A part that is fetched when it is first shown. Until it is there `meanwhile` stands in its place, where it is given, and what stands around it stays. If its script can't be
 * fetched, a line at the foot of the page says so, unless the part `isQuiet`: one that nobody asks for. Browsers keep that a script failed for as long as the
 * page stands (HTML, "fetch a single module script"), so only loading the page anew brings it.
 */
export function later<Props extends object>(
  load: () => Promise<Component<Props>>,
  { isQuiet = false, meanwhile }: { isQuiet?: boolean; meanwhile?: Component<Props> } = {},
): Later<Props> {
  const [part, setPart] = createSignal<Component<Props>>();
  const [isLost, setLost] = createSignal(false);
  let asked: Promise<void> | undefined;
  const fetchAhead = () =>
    (asked ??= load().then(
      (came) => void setPart(() => came),
      () => void setLost(true),
    ));
  const shown = (props: Props) => {
    const { ourFault } = useTools().words.states;
    onMount(() => void fetchAhead());
    return (
      <>
        <Show when={part() ?? meanwhile} keyed>
          {(Part) => <Part {...props} />}
        </Show>
        <Show when={isLost() && !isQuiet}>
          <Lost said={ourFault.part} button={ourFault.loadAnew} onAgain={() => location.reload()} />
        </Show>
      </>
    );
  };
  return Object.assign(shown, { fetchAhead, isThere: () => part() !== undefined });
}
