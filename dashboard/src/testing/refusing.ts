import { expect } from 'vitest';
import { openHall, type Hall, type Person } from './hall.ts';
import { operate, type Operator } from './operate.ts';
import type { Sign } from './signs.ts';
import { inaccessible } from './stage.ts';

/**
 * Every refusal of a claim, by its real cause: the title, the code below it, the big button, and what that button does. The words are those of the design's table,
 * not of the catalogue, so that a change of either shows.
 */

export interface Refusing {
  hall: Hall;
  operator: Person;
  /** A sign that nobody has claimed. */
  sign(): Sign;
  claimPage(person?: Person, path?: string): Promise<Operator>;
  /** The requestIds of all attempts at that device. */
  requestsFor(asked: Sign): Promise<Set<string>>;
}

/** A hall with so many signs that nobody has claimed. */
export async function openRefusing(signs: number, settings: Record<string, string> = {}): Promise<Refusing> {
  const hall = await openHall({ WARM_UP_MS: '0', ...settings });
  const [operator, { all: spare }] = await Promise.all([hall.person('operator'), hall.box.signs(signs)]);
  return {
    hall,
    operator,
    sign: () => spare.pop()!,
    claimPage: async (person = operator, path = '/claim') => operate(await hall.phone({ person, path })),
    requestsFor: async (asked) => new Set((await hall.attempts(asked)).map(({ requestId }) => requestId)),
  };
}

/** The refusal is on screen: its title, its code, and the big button, which is the first. Nothing is wrong with it by axe-core. */
export async function refused(
  { page, reads }: Operator,
  title: string | RegExp,
  code: string,
  button: string,
): Promise<void> {
  await reads(title);
  await page.getByText(code).first().waitFor();
  expect(await page.getByRole('button', { name: button, exact: true }).isVisible()).toBe(true);
  expect(await inaccessible(page)).toEqual([]);
}

export const field = ({ page }: Operator, name: RegExp) => page.getByRole('textbox', { name });
