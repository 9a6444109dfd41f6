/** How the wall of each event was seen last, so that who comes back from a sign finds it as it was: filter, view and place. As long as this page is loaded. */
export interface LastWalls {
  /** `path`: of the wall. `search`: what its address says besides. */
  keep(path: string, search: string): void;
  /** The address of the wall at this path, as it was seen last. */
  addressOf(path: string): string;
  /** Somebody comes back from this sign: there the keys go on. */
  comeFrom(signId: string): void;
  /** From which sign somebody comes, once; null: from none. */
  takeCameFrom(): string | null;
}

export function createLastWalls(): LastWalls {
  const searches = new Map<string, string>();
  let cameFrom: string | null = null;
  return {
    keep: (path, search) => void searches.set(path, search),
    addressOf: (path) => path + (searches.get(path) ?? ''),
    comeFrom: (signId) => void (cameFrom = signId),
    takeCameFrom() {
      const was = cameFrom;
      cameFrom = null;
      return was;
    },
  };
}
