import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { readScreenshot } from '../../api/read-screenshot.ts';
import { useWallTools } from '../../wall-context.ts';
import { pictureQueue, type Picture, type Wanted } from './picture-queue.ts';

/** The screenshots of the signs that are seen. The wall makes them once, so that they and their pace outlive the view that shows them. */

export interface Pictures {
  /** The last one that was read; undefined: none yet. Tracked. */
  of(id: string): Picture | undefined;
  /** Asks for these, the first ones first, and for no others, as long as the calling component lives. */
  watch(wanted: Accessor<readonly Wanted[]>): void;
}

/** A card is 206 to 420 px wide; the next width on a dense screen. */
const WIDTH = 480;

export function createPictures(): Pictures {
  const { client, clock } = useWallTools();
  const [version, setVersion] = createSignal(0);
  let watched: Accessor<readonly Wanted[]> | undefined;
  const queue = pictureQueue({
    clock,
    read: (id) => readScreenshot(client, id, WIDTH),
    changed: () => setVersion((is) => is + 1),
  });
  onCleanup(queue.stop);
  return {
    of: (id) => (version(), queue.of(id)),
    watch(wanted) {
      watched = wanted;
      createEffect(on(wanted, queue.want));
      // The next view may be there already.
      onCleanup(() => watched === wanted && queue.want([]));
    },
  };
}
