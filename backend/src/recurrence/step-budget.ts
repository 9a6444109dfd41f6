/** Thrown by `Steps.take` alone, and caught by who has made the steps. */
export class TooManySteps extends Error {}

/** What a computation may cost: each day that it tries is a step, and so is each period without one. A step takes about a microsecond. */
export interface Steps {
  readonly taken: number;
  /** Takes more of them. Throws `TooManySteps` where there are not so many left: `taken` is never more than the most. */
  take(steps: number): void;
}

export function createSteps(most: number): Steps {
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(steps) {
      if (taken + steps > most) throw new TooManySteps(`more than ${most} steps`);
      taken += steps;
    },
  };
}
