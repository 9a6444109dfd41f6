import { LRUCache } from 'lru-cache';
import { PICTURE_WIDTHS } from '@sign-display/contracts/rest/telemetry';
import { createFairGate } from '../../flow/fair-gate.ts';
import type { ScalePicture } from './picture-scaler.ts';

/**
 * The pictures of walls: scaled a few at a time, each once, and kept while there is room. A wall of 200 plates asks for many at once: they wait for each
 * other, and organizations take turns, so that another's wait for one of them at the most.
 */

/** Half of the process's threads for such work: passwords, names of hosts and files need the others. */
const AT_ONCE = 2;
/**
 * Requests of an organization that wait for a picture, or for the same one. Fewer than a node takes of all at once (`FULL` in http/load-shedding.ts): else one
 * viewer who asks for slow pictures would have everybody refused. Their images are still in the database.
 */
const MOST_ASKING = 40;
/** Plates of some 10 kB, for a few thousand signs. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** What an entry takes beside its picture. */
const ENTRY_BYTES = 200;

interface AskedPicture {
  /** Whose turn it takes. */
  organizationId: string;
  /** Names the result. */
  etag: string;
  width: number;
  read(): Promise<Buffer | null>;
}

/** The width that a picture is made in for whoever asks for at most `maxWidth`. Pure. */
export const stepBelow = (maxWidth: number): number => PICTURE_WIDTHS.findLast((width) => width <= maxWidth)!;

export function createScaledPictures(scale: ScalePicture) {
  const kept = new LRUCache<string, Buffer | 'unreadable'>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (picture) => picture.length + ENTRY_BYTES,
  });
  const gate = createFairGate({ atOnce: AT_ONCE });
  const underWay = new Map<string, Promise<Buffer | 'unreadable' | null>>();
  const asking = new Map<string, number>();

  async function make({ etag, width, read }: AskedPicture) {
    const image = await read();
    if (image === null) return null;
    const picture = (await scale(image, width)) ?? 'unreadable';
    kept.set(etag, picture);
    return picture;
  }

  function begin(asked: AskedPicture) {
    const making = gate.run(asked.organizationId, () => make(asked)).finally(() => underWay.delete(asked.etag));
    underWay.set(asked.etag, making);
    return making;
  }

  return {
    /**
     * What `read` gives, at most `width` pixels wide. `unreadable`: it can't be decoded. `too many`: so many of the organization's wait already that this one
     * was not read. Null where `read` gives null. Rejects as `read` does.
     */
    async of(asked: AskedPicture): Promise<Buffer | 'unreadable' | 'too many' | null> {
      const { organizationId, etag } = asked;
      const known = kept.get(etag);
      if (known !== undefined) return known;
      const others = asking.get(organizationId) ?? 0;
      if (others >= MOST_ASKING) return 'too many';
      asking.set(organizationId, others + 1);
      try {
        return await (underWay.get(etag) ?? begin(asked));
      } finally {
        const rest = asking.get(organizationId)! - 1;
        if (rest > 0) asking.set(organizationId, rest);
        else asking.delete(organizationId);
      }
    },
  };
}
