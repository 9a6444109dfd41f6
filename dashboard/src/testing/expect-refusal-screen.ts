import { expect } from 'vitest';
import { openClaimHall, type ClaimHall } from './start-phones-and-signs.ts';
import type { Operator } from './operate-claim-page.ts';
import { inaccessible } from './service-and-browser.ts';

/**
 * Every refusal of a claim, by its real cause: the title, the code below it, the big button, and what that button does. The words are those of the design's table,
 * not of the catalogue, so that a change of either shows.
 */

/** A hall whose signs are back: what is not connected is blamed itself. */
export const openRefusing = (signs: number, settings: Record<string, string> = {}): Promise<ClaimHall> =>
  openClaimHall(signs, { WARM_UP_MS: '0', ...settings });

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
