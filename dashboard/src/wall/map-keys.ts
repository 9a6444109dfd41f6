import type { Ground } from './map-coordinates.ts';
import { walk, type Walk } from './map-navigation.ts';

/** What keys do on the map while it has the focus. Pure. */

export type KeyAction =
  | { is: 'walk'; to: number; isRange: boolean }
  | { is: 'open' | 'peek' | 'choose' }
  /** Everything that the filter shows. */
  | { is: 'choose-all' }
  /** The next or the previous sign that something is wrong with. */
  | { is: 'walk-trouble'; step: 1 | -1 };

export interface MapKey {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  hasControl: boolean;
}

const WALKS: Record<string, Walk> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const ENDS: Record<string, Walk> = { Home: 'first', End: 'last', PageUp: 'place-before', PageDown: 'place-after' };

function walkOf({ key, altKey, hasControl }: MapKey): Walk | null {
  if (hasControl) return null;
  const to = WALKS[key];
  if (to && altKey) return to === 'left' || to === 'up' ? 'place-before' : 'place-after';
  return to ?? (altKey ? null : (ENDS[key] ?? null));
}

/** Null: the map does nothing with it. `sign`: the one in focus. */
export function keyActionOf(pressed: MapKey, ground: Ground, sign: number): KeyAction | null {
  const to = walkOf(pressed);
  if (to) return { is: 'walk', to: walk(ground, sign, to), isRange: pressed.shiftKey };
  const key = pressed.key.toLowerCase();
  if (pressed.hasControl) return key === 'a' ? { is: 'choose-all' } : null;
  if (pressed.altKey) return null;
  switch (key) {
    case 'enter':
      return { is: 'open' };
    case ' ':
      return { is: 'peek' };
    case 'x':
      return { is: 'choose' };
    case 'j':
      return { is: 'walk-trouble', step: 1 };
    case 'k':
      return { is: 'walk-trouble', step: -1 };
    default:
      return null;
  }
}

/** Where a key that walks leads, past signs that are not shown; the same sign where none is shown there. */
export function walkShown(pressed: MapKey, ground: Ground, from: number, isShown: (sign: number) => boolean): number {
  const to = walkOf(pressed);
  if (!to) return from;
  for (let at = from; ;) {
    const next = walk(ground, at, to);
    if (next !== at) {
      if (isShown(next)) return next;
      at = next;
      continue;
    }
    // At an end: back to the nearest that is shown.
    const back = from < at ? -1 : 1;
    for (let sign = at; sign !== from; sign += back) if (isShown(sign)) return sign;
    return from;
  }
}

/** The next sign after `from` for which `is` holds, beginning anew at the end; `from` where there is no other. */
export function nextWhere(count: number, from: number, step: 1 | -1, is: (sign: number) => boolean): number {
  for (let away = 1; away < count; away += 1) {
    const sign = (from + step * away + count * 2) % count;
    if (is(sign)) return sign;
  }
  return from;
}
