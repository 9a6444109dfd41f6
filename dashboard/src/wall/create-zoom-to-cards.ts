import { showToast } from '../ui/toasts.tsx';
import { useWallTools } from '../wall-context.ts';
import type { WallAddress } from './create-wall-url-state.ts';

/** Nearer than a map is, the cards of one place are shown; that is said, and the way back takes the filter back, too. */
export interface Past {
  /** To the cards of this place; empty: of signs without one. */
  go(place: string): void;
  /** To the map, around this sign. */
  back(pitch: number, at: string | undefined): void;
}

export function createZoomToCards({ filter, set }: Pick<WallAddress, 'filter' | 'set'>): Past {
  const { words } = useWallTools();
  /** The filter's place before, and the one that it was changed to. */
  let gone: { from: string | null; to: string | null } | null = null;
  return {
    go(place) {
      gone = { from: filter().place, to: place === '' ? null : place };
      set({ view: 'cards', place: gone.to });
      showToast(words.map.nearer(place === '' ? words.wall.noPlace : place), words.shell.toasts);
    },
    back(pitch, at) {
      const place = gone && gone.to === filter().place ? gone.from : null;
      gone = null;
      set({ view: 'map', place, near: at === undefined ? null : { pitch, at } });
    },
  };
}
