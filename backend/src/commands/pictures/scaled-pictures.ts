import { LRUCache } from 'lru-cache';
import { createGate } from '../../flow/gate.ts';
import type { ScalePicture } from './picture-scaler.ts';

/**
 * The pictures of walls: scaled a few at a time, each once, and kept while there is room. A wall of 200 plates asks for 200 at once: they wait for each
 * other, and nobody else waits for them.
 */

/** Half of the process's threads for such work: passwords, names of hosts and files need the others. */
const AT_ONCE = 2;
/** Some seconds' worth. The images of those who wait are still in the database. */
const MOST_WAITING = 500;
/** Plates of some 10 kB, for a few thousand signs. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** What an entry takes beside its picture. */
const ENTRY_BYTES = 200;

export function createScaledPictures(scale: ScalePicture) {
  const kept = new LRUCache<string, Buffer | 'unreadable'>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (picture) => picture.length + ENTRY_BYTES,
  });
  const gate = createGate({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  const underWay = new Map<string, Promise<Buffer | 'unreadable' | 'too many' | null>>();

  async function make(etag: string, maxWidth: number, read: () => Promise<Buffer | null>) {
    const image = await read();
    if (image === null) return null;
    const picture = (await scale(image, maxWidth)) ?? 'unreadable';
    kept.set(etag, picture);
    return picture;
  }

  return {
    /**
     * What `read` gives, at most `maxWidth` pixels wide; `etag` names the result. `unreadable`: it can't be decoded. `too many`: so many wait already that this one
     * was not read. Null where `read` gives null. Rejects as `read` does.
     */
    async of(etag: string, maxWidth: number, read: () => Promise<Buffer | null>) {
      const known = kept.get(etag) ?? (await underWay.get(etag));
      if (known !== undefined) return known;
      const making = gate
        .run(() => make(etag, maxWidth, read))
        .then((made) => (made === null ? 'too many' : made.result))
        .finally(() => underWay.delete(etag));
      underWay.set(etag, making);
      return await making;
    },
  };
}
