import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserWithCamera } from './camera/camera-stage.ts';
import { openStudio, qrPlate } from './camera/films.ts';
import { openHall, type Hall, type Person, type PhoneOpening } from './hall.ts';
import { linkMailedTo } from './mailbox.ts';
import { operate, type Operator } from './operate.ts';
import type { Sign } from './signs.ts';
import { inaccessible } from './stage.ts';

/** From a sign's code to a claimed sign, on a phone, against real virtual signs: the ways there, and the people and phones that take them. */

let hall: Hall;
let operator: Person;
let spare: Sign[];
let studio: Awaited<ReturnType<typeof openStudio>>;
beforeAll(async () => {
  [hall, studio] = await Promise.all([openHall(), openStudio()]);
  [operator, { all: spare }] = await Promise.all([hall.person('operator'), hall.box.signs(20)]);
});
afterAll(() => Promise.all([studio.close(), hall.close()]));

/** A sign that nobody has claimed. */
const sign = (): Sign => spare.pop()!;
const claimPage = async (opening: PhoneOpening = {}): Promise<Operator> =>
  operate(await hall.phone({ person: operator, path: '/claim', ...opening }));

/** The code blinks once a second; a quarter of that is still seen as one blink. */
const PERIOD_MS = 1_000;
const MOST_OUT_OF_STEP_MS = 250;
/** Since when the phone's code blinks, of the time of day. */
const blinksSince = ({ page }: Operator) =>
  page.evaluate<number>(
    'performance.timeOrigin + document.getAnimations().find(({ animationName }) => animationName === "code-blinking").startTime',
  );

describe('the way', () => {
  test('D3: by the typed code to a sign that shows its page, and to the next one with the next name offered', async () => {
    const [first, second] = [sign(), sign()];
    const phone = await claimPage();
    await phone.claim(first.shortCode, { name: 'Bar 3', location: 'Hall 5', url: hall.websites.page('bar3') });
    await phone.reads('Bar 3 is claimed and showing.');
    await first.says(/^shows http.*\/bar3$/);
    expect(await hall.records(first)).toMatchObject([
      { name: 'Bar 3', location: 'Hall 5', url: hall.websites.page('bar3') },
    ]);
    await phone.tap('Next sign');
    await phone.findByCode(second.shortCode);
    const value = (name: RegExp) => phone.page.getByRole('textbox', { name }).inputValue();
    expect([await value(/^Name/), await value(/^Location/)]).toEqual(['Bar 4', 'Hall 5']);
    await phone.page.close();
  });

  test('D3: by the camera, with two taps and a name', async () => {
    const seen = sign();
    const frame = await studio.shoot({ content: qrPlate(seen.qrText) });
    const { browser, close } = await openBrowserWithCamera({ film: [frame, frame] });
    const phone = await claimPage({ within: browser });
    await phone.tap('Open the camera');
    await phone.tap('Yes, this one');
    await phone.enter({ name: 'Camera', location: 'Hall 5' });
    await phone.tap('Claim');
    await phone.reads(/^Camera is claimed/);
    expect(await hall.records(seen)).toMatchObject([{ name: 'Camera' }]);
    await close();
  });

  test('D3: by a photo of the QR, where there is no camera', async () => {
    const photographed = sign();
    const phone = await claimPage();
    await phone.tap('Open the camera');
    await phone.photograph(photographed.qrText);
    await phone.tap('Yes, this one');
    await phone.enter({ name: 'Photo', location: 'Hall 5' });
    await phone.tap('Claim');
    await phone.reads(/^Photo is claimed/);
    expect(await hall.records(photographed)).toHaveLength(1);
    await phone.page.close();
  });

  test('D3: by the address under the QR, which a phone’s own camera opens', async () => {
    const addressed = sign();
    const phone = await claimPage({ path: `/claim?code=${addressed.shortCode}` });
    await phone.tap('Yes, this one');
    await phone.enter({ name: 'By address', location: 'Hall 5' });
    await phone.tap('Claim');
    await phone.reads(/^By address is claimed/);
    expect(await hall.records(addressed)).toMatchObject([{ name: 'By address' }]);
    await phone.page.close();
  });

  test('D3: the sign’s own screenshot is shown at the end', async () => {
    const phone = await claimPage();
    await phone.claim(sign().shortCode, { name: 'Pictured', location: 'Hall 5', url: hall.websites.page('pictured') });
    await phone.reads(/^Pictured is claimed/);
    await expect
      .poll(() => phone.page.evaluate<number>("document.querySelector('img[src]')?.naturalWidth ?? 0"), {
        timeout: 30_000,
      })
      .toBeGreaterThan(0);
    await phone.page.close();
  });
});

describe('the code on the wall', () => {
  test('D6: blinks on the sign when the phone has found it, and no more when it is another one', async () => {
    const found = sign();
    const phone = await claimPage();
    const from = found.lines();
    await phone.typeCode(found.shortCode);
    await phone.reads(/blinks this code/);
    await found.says(new RegExp(`^shows ${found.shortCode}, large$`), from);
    const since = Date.parse(await found.says(/^it blinks since (.*)$/, from));
    const phase = ((await blinksSince(phone)) - since) % PERIOD_MS;
    expect(Math.min(Math.abs(phase), PERIOD_MS - Math.abs(phase))).toBeLessThan(MOST_OUT_OF_STEP_MS);
    await phone.tap('No, another sign');
    await found.says(/^shows its code no more$/, from);
    expect(await hall.records(found)).toEqual([]);
    await phone.page.close();
  });
});

describe('people', () => {
  test('A2: an operator who is invited by mail joins, and claims a sign', async () => {
    const email = 'fresh@hall.example';
    const params = { id: hall.service.organizationId };
    good(
      await hall.owner.client.call('POST /api/organizations/:id/members', {
        params,
        body: { email, role: 'operator' },
      }),
    );
    const page = await hall.phone({ person: null, path: await linkMailedTo(hall.service.outbox, email, '/invite/') });
    await page.fill('[name=name]', 'Fresh');
    await page.fill('[name=password]', 'turnips under a blue moon');
    await page.keyboard.press('Enter');
    await page.waitForURL('/');
    await page.goto('/claim');
    const phone = operate(page);
    const claimed = sign();
    await phone.claim(claimed.shortCode, { name: 'Fresh', location: 'Foyer' });
    await phone.reads(/^Fresh is claimed/);
    expect(await hall.records(claimed)).toMatchObject([{ name: 'Fresh' }]);
    await page.close();
  });

  test('A2: a viewer is told that their role can’t claim signs, and who may, before they look for one', async () => {
    const phone = await claimPage({ person: await hall.person('viewer') });
    await phone.reads('Your role can’t claim signs');
    const owner = good(await hall.owner.client.call('GET /api/me')).body.user;
    await phone.page.getByText(owner.name).first().waitFor();
    expect(await inaccessible(phone.page)).toEqual([]);
    await phone.page.close();
  });

  test('D5: by keyboard alone a sign is claimed', async () => {
    const claimed = sign();
    const { page, reads, isIn } = await claimPage();
    /** Goes on with Tab until the button has the focus. */
    const press = async (name: string) => {
      const focused = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
      await page.getByRole('button', { name, exact: true }).waitFor();
      for (let steps = 0; steps < 60; steps += 1) {
        if ((await focused.count()) === 1) return page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await press('Type the code');
    await page.getByRole('button', { name: 'Find the sign', exact: true }).waitFor();
    await page.keyboard.type(claimed.shortCode.toLowerCase());
    await page.keyboard.press('Enter');
    await reads(/blinks this code/);
    await press('Yes, this one');
    await page.getByRole('textbox', { name: /^Name/ }).waitFor();
    await isIn(/^Name/);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    while ((await page.locator('[name=location]:focus').count()) === 0) await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Foyer');
    await press('Claim');
    await reads(/^By keyboard is claimed/);
    expect(await hall.records(claimed)).toMatchObject([{ name: 'By keyboard', location: 'Foyer' }]);
    await page.close();
  });

  test('D3: in German from the first word to the last', async () => {
    const { shortCode } = sign();
    const phone = await claimPage({ locale: 'de-DE' });
    await phone.page.getByRole('button', { name: 'Code eintippen' }).waitFor();
    expect(await phone.page.locator('html').getAttribute('lang')).toBe('de');
    expect(await phone.page.locator('body').innerText()).not.toMatch(/\b(the|sign|your)\b/i);
    await phone.page.goto(`/claim?code=${shortCode}`);
    await phone.page
      .getByText(`${shortCode.slice(0, 3)} ${shortCode.slice(3)}`)
      .first()
      .waitFor();
    expect(await phone.page.locator('body').innerText()).not.toMatch(/\b(the|sign|your)\b/i);
    await phone.page.close();
  });
});

describe('phones', () => {
  /** A name that is longer than any screen, one that is written from right to left, and one that is both. */
  const NAMES = [
    'Getränkestand an der Nordseite der Halle 5 gegenüber von Eingang 12, linker der beiden Bildschirme',
    'شاشة المدخل الرئيسي',
    'שלט 12 Bar (Nordseite) ' + 'الشاشة الكبيرة '.repeat(6).trim(),
  ];
  test.each(NAMES)(
    'D5: at 320 px, with the name %j, nothing is cut off and nothing is wrong by axe-core',
    async (name) => {
      const phone = await claimPage({ viewport: { width: 320, height: 640 } });
      const fits = async () => {
        expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        expect(await inaccessible(phone.page)).toEqual([]);
      };
      await phone.findByCode(sign().shortCode);
      await phone.enter({ name, location: name });
      await fits();
      await phone.tap('Claim');
      await phone.page.getByRole('button', { name: 'Next sign', exact: true }).waitFor();
      await fits();
      await phone.page.close();
    },
  );

  test('D3: a nervous thumb that taps twice claims one sign, once, and sees it claimed', async () => {
    const tapped = sign();
    const phone = await claimPage();
    await phone.findByCode(tapped.shortCode);
    await phone.enter({ name: 'Twice', location: 'Foyer' });
    await phone.tapTwice('Claim');
    await phone.reads(/^Twice is claimed/);
    expect(await hall.records(tapped)).toHaveLength(1);
    expect(await hall.attempts(tapped)).toHaveLength(1);
    await phone.page.close();
  });

  test('D3: a second tap on “Yes, this one”, or on the keypad’s “Find the sign”, falls on no button of the screen that comes', async () => {
    const phone = await claimPage();
    /** Taps the button, and tells what a thumb would find at each of the next screen's buttons in its first frame. */
    const foundBy = (button: string, next: string) =>
      phone.page.evaluate<boolean[]>(`new Promise((resolve) => {
        const named = (name) => [...document.querySelectorAll('button')].find((each) => each.textContent === name);
        new MutationObserver((_, observer) => {
          if (!named('${next}')) return;
          observer.disconnect();
          resolve([...document.querySelectorAll('.phone-actions button')].map((each) => {
            each.scrollIntoView();
            const { x, y, width, height } = each.getBoundingClientRect();
            return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          }));
        }).observe(document.body, { childList: true, subtree: true });
        named('${button}').click();
      })`);
    await phone.tap('Type the code');
    for (const character of sign().shortCode) await phone.tap(character);
    expect(await foundBy('Find the sign', 'Yes, this one')).toEqual([false, false]);
    await phone.page.getByRole('button', { name: 'Yes, this one' }).waitFor();
    expect(await foundBy('Yes, this one', 'Claim')).toEqual([false]);
    await phone.enter({ name: 'Steady', location: 'Foyer' });
    await phone.tap('Claim');
    await phone.reads(/^Steady is claimed/);
    await phone.page.close();
  });

  test.each([-1, 1])('D3: a phone whose clock is %d hour wrong finds and claims a sign', async (hours) => {
    const page = await hall.phone({ person: operator });
    await page.addInitScript(`{
      const Real = Date;
      globalThis.Date = class extends Real {
        constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)); }
        static now() { return Real.now() + ${hours * 3_600_000}; }
      };
    }`);
    await page.goto('/claim');
    const phone = operate(page);
    const claimed = sign();
    await phone.claim(claimed.shortCode, { name: `Clock ${hours}`, location: 'Foyer' });
    await phone.reads(/is claimed/);
    expect(await hall.records(claimed)).toHaveLength(1);
    await page.close();
  });

  test('D3: one that keeps nothing in storage claims a sign all the same', async () => {
    const page = await hall.phone({ person: operator });
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, { get() { throw new DOMException('it is switched off', 'SecurityError'); } });`);
    await page.goto('/claim');
    const phone = operate(page);
    const claimed = sign();
    await phone.claim(claimed.shortCode, { name: 'Forgetful', location: 'Foyer' });
    await phone.reads(/^Forgetful is claimed/);
    expect(await hall.records(claimed)).toHaveLength(1);
    await page.close();
  });
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
