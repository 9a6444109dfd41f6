import type { Display } from 'electron';

/** Which display is the sign, and which others are to be black. */
export interface Arrangement<One> {
  mine: One | null;
  others: One[];
}

type Known = Pick<Display, 'id' | 'bounds'>;

/** The sign is on the display of that number from left to right, or on the first where there are not so many. */
export function arrange<One extends Known>(displays: readonly One[], number: number): Arrangement<One> {
  const inOrder = [...displays].sort((one, other) => one.bounds.x - other.bounds.x || one.bounds.y - other.bounds.y);
  const mine = inOrder[number] ?? inOrder[0] ?? null;
  return { mine, others: inOrder.filter((one) => one !== mine) };
}

/** Whether the windows would lie where they lie. A display also reports what moves none of them, and a window that fills it may be why. */
export function isSame(one: Arrangement<Known>, other: Arrangement<Known>): boolean {
  const places = ({ mine, others }: Arrangement<Known>): string =>
    JSON.stringify(
      [mine, ...others].map((each) => each && [each.bounds.x, each.bounds.y, each.bounds.width, each.bounds.height]),
    );
  return places(one) === places(other);
}
