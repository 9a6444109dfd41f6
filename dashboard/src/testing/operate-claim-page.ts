import { encodeQR } from 'qr';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { rest } from './service-and-browser.ts';

/** What a person types into the form; what is left out stays as it is offered. */
export interface Typed {
  name?: string;
  location?: string;
  url?: string;
}

/** What a person with a phone does, by what they read there. */
export interface Operator {
  page: Page;
  /** Resolves once the screen's headline says so. */
  reads(headline: string | RegExp): Promise<void>;
  /** Once the button is there, and takes taps. */
  tap(button: string | RegExp): Promise<void>;
  /** Taps it twice, as fast as a nervous thumb; the second one lands on what stands there by then. */
  tapTwice(button: string): Promise<void>;
  /** Resolves once the cursor is in that field. */
  isIn(field: RegExp): Promise<void>;
  /** Types a code on the keypad, from the start screen or the keypad itself, and asks for its sign. */
  typeCode(code: string): Promise<void>;
  /** Photographs a QR with this text, where the camera is not to be had. */
  photograph(qrText: string): Promise<void>;
  /** Types into the form. */
  enter(typed: Typed): Promise<void>;
  /** From the start to the form of the sign that shows the code. */
  findByCode(code: string): Promise<void>;
  /** The same, and claims it. */
  claim(code: string, typed: Typed): Promise<void>;
}

const DARK = 0;
const LIGHT = 255;
const PIXELS_A_MODULE = 8;

/** A picture of a QR as a camera would bring it: sharp, with light around it. */
function photoOf(qrText: string): Buffer {
  const modules = encodeQR(qrText, 'raw', { ecc: 'low', border: 4 });
  const width = modules.length * PIXELS_A_MODULE;
  const png = new PNG({ width, height: width });
  for (let pixel = 0; pixel < width * width; pixel += 1) {
    const isDark =
      modules[Math.floor(pixel / width / PIXELS_A_MODULE)]![Math.floor((pixel % width) / PIXELS_A_MODULE)]!;
    png.data.fill(isDark ? DARK : LIGHT, pixel * 4, pixel * 4 + 3);
    png.data[pixel * 4 + 3] = 255;
  }
  return PNG.sync.write(png);
}

export function operate(page: Page): Operator {
  const touch = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).tap();
  async function tap(name: string | RegExp): Promise<void> {
    await page.getByRole('button', { name, exact: true }).waitFor();
    await rest(page);
    await touch(name);
  }
  const reads = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();
  async function typeCode(code: string): Promise<void> {
    const keypad = page.getByRole('button', { name: 'Find the sign', exact: true });
    const way = page.getByRole('button', { name: 'Type the code', exact: true });
    await keypad.or(way).first().waitFor();
    if (await way.isVisible()) await way.tap();
    for (const character of code) await touch(character);
    await keypad.tap();
  }
  async function enter(typed: Typed): Promise<void> {
    const labels = { name: /^Name/, location: /^Location/, url: /^Web page/ };
    for (const [field, text] of Object.entries(typed) as [keyof Typed, string][])
      await page.getByRole('textbox', { name: labels[field] }).fill(text);
  }
  async function findByCode(code: string): Promise<void> {
    await typeCode(code);
    await tap('Yes, this sign');
    await page.getByRole('textbox', { name: /^Name/ }).waitFor();
  }
  return {
    page,
    reads,
    tap,
    tapTwice: (name) => page.getByRole('button', { name, exact: true }).dblclick(),
    isIn: (name) => page.getByRole('textbox', { name }).and(page.locator(':focus')).waitFor(),
    typeCode,
    async photograph(qrText) {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photoOf(qrText) });
    },
    enter,
    findByCode,
    async claim(code, typed) {
      await findByCode(code);
      await enter(typed);
      await tap('Claim');
    },
  };
}
