/** Which builds of the pages go. Pure: `build.ts` does it. */

/** The newest are kept however old they are: who goes back to a version finds it, and pages that are still open find their scripts. */
const KEPT = 3;
/** A running service touches its build each hour (`backend/src/process/find-or-build-pages.ts`); a machine may sleep through some of them. */
const SERVED_WITHIN_MS = 24 * 60 * 60 * 1_000;

export interface Build {
  name: string;
  /** The time of its folder, in milliseconds since 1970. */
  touchedMs: number;
}

/** The names of those that nobody serves, in any order. */
export const outworn = (builds: readonly Build[], nowMs: number): string[] =>
  builds
    .toSorted((a, b) => b.touchedMs - a.touchedMs)
    .slice(KEPT)
    .filter(({ touchedMs }) => nowMs - touchedMs > SERVED_WITHIN_MS)
    .map(({ name }) => name);
