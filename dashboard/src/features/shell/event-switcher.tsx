import { Popover } from '@kobalte/core/popover';
import { createMemo, createSignal, createUniqueId, For, onMount, Show, type JSX } from 'solid-js';
import type { Words } from '../../words/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { SWITCHER_BUTTON, SwitcherLabel } from './switcher-button.tsx';
import { placesFor, type PlaceGroup } from './filter-switcher-events.ts';

/** What can be chosen in the list: `value` is handed to `onGo`. */
interface Row {
  value: string;
  name: string;
}

interface Props {
  words: Words['shell'];
  /** Undefined while they are asked for. `make`: where an event is made, for who may. */
  groups: readonly (PlaceGroup & { make?: string | undefined })[];
  /** Of the event that the page is about. */
  currentId: string | undefined;
  /** The address of an event. */
  pathOfEvent(eventId: string): string;
  onGo(path: string): void;
  /** Called when it opens: what it shows may be old. */
  onOpen?(): void;
  label: string;
  crumb: JSX.Element;
  /** Whether it opens as soon as it is rendered. */
  opensNow?: () => boolean;
}

function List(props: Props & { onDone(): void }) {
  const id = createUniqueId();
  const [query, setQuery] = createSignal('');
  const groups = createMemo(() => placesFor(props.groups, query()));
  const rowsOf = (group: Props['groups'][number]): Row[] => [
    ...group.events.map((event) => ({ value: props.pathOfEvent(event.id), name: event.name })),
    ...(group.make !== undefined && query() === '' ? [{ value: group.make, name: props.words.newEvent }] : []),
  ];
  const rows = createMemo(() => groups().flatMap(rowsOf));
  const currentPath = () => (props.currentId === undefined ? undefined : props.pathOfEvent(props.currentId));
  const [chosen, setChosen] = createSignal(currentPath());
  const active = () => rows().find(({ value }) => value === chosen()) ?? rows()[0];
  const idOf = (value: string) => `${id}-${value}`;
  const count = () => groups().reduce((sum, { events }) => sum + events.length, 0);

  const step = (by: number, from = rows().findIndex((row) => row === active())): void => {
    const all = rows();
    if (all.length === 0) return;
    const next = all[(from + by + all.length) % all.length]!;
    setChosen(next.value);
    document.getElementById(idOf(next.value))?.scrollIntoView({ block: 'nearest' });
  };
  const go = (row: Row | undefined): void => {
    if (!row) return;
    props.onDone();
    props.onGo(row.value);
  };
  const KEYS: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => go(active()),
  };
  return (
    <>
      <div class="border-b border-line p-2">
        <input
          type="text"
          role="combobox"
          autofocus
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-label={props.words.findPlace}
          placeholder={props.words.findPlace}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active() ? idOf(active()!.value) : undefined}
          class="h-[calc(1.5rem+24px)] w-full rounded-control border border-line-strong bg-surface px-3 text-15 placeholder:text-ink-3 min-[701px]:h-[calc(1rem+16px)] min-[701px]:px-2.5 min-[701px]:text-13"
          value={query()}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            const act = KEYS[event.key];
            if (!act || event.isComposing) return;
            event.preventDefault();
            act();
          }}
        />
      </div>
      <p class="sr-only" role="status">
        {query() === '' ? '' : props.words.foundPlaces(count())}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={props.words.allPlaces}
        class="max-h-[calc(60dvh/var(--page-scale,1))] overflow-y-auto py-1.5"
      >
        <For each={groups()}>
          {(group) => (
            <div role="group" aria-label={group.name}>
              <div class="truncate px-4 pt-2 pb-1 text-11 font-[600] text-ink-3" dir="auto" role="presentation">
                {group.name}
              </div>
              <For each={rowsOf(group)}>
                {(row) => (
                  <div
                    id={idOf(row.value)}
                    role="option"
                    aria-selected={row.value === active()?.value}
                    aria-current={row.value === currentPath() ? 'page' : undefined}
                    class="flex min-h-12 cursor-pointer items-center gap-2 px-4 text-15 min-[701px]:min-h-8 min-[701px]:text-13"
                    classList={{
                      'bg-sunk': row.value === active()?.value,
                      'font-[600]': row.value === currentPath(),
                    }}
                    onPointerMove={() => setChosen(row.value)}
                    onClick={() => go(row)}
                  >
                    <span class="min-w-0 truncate" dir="auto" title={row.name}>
                      {row.name}
                    </span>
                    <Show when={row.value === currentPath()}>
                      <Icon is="check" size={14} class="ms-auto" />
                    </Show>
                  </div>
                )}
              </For>
            </div>
          )}
        </For>
        <Show when={rows().length === 0}>
          <p class="px-4 py-3 text-ink-2">{query() === '' ? props.words.noEvents : props.words.noPlaceFound}</p>
        </Show>
      </div>
    </>
  );
}

/** Where one is, and how one gets to another event: typed or walked by arrows, whether there is one event or two hundred. */
export function Switcher(props: Props) {
  const [isOpen, setOpen] = createSignal(false);
  const open = (wanted: boolean): void => {
    setOpen(wanted);
    if (wanted) props.onOpen?.();
  };
  const [trigger, setTrigger] = createSignal<HTMLElement>();
  onMount(() => {
    if (!props.opensNow?.()) return;
    trigger()?.focus();
    open(true);
  });
  return (
    <Popover open={isOpen()} onOpenChange={open} placement="bottom-start" gutter={0}>
      <Popover.Trigger ref={setTrigger} title={props.label} class={SWITCHER_BUTTON}>
        <SwitcherLabel crumb={props.crumb} action={props.words.switchPlace} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={props.words.allPlaces}
          class="z-20 w-[min(360px,calc(100vw/var(--page-scale,1)-16px))] overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-float outline-none"
        >
          <List {...props} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover>
  );
}
