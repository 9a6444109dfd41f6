import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { buildPages } from '../../build.ts';
import { openBrowserWithCamera } from '../testing/camera/open-camera-page.ts';
import { openStudio, qrPlate } from '../testing/camera/fake-camera-videos.ts';
import { openHall, type Hall } from '../testing/service-and-phones.ts';
import { operate } from '../testing/operate-claim-page.ts';
import type { Sign } from '../testing/virtual-sign-processes.ts';
import { describePhone, roundLine, SLOWER, type Round, type Script } from './phone-report.ts';
import { notesOf, watch } from './record-page-timings.ts';

const HELP = `npm run bench:phone -- [options]

Measures how long an operator's phone waits: it claims signs with the camera on the built pages, with the real backend, virtual signs, and a Chromium with ${SLOWER}× CPU slowdown
on a slow network (150 ms, 200 kB/s) whose camera sees the QR code of the sign. Each round uses a new browser.

  --rounds <n>      number of signs to claim (default: 5)
  --help            print this help

Bounds, for the medians: 90 kB of gzipped script without the QR code reader; 1 s from the first picture of the camera to "Is this the right sign?"; 100 ms from a tap to the
next frame; no task over 50 ms once the start screen is shown. Chromium does not slow workers, so the time of the QR code reader counts ${SLOWER} times.
Exit codes: 0 within the bounds · 1 a bound is exceeded, or the measurement failed · 2 an option is wrong`;

const CONFIRM = 'Yes, this sign';
const START = 'Open the camera';

/** Notes each script that the page fetches. */
function noteScripts(page: Page): Map<string, { isReader: boolean }> {
  const paths = new Map<string, { isReader: boolean }>();
  const pathOf = (url: string): string => new URL(url).pathname;
  page.on('response', (response) => {
    const path = pathOf(response.url());
    if (response.request().resourceType() === 'script' && !paths.has(path)) paths.set(path, { isReader: false });
  });
  page.on('worker', (worker) => paths.set(pathOf(worker.url()), { isReader: true }));
  return paths;
}

const BARE_TAPS = 5;

/** Taps a page that shows that it was tapped and does nothing else. 0: none took as long as the browser names. */
async function tapBarePage(hall: Hall, within: Browser): Promise<number> {
  const page = await hall.phone({ within, slow: true, person: null });
  await watch(page, '');
  await page.goto('about:blank');
  await page.setContent('<button onclick="this.textContent += 1">Tap</button>');
  for (let taps = 0; taps < BARE_TAPS; taps += 1) await page.getByRole('button').tap();
  // What came of the last tap is named with the picture after it.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))');
  const { taps } = await notesOf(page);
  await page.close();
  return Math.max(0, ...taps);
}

async function claim(hall: Hall, studio: Awaited<ReturnType<typeof openStudio>>, sign: Sign, folder: string) {
  const frame = await studio.shoot({ content: qrPlate(sign.qrText) });
  const { browser, close } = await openBrowserWithCamera({ film: [frame, frame] });
  try {
    const page = await hall.phone({ within: browser, slow: true, path: '/sign-in' });
    const paths = noteScripts(page);
    await watch(page, CONFIRM);
    await page.goto('/claim');
    const operator = operate(page);
    await page.getByRole('button', { name: START, exact: true }).waitFor();
    const steps: [name: string, startMs: number][] = [];
    const step = async (name: string, act: () => Promise<void>): Promise<void> => {
      steps.push([name, await page.evaluate<number>('performance.now()')]);
      await act();
    };
    await step(START, () => operator.tap(START));
    await page.getByRole('button', { name: CONFIRM, exact: true }).waitFor();
    await step(CONFIRM, () => operator.tap(CONFIRM));
    for (const [field, text] of [
      ['Name', `Sign ${sign.shortCode}`],
      ['Location', 'Hall 1'],
    ] as const) {
      await step(field, () => page.getByRole('textbox', { name: new RegExp(`^${field}`) }).tap());
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    }
    await step('Claim', () => operator.tap('Claim'));
    await operator.reads(/is claimed/);
    const bareTapMs = await tapBarePage(hall, browser);
    const { tasks, taps, reads, cameraMs, foundMs } = await notesOf(page);
    if (cameraMs === null || foundMs === null) throw new Error('the page did not record when the sign was found');
    const [, readingMs = 0] = reads.findLast(([endMs]) => endMs <= foundMs) ?? [];
    const round: Round = {
      scanToFoundMs: foundMs - cameraMs,
      readingMs,
      tapsMs: taps,
      bareTapMs,
      longTasks: tasks.flatMap(([atMs, durationMs]) => {
        const [after] = steps.findLast(([, startMs]) => startMs <= atMs + durationMs) ?? [];
        return after === undefined ? [] : [{ durationMs, after }];
      }),
    };
    const scripts = [...paths].map(([path, { isReader }]): Script => {
      const bytes = gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;
      return { name: basename(path), bytes, isReader };
    });
    return { round, scripts };
  } finally {
    await close();
  }
}

async function measure(count: number): Promise<boolean> {
  const folder = await buildPages();
  const [hall, studio] = await Promise.all([openHall(), openStudio()]);
  try {
    const { all } = await hall.box.signs(count);
    const rounds: Round[] = [];
    let scripts: Script[] = [];
    for (const [index, sign] of all.entries()) {
      const claimed = await claim(hall, studio, sign, folder);
      ({ scripts } = claimed);
      rounds.push(claimed.round);
      console.log(roundLine(index + 1, claimed.round));
    }
    const { text, isWithin } = describePhone(scripts, rounds);
    console.log(text);
    return isWithin;
  } finally {
    await Promise.all([studio.close(), hall.close()]);
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { rounds: { type: 'string', default: '5' }, help: { type: 'boolean', default: false } },
    });
    const rounds = Number(values.rounds);
    return { help: values.help, rounds: Number.isInteger(rounds) && rounds > 0 && rounds <= 100 ? rounds : null };
  } catch (error) {
    console.error((error as Error).message);
    return { help: false, rounds: null };
  }
}

const { help, rounds } = readOptions();
if (help) console.log(HELP);
else if (rounds === null) {
  console.error('Expected --rounds from 1 to 100. Try --help.');
  process.exitCode = 2;
} else process.exitCode = (await measure(rounds)) ? 0 : 1;
