import { pathOf } from '@sign-display/contracts/page-paths';
import { useNavigate } from '@solidjs/router';
import { createEffect, createMemo, type Accessor } from 'solid-js';
import type { Lines } from './create-visible-lines.ts';
import type { Picks } from './create-selection.ts';
import type { ShownRow } from './frozen-order.ts';
import { useWallTools } from '../wall-context.ts';
import { codeOf, isTroubled, lookOf } from './sign-looks.ts';
import { stepTo } from './line-navigation.ts';
import { nextWhere } from './map-keys.ts';

/** Walking by keys through signs that stand in lines. One of them is the tab stop: the one in focus, else the first. It has `data-sign`. */
export interface Walking {
  /** The number of the one in focus. */
  focused: Accessor<number>;
  goTo(number: number): void;
  press(event: KeyboardEvent): void;
  /** What a key does with the sign in focus, with the focus of the page wherever it is. */
  act(key: string): void;
}

type KeyPressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

interface WalkOptions {
  picks: Picks;
  shown: Accessor<readonly ShownRow[]>;
  list: Accessor<HTMLElement | undefined>;
  perLine: Accessor<number>;
  /** In which line a sign stands, by its number. */
  lineOf(number: number): number;
  lines(): Lines;
  /** Whether it is known how much has room in a line. */
  isMeasured: Accessor<boolean>;
}

export function createLineNavigation({ picks, shown, list, perLine, lineOf, lines, isMeasured }: WalkOptions): Walking {
  const navigate = useNavigate();
  const { page } = useWallTools();
  const focused = createMemo(() => {
    const id = picks.focus();
    return id === null
      ? 0
      : Math.max(
          0,
          shown().findIndex((row) => row.id === id),
        );
  });
  const elementOf = ({ id }: ShownRow) => list()?.querySelector<HTMLElement>(`[data-sign="${id}"]`);
  function goTo(number: number): void {
    const row = shown()[number];
    if (!row) return;
    picks.setFocus(row.id);
    lines().show(lineOf(number));
    elementOf(row)?.focus({ preventScroll: true });
  }
  picks.markedBy(() => {
    const { activeElement } = document;
    return list()?.contains(activeElement)
      ? (activeElement!.closest<HTMLElement>('[data-sign]')?.dataset.sign ?? null)
      : null;
  });
  picks.keysTakenBy(() => goTo(focused()));
  // Before it is known how much has room, signs are drawn only to be drawn again.
  // Not within the effect: lines that are shown for it move as soon as that is over, and what moves loses the focus.
  createEffect(() => isMeasured() && lines().isMeasured() && page.atNextFrame(picks.giveKeys));
  const isWrong = (number: number): boolean => isTroubled(codeOf(lookOf(shown()[number]!)));
  /** False: the key is for nothing here. */
  function action(row: ShownRow, { key, shiftKey, ctrlKey, metaKey }: KeyPressed): boolean {
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'a') return false;
      picks.choose({ is: 'all' }, shown());
      return true;
    }
    const lie = { at: focused(), count: shown().length, perLine: perLine(), perPage: lines().perPage() };
    const to = stepTo(key, lie);
    if (to !== null) {
      if (shiftKey) picks.choose({ is: 'range', id: shown()[to]!.id }, shown());
      goTo(to);
    } else if (key === 'Enter') navigate(pathOf('sign', { signId: row.id }));
    else if (key === 'j' || key === 'k') goTo(nextWhere(shown().length, focused(), key === 'j' ? 1 : -1, isWrong));
    else if (key.toLowerCase() === 'x' || key === ' ') picks.choose({ is: 'toggle', id: row.id }, shown());
    else return false;
    return true;
  }
  return {
    focused,
    goTo,
    act(key) {
      const row = shown()[focused()];
      if (!row) return;
      goTo(focused());
      action(row, { key, shiftKey: false, ctrlKey: false, metaKey: false });
    },
    press(event) {
      const row = shown()[focused()];
      if (!row || event.altKey || event.target !== elementOf(row)) return;
      if (action(row, event)) event.preventDefault();
    },
  };
}
