import { createEffect, createMemo, createSignal, on, untrack, type Accessor } from 'solid-js';
import { useNow } from '../features/use-now.ts';
import { useWallTools } from '../wall-context.ts';
import type { Pictures } from './cards/create-pictures.ts';
import { pictureText } from './cards/picture-words.ts';
import type { Census } from './sign-census.ts';
import type { Viewport } from './create-viewport.ts';
import { CARDS_FROM } from './cell-levels.ts';
import type { Shot } from './paint/draw-card.ts';
import { visibleCells } from './visible-cells.ts';

/** The pictures of the cards that are seen on the map. */

export interface Shots {
  of(sign: number): Shot | undefined;
  /** The signs whose card is to be painted anew: a picture came, or is older by now. */
  due: Accessor<readonly number[]>;
}

/** So often an age is said anew. */
const AGES_MS = 10_000;

interface ShotsOptions {
  pictures: Pictures;
  sight: Viewport;
  census: Accessor<Census>;
  timeZone: Accessor<string>;
}

export function createMapScreenshots({ pictures, sight, census, timeZone }: ShotsOptions): Shots {
  const { words, times } = useWallTools();
  const now = useNow(AGES_MS);
  const seen = createMemo<readonly number[]>(() => {
    const ground = sight.ground();
    return ground ? visibleCells(ground, sight.camera(), sight.size(), CARDS_FROM) : [];
  });
  const wanted = createMemo(() =>
    seen().flatMap((sign) => {
      const { id, screenshotAt, device } = census().rows[sign] ?? {};
      return id && screenshotAt && device ? { id, at: screenshotAt } : [];
    }),
  );
  pictures.watch(wanted);
  /** By identifier; they are decoded once. */
  const images = new Map<string, { image: HTMLImageElement; at: number }>();
  const [due, setDue] = createSignal<readonly number[]>([], { equals: false });
  async function decode(id: string, at: string, src: string): Promise<void> {
    const image = new Image();
    image.src = src;
    await image.decode();
    images.set(id, { image, at: Date.parse(at) });
    setDue(untrack(seen).filter((sign) => census().rows[sign]?.id === id));
  }
  createEffect(() => {
    const ids = new Set(wanted().map(({ id }) => id));
    for (const id of images.keys()) if (!ids.has(id)) images.delete(id);
    for (const id of ids) {
      const picture = pictures.of(id);
      if (!picture?.src || images.get(id)?.at === Date.parse(picture.at)) continue;
      // Its address may have been given up for that of a newer picture.
      void decode(id, picture.at, picture.src).catch(() => {});
    }
  });
  createEffect(on(now, () => setDue(seen()), { defer: true }));
  return {
    due,
    of(sign) {
      const row = census().rows[sign];
      const known = row && images.get(row.id);
      if (!known) return undefined;
      const { said, isPast } = pictureText(words, times, known.at, row, untrack(now), timeZone());
      return { image: known.image, age: said, isPast };
    },
  };
}
