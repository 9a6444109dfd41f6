import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClaimHall, type ClaimHall } from './start-phones-and-signs.ts';
import { operate, type Operator } from './operate-claim-page.ts';
import { inaccessible } from './service-and-browser.ts';

/** Phones, thumbs and names of all kinds, and how a phone and a sign on the wall keep in step. */

let hall: ClaimHall['hall'];
let operator: ClaimHall['operator'];
let claimPage: ClaimHall['claimPage'];
let sign: ClaimHall['sign'];
beforeAll(async () => {
  ({ hall, operator, claimPage, sign } = await openClaimHall(10));
});
afterAll(() => hall.close());

/** The code blinks once a second; a quarter of that is still seen as one blink. A phone that waits long for its answer knows the service's time less well. */
const PERIOD_MS = 1_000;
const MOST_OUT_OF_STEP_MS = 250;
/** Since when the phone's code blinks, of the time of day. */
const blinksSince = ({ page }: Operator) =>
  page.evaluate<number>(
    'performance.timeOrigin + document.getAnimations().find(({ animationName }) => animationName === "code-blinking").startTime',
  );

describe('the code on the wall', () => {
  test('D6: blinks on the sign when the phone has found it, and no more when it is another one', async () => {
    const found = sign();
    const phone = await claimPage();
    const from = found.lines();
    const answer = phone.page.waitForResponse(/\/api\/signs\/claim\/start$/);
    await phone.typeCode(found.shortCode);
    await phone.reads(/blinking this code/);
    await found.says(new RegExp(`^shows ${found.shortCode}, large$`), from);
    const request = (await answer).request();
    await (await answer).finished();
    const { requestStart, responseEnd } = request.timing();
    const since = Date.parse(await found.says(/^the code has been blinking since (.*)$/, from));
    const phase = ((await blinksSince(phone)) - since) % PERIOD_MS;
    expect(Math.min(Math.abs(phase), PERIOD_MS - Math.abs(phase))).toBeLessThan(
      MOST_OUT_OF_STEP_MS + (responseEnd - requestStart) / 2,
    );
    await phone.tap('No, a different sign');
    await found.says(/^no longer shows its code$/, from);
    expect(await hall.records(found)).toEqual([]);
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
    expect(await foundBy('Find the sign', 'Yes, this sign')).toEqual([false, false]);
    await phone.page.getByRole('button', { name: 'Yes, this sign' }).waitFor();
    expect(await foundBy('Yes, this sign', 'Claim')).toEqual([false]);
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
