/** Whether both lists have the same in the same order. */
export const hasSameElements = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);
