/** Nobody has so many asked for at once; the oldest are forgotten. */
const MOST = 100;

/**
 * Which screenshots one connection owes: only the answer to one may be large, and have an attachment (contract, section 5, row "Socket"). A sign
 * that was away with a picture answers as soon as it is registered, before it is asked again: a claimed sign is owed one such.
 *
 * `tell` hears whether any is owed, each time that changes.
 */
export function createExpectedScreenshots(tell: (any: boolean) => void) {
  const asked = new Set<string>();
  let fromBefore = 0;
  let told = false;
  const isAny = (): boolean => asked.size > 0 || fromBefore > 0;
  const changed = (): void => {
    if (isAny() === told) return;
    told = !told;
    tell(told);
  };

  return {
    /** The connection is registered, of a device that belongs to a record. */
    returned(): void {
      fromBefore = 1;
      changed();
    },
    /** `sign:screenshot` is sent. */
    asked(commandId: string): void {
      asked.add(commandId);
      const [oldest] = asked;
      if (asked.size > MOST) asked.delete(oldest!);
      changed();
    },
    /** The command is answered, by `withImage` or without. False: an image that nobody has asked for. */
    answered(commandId: unknown, withImage: boolean): boolean {
      const wasAsked = typeof commandId === 'string' && asked.delete(commandId);
      const isOwed = !withImage || wasAsked || fromBefore > 0;
      if (withImage && !wasAsked) fromBefore = 0;
      changed();
      return isOwed;
    },
    get any(): boolean {
      return isAny();
    },
  };
}

export type ExpectedScreenshots = ReturnType<typeof createExpectedScreenshots>;
