import type { Browser, CDPSession, Page } from 'playwright-core';
import { readTrace, type MainThread, type TraceEvent } from './read-chromium-trace.ts';
import type { Replay } from './serve-replay.ts';

/** One page in the browser, on recorded traffic: opened, watched, touched and weighed. */

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline.frame',
  '__metadata',
];
const WINDOW = { width: 1440, height: 900 };
const SLOWER = 4;
/** As people move a pointer or turn a wheel, not as fast as a program can. */
const QUICK_MS = 70;
/** A patch that waited until a person rests (200 ms) is under way when some of these presses come. */
const PRESSED_EACH_MS = [70, 150, 220, 260, 320, 450, 750];

/**
 * Notes when the first name was painted on a canvas and its frame was over, and how long after each pointer, wheel or key the frame was over that answered it (which the browser
 * itself names only for presses). In ms of the page's own clock. A frame is over when the next input, the next frame or a message of its own begins, whichever is first: the message alone would wait behind the others.
 */
const NOTES = `
  const notes = (window.notes = { asked: 0, answers: [], ...Promise.withResolvers() });
  let drawn = [];
  const over = (frame) => {
    const at = performance.now();
    for (const { told } of drawn.filter((is) => is.frame !== frame)) told(at);
    drawn = drawn.filter((is) => is.frame === frame);
  };
  // The frame of whatever asks for one is the next; two frames may have one time.
  let frame = 0;
  const { requestAnimationFrame } = window;
  window.requestAnimationFrame = (task) => {
    const mine = frame + 1;
    return requestAnimationFrame((time) => {
      over((frame = mine));
      task(time);
    });
  };
  const afterFrame = (told) => window.requestAnimationFrame(() => {
    drawn.push({ frame, told });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); over(); };
    port2.postMessage(0);
  });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...given) {
    CanvasRenderingContext2D.prototype.fillText = fillText;
    afterFrame(notes.resolve);
    return fillText.apply(this, given);
  };
  for (const type of ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown'])
    addEventListener(type, ({ timeStamp }) => {
      over();
      notes.asked += 1;
      afterFrame((at) => notes.answers.push(at - timeStamp));
    }, { capture: true, passive: true });`;

/** Takes the answers that nobody took yet, once each input has its own. */
const ALL_ANSWERS = `new Promise((told) => {
  const look = () => {
    if (notes.answers.length < notes.asked) return setTimeout(look, 20);
    notes.asked = 0;
    told(notes.answers.splice(0));
  };
  look();
})`;

/** By then the page is live, too: its list is what was painted. */
const LIVE_WITHIN_MS = 1_000;
const SCRIPTS = `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => name.endsWith('.js'))`;

export interface Opened {
  page: Page;
  session: CDPSession;
  /** From the navigation to the first frame with names on the canvas; null: of the bare page. */
  usableMs: number | null;
  /** The names of the scripts that it had asked for by then, or a second later. */
  scripts: readonly string[];
  close(): Promise<void>;
}

export async function open(browser: Browser, { url }: Replay, path: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: WINDOW, serviceWorkers: 'block', colorScheme: 'light' });
  const page = await context.newPage();
  await page.addInitScript(NOTES);
  const session = await context.newCDPSession(page);
  await page.goto(url + path);
  const isBare = path === '/bare';
  const usableMs = isBare ? null : await page.evaluate<number>('notes.promise');
  await page.waitForTimeout(LIVE_WITHIN_MS);
  const scripts = await page.evaluate<string[]>(SCRIPTS);
  return { page, session, usableMs, scripts, close: () => context.close() };
}

/** What the main thread does for so long. */
export async function watchFrames(browser: Browser, { page }: Opened, ms: number): Promise<MainThread> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.waitForTimeout(ms);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return readTrace(trace.traceEvents);
}

/** What lives on the heap after its garbage was collected, in bytes. */
export async function weigh({ session }: Opened): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** How long each pointer, press, key and turn of the wheel was without an answer, on a processor of a quarter of this one's speed, in ms. */
export async function touch({ page, session }: Opened): Promise<Record<string, number[]>> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  // Without locators: their scripts listen to each event on the page, and take 8 ms of a press at this speed.
  const box = await page.evaluate<Box>(`document.querySelector('canvas').getBoundingClientRect().toJSON()`);
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  const answers: Record<string, number[]> = {};
  const step = async (
    name: string,
    act: (round: number) => Promise<unknown>,
    times: number,
    restMs: (round: number) => number = () => QUICK_MS,
  ): Promise<void> => {
    await page.evaluate(ALL_ANSWERS);
    for (let round = 0; round < times; round += 1) {
      await act(round);
      await page.waitForTimeout(restMs(round));
    }
    answers[name] = await page.evaluate<number[]>(ALL_ANSWERS);
  };
  await step('pointer, with the lens', (round) => page.mouse.move(...at(0.1 + 0.02 * round, 0.2 + 0.015 * round)), 30);
  await step(
    'press on a sign, peek',
    (round) => page.mouse.click(...at(0.2 + 0.05 * round, 0.4)),
    14,
    (round) => PRESSED_EACH_MS[round % PRESSED_EACH_MS.length]!,
  );
  await page.keyboard.press('Escape');
  await page.evaluate(`document.querySelector('canvas').parentElement.focus()`);
  await step('keys, from sign to sign', () => page.keyboard.press('ArrowRight'), 20);
  await page.mouse.move(...at(0.5, 0.5));
  await step('wheel, nearer and back', (round) => page.mouse.wheel(0, round < 10 ? -120 : 120), 20);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return answers;
}
