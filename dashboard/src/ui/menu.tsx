import { DropdownMenu } from '@kobalte/core/dropdown-menu';
import { createContext, createSignal, For, onCleanup, onMount, Show, useContext, type JSX } from 'solid-js';
import { Icon } from './icon.tsx';

const ROW =
  'flex min-h-12 w-full cursor-pointer items-center gap-2.5 px-4 text-15 outline-none data-[highlighted]:bg-sunk min-[701px]:min-h-8 min-[701px]:px-3 min-[701px]:text-13';

/** What was chosen is done once the menu is gone and the focus is back at its button: until then the menu takes the keys that are for what opens. */
const Chosen = createContext<(run: () => void) => void>((run) => run());

/** Tells when what stands in it is no more in the page. */
function Stay(props: { onLeave(): void; children: JSX.Element }) {
  onCleanup(() => void Promise.resolve().then(() => props.onLeave()));
  return <>{props.children}</>;
}

/** A menu at its trigger, in whose landmark it stands: arrows walk it, letters jump in it, Escape closes it and focus returns. `trigger` is what stands inside the button. `opensNow`: whether it opens as soon as it is rendered. */
export const Menu = (props: {
  label: string;
  triggerClass: string;
  trigger: JSX.Element;
  opensNow?: () => boolean;
  children: JSX.Element;
}) => {
  const [content, setContent] = createSignal<HTMLElement>();
  const [isOpen, setOpen] = createSignal(false);
  const open = (wanted: boolean): void => {
    setOpen(wanted);
    // Kobalte leaves the focus at the button of a menu that is not modal: its arrows would do nothing.
    if (wanted) requestAnimationFrame(() => content()?.focus());
  };
  const [trigger, setTrigger] = createSignal<HTMLElement>();
  onMount(() => {
    if (!props.opensNow?.()) return;
    trigger()?.focus();
    open(true);
  });
  let chosen: (() => void) | undefined;
  const leave = (): void => {
    if (document.activeElement === document.body) trigger()?.focus();
    const run = chosen;
    chosen = undefined;
    run?.();
  };
  return (
    <DropdownMenu open={isOpen()} onOpenChange={open} placement="bottom-end" gutter={4} modal={false}>
      <DropdownMenu.Trigger ref={setTrigger} title={props.label} class={props.triggerClass}>
        <span class="sr-only">{props.label}</span>
        {props.trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        ref={setContent}
        class="z-20 max-h-[calc(80dvh/var(--page-scale,1))] max-w-[calc(100vw/var(--page-scale,1)-16px)] min-w-56 overflow-y-auto rounded-lg border border-line bg-surface py-1.5 text-ink shadow-float outline-none"
      >
        <Chosen.Provider value={(run) => (chosen = run)}>
          <Stay onLeave={leave}>{props.children}</Stay>
        </Chosen.Provider>
      </DropdownMenu.Content>
    </DropdownMenu>
  );
};

export const MenuItem = (props: {
  onSelect(): void;
  current?: boolean;
  /** It stays in sight, and its `title` says who may. */
  disabled?: boolean;
  /** The same, but keys get to it, and what is chosen then says why not. */
  isRefused?: boolean;
  title?: string | undefined;
  aside?: JSX.Element;
  children: JSX.Element;
}) => {
  const choose = useContext(Chosen);
  return (
    <DropdownMenu.Item
      class={ROW}
      classList={{ 'font-[600]': props.current, 'cursor-default text-ink-3': props.disabled || props.isRefused }}
      disabled={props.disabled ?? false}
      aria-disabled={props.disabled || props.isRefused || undefined}
      title={props.title}
      onSelect={() => choose(props.onSelect)}
    >
      <span class="min-w-0 wrap-anywhere">{props.children}</span>
      <Show when={props.aside}>
        <span class="ms-auto">{props.aside}</span>
      </Show>
    </DropdownMenu.Item>
  );
};

/** One of several, which says which one it is. */
export const MenuChoice = <Value extends string>(props: {
  label: string;
  value: Value;
  choices: readonly { value: Value; said: string }[];
  onChoose(value: Value): void;
}) => (
  <DropdownMenu.RadioGroup
    aria-label={props.label}
    value={props.value}
    onChange={(value) => props.onChoose(value as Value)}
  >
    <div class="px-4 pt-2 pb-1 text-11 font-[600] text-ink-3 min-[701px]:px-3" aria-hidden="true">
      {props.label}
    </div>
    <For each={props.choices}>
      {({ value, said }) => (
        <DropdownMenu.RadioItem value={value} closeOnSelect={false} class={ROW}>
          <span class="w-3.5">
            <DropdownMenu.ItemIndicator>
              <Icon is="check" size={14} />
            </DropdownMenu.ItemIndicator>
          </span>
          {said}
        </DropdownMenu.RadioItem>
      )}
    </For>
  </DropdownMenu.RadioGroup>
);

/** One of several that may each be on; the menu stays open. */
export const MenuCheck = (props: { isOn: boolean; onChange(isOn: boolean): void; children: JSX.Element }) => (
  <DropdownMenu.CheckboxItem
    checked={props.isOn}
    closeOnSelect={false}
    class={ROW}
    onChange={(isOn) => props.onChange(isOn)}
  >
    <span class="w-3.5">
      <DropdownMenu.ItemIndicator>
        <Icon is="check" size={14} />
      </DropdownMenu.ItemIndicator>
    </span>
    {props.children}
  </DropdownMenu.CheckboxItem>
);

export const MenuLine = () => <DropdownMenu.Separator class="my-1.5 border-line" />;
