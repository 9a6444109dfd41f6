import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../claiming/testing/words.ts';
import { keep } from './save-first-sign-pictures.ts';
import { german } from '../words/german.ts';
import { inaccessible, openStage, type Opening, type Stage } from './service-and-browser.ts';

/**
 * The time zone field of an event in a real browser: search by city, country and abbreviation, by keyboard, mouse and
 * touch.
 */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function openForm(opening: Opening = {}) {
  const path = `/organizations/${stage.service.organizationId}/new-event`;
  const page = await stage.openSignedIn({ path, timezoneId: 'Europe/Vienna', ...opening });
  const field = page.getByRole('combobox', { name: opening.locale ? german.events.timeZone : english.events.timeZone });
  await field.waitFor();
  return { page, field, options: page.getByRole('option') };
}

test('D3: a new event starts with the browser’s time zone, and the form shows the time there', async () => {
  const { page, field } = await openForm();
  expect(await field.inputValue()).toBe('Europe/Vienna');
  await page.getByText('UTC+').first().waitFor();
  await page.close();
});

test('D3: a city typed by keyboard selects its zone; the first Enter selects, the second submits', async () => {
  const { page, field, options } = await openForm();
  await field.focus();
  await page.keyboard.type('Munich');
  await expect.poll(() => options.allInnerTexts()).toHaveLength(1);
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  const active = await field.getAttribute('aria-activedescendant');
  expect(await options.first().getAttribute('id')).toBe(active);
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('Europe/Berlin');
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  expect(page.url()).toContain('new-event');
  await page.close();
});

test('D3: arrow keys move through the zones of an abbreviation, Escape closes the list, and leaving the field selects the first match', async () => {
  const { page, field, options } = await openForm();
  await field.focus();
  await page.keyboard.type('PST');
  await options.first().waitFor();
  expect(await inaccessible(page)).toEqual([]);
  const [first, second] = await options.evaluateAll((all) => all.map(({ id }) => id));
  expect(await field.getAttribute('aria-activedescendant')).toBe(first);
  await page.keyboard.press('ArrowDown');
  expect(await field.getAttribute('aria-activedescendant')).toBe(second);
  await page.keyboard.press('Escape');
  expect(await options.count()).toBe(0);
  await field.fill('Deutschland');
  await options.first().waitFor();
  await page.keyboard.press('Tab');
  expect(await field.inputValue()).toBe('Europe/Berlin');
  await page.close();
});

test('D3: on a German phone in dark mode, a tap selects a city by its German name', async () => {
  const { page, field, options } = await openForm({
    locale: 'de-DE',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await field.tap();
  await field.fill('Köl');
  await options.first().waitFor();
  expect(await inaccessible(page)).toEqual([]);
  const box = await options.first().boundingBox();
  expect(box!.height).toBeGreaterThanOrEqual(48);
  await keep(page, 'time-zone-phone-dark');
  await options.first().tap();
  expect(await field.inputValue()).toBe('Europe/Berlin');
  await page.close();
});

test('D3: a new event gets the selected time zone', async () => {
  const { page, field, options } = await openForm();
  await page.getByLabel(english.events.name, { exact: true }).fill('Opera ball');
  await field.fill('Vien');
  await options.first().waitFor();
  await keep(page, 'time-zone-light');
  await field.fill('Tokio');
  await options.first().click();
  await page.getByRole('button', { name: english.events.make }).click();
  await page.waitForURL(({ pathname }) => pathname.startsWith('/events/'));
  const id = new URL(page.url()).pathname.split('/')[2]!;
  const { body } = await stage.service.owner.call('GET /api/events/:id', { params: { id } });
  expect(body).toMatchObject({ timeZone: 'Asia/Tokyo' });
  await page.close();
});

test('K5: no page throws an exception or violates its security policy', () => {
  expect(stage.complaints).toEqual([]);
});
