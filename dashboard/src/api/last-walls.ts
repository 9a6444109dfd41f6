/** How the wall of each event was seen last, so that who comes back from a sign finds it as it was: filter, view and place. As long as this page is loaded. */
export interface LastWalls {
  /** `path`: of the wall. `search`: what its address says besides. */
  keep(path: string, search: string): void;
  /** The address of the wall at this path, as it was seen last. */
  addressOf(path: string): string;
}

export function createLastWalls(): LastWalls {
  const searches = new Map<string, string>();
  return {
    keep: (path, search) => void searches.set(path, search),
    addressOf: (path) => path + (searches.get(path) ?? ''),
  };
}

/** What an address of a wall carries beside itself: the sign that somebody comes back from, where the keys go on. */
export interface CameFrom {
  cameFrom: string;
}
