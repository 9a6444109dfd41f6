import { createMemo, createSignal, onCleanup, type Accessor } from 'solid-js';
import { pageScale } from '../ui/page-scale.ts';
import { createRem } from './create-window-measures.ts';
import { cardsFit } from './cards/card-layout.ts';

/** What stands above and beside the signs, in px of usual text: bar, headline and strip; the rail, which is narrower in a narrow window and above on a phone. */
const ABOVE = 156;
const railOf = (width: number): number => (width > 1_000 ? 336 : width > 700 ? 240 : 0);

interface LargestOptions {
  /** How many signs are to be seen. */
  count: Accessor<number>;
  /** With another place it is decided anew, wherever somebody is. */
  place: Accessor<string | null>;
  isInside: Accessor<boolean>;
}

/**
 * The largest view in which so many signs are seen without scrolling: cards, or the map, which shows plates or marks by itself. While somebody points at the signs or
 * has the focus among them it stays, however many come and whatever the window does.
 */
export function createMapSize({ count, place, isInside }: LargestOptions): Accessor<'cards' | 'map'> {
  const rem = createRem();
  const now = () => ({ width: innerWidth / pageScale(), height: innerHeight / pageScale() });
  const [size, set] = createSignal(now());
  const look = (): void => void set(now());
  addEventListener('resize', look);
  onCleanup(() => removeEventListener('resize', look));
  const decided = createMemo<{ of: string | null; is: 'cards' | 'map' } | null>((before) => {
    const of = place();
    if (isInside() && before?.of === of) return before;
    const { width, height } = size();
    const fit = cardsFit(count(), (width - railOf(width)) / rem(), (height - ABOVE) / rem());
    return { of, is: fit ? 'cards' : 'map' };
  }, null);
  return createMemo(() => decided()!.is);
}
