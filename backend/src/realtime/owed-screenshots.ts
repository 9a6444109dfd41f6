/**
 * Which screenshots one connection owes: only the answer to one may be large, and have an attachment (contract, section 5, row "Socket"). A sign
 * that was away with a picture answers as soon as it is registered, before it is asked again: each connection owes one such. It does so where it
 * belongs to no record too: the picture of a sign that was unregistered meanwhile is dropped, and the sign is not cut off, since it would send the
 * picture again each time it is back.
 */
export interface OwedScreenshots {
  /** `sign:register` is answered. Repeated on the same connection it changes nothing. */
  registered(): void;
  /** `sign:screenshot` is sent. */
  asked(commandId: string): void;
  /** The command is answered, by `withImage` or without. False: an image that nobody has asked for. */
  answered(commandId: unknown, withImage: boolean): boolean;
  readonly any: boolean;
}

/** Nobody has so many asked for at once; the oldest are forgotten. */
const MOST = 100;

/** `tell` hears whether any is owed, each time that changes. */
export function createOwedScreenshots(tell: (any: boolean) => void): OwedScreenshots {
  const asked = new Set<string>();
  /** The picture from before: it can't come yet, may come, or has come. */
  let fromBefore: 'not yet' | 'owed' | 'sent' = 'not yet';
  let told = false;
  const isAny = (): boolean => asked.size > 0 || fromBefore === 'owed';
  const changed = (): void => {
    if (isAny() === told) return;
    told = !told;
    tell(told);
  };

  return {
    registered() {
      if (fromBefore === 'not yet') fromBefore = 'owed';
      changed();
    },
    asked(commandId) {
      asked.add(commandId);
      const [oldest] = asked;
      if (asked.size > MOST) asked.delete(oldest!);
      changed();
    },
    answered(commandId, withImage) {
      const wasAsked = typeof commandId === 'string' && asked.delete(commandId);
      const isOwed = !withImage || wasAsked || fromBefore === 'owed';
      if (withImage && !wasAsked) fromBefore = 'sent';
      changed();
      return isOwed;
    },
    get any() {
      return isAny();
    },
  };
}
