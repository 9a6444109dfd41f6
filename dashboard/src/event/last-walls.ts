/** How the wall of each event was seen last, so that who comes back from a sign finds it as it was: filter, view and place. As long as this page is loaded. */

const searches = new Map<string, string>();

/** `path`: of the wall. `search`: what its address says besides. */
export const keepWall = (path: string, search: string): void => void searches.set(path, search);

/** The wall at this path as it was seen last. */
export const lastWall = (path: string): string => path + (searches.get(path) ?? '');

/** What an address of a wall carries beside itself: the sign that somebody comes back from, where the keys go on. */
export interface CameFrom {
  cameFrom: string;
}
