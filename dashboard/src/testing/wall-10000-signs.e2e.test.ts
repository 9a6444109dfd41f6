import { pathOf } from '@sign-display/contracts/page-paths';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishWall } from '../words/english-wall.ts';
import { english } from '../words/english.ts';
import { openHall, type Hall } from './service-and-phones.ts';

/** The wall of an event of 10,000 signs, on the real service: one page, and what happens on it one after the other. */

let hall: Hall;
let eventId: string;
let page: Page;

beforeAll(async () => {
  // The signs have no kiosks, and are not to be found offline.
  hall = await openHall({ WARM_UP_MS: '1000', OFFLINE_AFTER_MS: '86400000' });
  eventId = await hall.event('Full');
  await hall.prepared({ name: 'Stand 0', location: 'Hall 1, left', eventId });
  const database = await hall.database();
  await database.run(
    `insert into sign (id, organization_id, event_id, name, location, settings, created_at, updated_at,
       device_sign_id, mac_address, short_code, app_version, platform, url, content_id, presence, content_state, mode, last_seen_at, status_since)
     select gen_random_uuid(), organization_id, event_id, 'Stand ' || n, 'Hall ' || 1 + n / 240 || ', left', settings, created_at, updated_at,
       gen_random_uuid(), '00:1a:2b:3c:4d:5e', upper(lpad(to_hex(n), 6, '0')), '0.1.0', 'linux', 'https://example.com/', gen_random_uuid(),
       case when n between 240 and 329 then 'offline' else 'online' end, 'showing', 'foreground', now(), now()
     from sign, generate_series(1, 9999) n where event_id = $1`,
    [eventId],
  );
  await database.close();
  page = await hall.phone({
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    hasTouch: false,
    path: pathOf('wall', { eventId }),
  });
});
afterAll(() => hall.close());

const grid = () => page.getByRole('grid');
const chip = (name: string) => page.getByRole('navigation').getByRole('link', { name });

describe('10,000 signs', () => {
  test('D1: stand on one screen, with the headline and the counts of all', async () => {
    await grid().waitFor();
    expect(await grid().getAttribute('aria-label')).toBe(englishWall.map.label(10_000, 42));
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toMatch(/^90 signs are offline\. All affected signs are in .*Hall 2/);
    await chip(`9,909 ${english.marks.showing}`).waitFor();
    await chip(`1 ${english.marks.unlinked}`).waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBeLessThanOrEqual(0);
  });

  test('D1: the lens says what is below the pointer', async () => {
    const box = (await grid().boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 40);
    const lens = page.locator('[data-lens]');
    await expect.poll(() => lens.count()).toBe(1);
    await page.mouse.move(1, 1);
    await expect.poll(() => lens.count()).toBe(0);
  });

  test('D5: a status and a word filter them, by way of the address, and Escape takes it back', async () => {
    await chip(`90 ${english.marks.offline}`).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('offline');
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBeNull();
    await page.getByRole('searchbox').fill('stand 9999');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('stand 9999');
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBeNull();
  });

  test('A3: a change of one sign arrives in its place, and is counted', async () => {
    const { body } = good(
      await hall.owner.client.call('GET /api/signs', {
        query: { organizationId: hall.service.organizationId, eventId, limit: 5 },
      }),
    );
    const sign = body.items.find(({ device, presence }) => device !== null && presence === 'online')!;
    good(await hall.owner.client.call('POST /api/signs/:id/unregister', { params: { id: sign.id } }));
    await chip(`2 ${english.marks.unlinked}`).waitFor();
    await chip(`9,908 ${english.marks.showing}`).waitFor();
    expect(await grid().getAttribute('aria-label')).toBe(englishWall.map.label(10_000, 42));
  });

  test('K5: the page threw nothing', () => expect(hall.complaints()).toEqual([]));
});
