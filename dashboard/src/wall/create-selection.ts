import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { filtered, type Filter } from '../event/sign-filter.ts';
import type { Signs } from '../live/apply-sign-patches.ts';
import { CHOSEN_MOST, type Chosen, type WallState } from './url-state.ts';
import { aimedAt, framed, NOTHING, rangedTo, stillThere, toggled, type Selection } from './selection.ts';

/** Which signs are chosen, and which one is in focus: the same in each view. */

/** `range`: from where the last one was begun, in the order of `shown`. `all`: of `shown`. */
export type ChooseAction = { is: 'one' | 'range' | 'toggle'; id: string } | { is: 'all' };

export interface Picks {
  chosen: Accessor<ReadonlySet<string>>;
  rows: Accessor<readonly SignRow[]>;
  /** As the address says it. */
  said: Accessor<Chosen>;
  /** Whether the address can hold them. */
  isShared: Accessor<boolean>;
  /** `shown`: the rows of the view in their order, which the filter lets through. */
  choose(action: ChooseAction, shown: readonly SignRow[]): void;
  /** These in place of all else, or added to it. */
  frame(ids: readonly string[], isAdded: boolean): void;
  drop(): void;
  focus: Accessor<string | null>;
  setFocus(id: string): void;
  /** Brings the focus of the page to the sign in focus. */
  takeKeys(): void;
  /** The view that comes is to do so, unless something else has the focus by then. */
  keepKeys(): void;
  /** It has come, and is drawn. */
  giveKeys(): void;
  /** How the view that is shown does so, until the calling component goes. */
  keysTakenBy(take: () => void): void;
  /** Whom keys act on, when one is pressed. */
  aimedAt(): string[];
  /** Until the component goes, it says which sign a person sees marked; null: none. */
  markedBy(look: () => string | null): void;
}

export const idsOf = (rows: readonly SignRow[]): string[] => rows.map(({ id }) => id);

interface PicksOptions {
  /** All of them. */
  signs: Accessor<Signs>;
  filter: Accessor<Filter>;
  /** As the address had it when the page was opened. */
  first: WallState;
}

export function createSelection({ signs, filter, first }: PicksOptions): Picks {
  const [selection, setSelection] = createSignal<Selection>({
    ...NOTHING,
    chosen: new Set(first.chosen === 'many' ? [] : first.chosen.filter((id) => signs().has(id))),
  });
  const [focus, setFocus] = createSignal<string | null>(first.near?.at ?? null);
  const chosen = createMemo(() => selection().chosen);
  const isShared = () => chosen().size <= CHOSEN_MOST;
  /** A place that a sign has left, while nothing may move, is not chosen. */
  const there = (ids: readonly string[]): string[] => ids.filter((id) => signs().has(id));
  const none = (): null => null;
  let marked: () => string | null = none;
  let areKept = false;
  let take = (): void => {};
  createEffect(on(signs, (all) => setSelection((is) => stillThere(is, (id) => all.has(id))), { defer: true }));
  return {
    chosen,
    rows: createMemo(() => Array.from(selection().chosen).flatMap((id) => signs().get(id) ?? [])),
    said: createMemo(() => (isShared() ? Array.from(chosen()) : 'many')),
    isShared,
    choose(action, shown) {
      if (action.is === 'all') setSelection((is) => framed(is, there(idsOf(shown)), false));
      else if (action.is === 'range')
        setSelection((is) =>
          rangedTo(is.anchor === null ? { ...is, anchor: focus() } : is, action.id, there(idsOf(shown))),
        );
      else if (signs().has(action.id)) setSelection((is) => toggled(is, action.id));
    },
    frame: (ids, isAdded) => setSelection((is) => framed(is, there(ids), isAdded)),
    drop: () => setSelection(NOTHING),
    focus,
    setFocus: (id) => setFocus(id),
    takeKeys: () => take(),
    keepKeys: () => void (areKept = true),
    giveKeys() {
      if (!areKept) return;
      areKept = false;
      if (document.activeElement === document.body) take();
    },
    keysTakenBy(own) {
      take = own;
      onCleanup(() => {
        if (take === own) take = () => {};
      });
    },
    aimedAt: () =>
      aimedAt(selection().chosen, marked(), (id) => filtered([signs().get(id) ?? []].flat(), filter()).length > 0),
    markedBy(look) {
      marked = look;
      onCleanup(() => {
        if (marked === look) marked = none;
      });
    },
  };
}
