import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openChromium } from '@sign-display/testing/chromium';
import type { Browser } from 'playwright-core';
import { buildPages } from '../../build.ts';
import { open, touch, watchFrames, weigh } from './wall/measure-wall-page.ts';
import { describeTraffic, record, trafficOf } from './wall/record-traffic.ts';
import { serveReplay, type Replay } from './wall/serve-replay.ts';
import { describeWall, figuresOf, isWithin, type Round } from './wall/report.ts';

const HELP = `npm run bench:wall -- [options]

Measures what a wall costs the browser that shows it. The real service runs with many signs, of which some change each second, and this program opens a wall and records what the
service sends, from the opening to about 40 s of changes. Then Chromium opens the built page with that recording, without a service. Each round also opens a plain page with a
canvas of the same size that draws a picture per frame, and parses and drops the same messages: that is the cost of any page on this machine.

  --signs <n>       signs of the event (default: 10000)
  --rate <n>        changes per second (default: 2000)
  --rounds <n>      how often each page is opened (default: 3)
  --minutes <n>     how long the heap is watched; 0 skips this (default: 1; the bound needs 10)
  --json            print only the figures, as JSON
  --help            print this help

Bounds, for the medians: usable 2 s after the navigation, including 0.6 s for the service; 4 ms of script and layout per frame in which the page has work (p95, including all work since the frame
before), 15 % of the main thread, no task over 50 ms, each as CPU time; 100 ms from an input to the end of its frame on a CPU with a quarter of this speed; a heap within 5 % of its first size; 150 kB
of gzipped script until the page is usable and live. Scripts that are fetched ahead later are reported separately.
Exit codes: 0 within the bounds · 1 a bound is exceeded, or the measurement failed · 2 an option is wrong`;

/** A wall that has just subscribed is told whole signs for 10 s. */
const SETTLED_AFTER_MS = 12_000;
const WATCHED_MS = 20_000;
const MINUTE_MS = 60_000;
/** From what was asked for, as a part of it. */
const RATE_MAY_DIFFER = 0.1;

interface Options {
  signs: number;
  rate: number;
  rounds: number;
  minutes: number;
  json: boolean;
}

async function measurePage(browser: Browser, replay: Replay, path: string): Promise<Round> {
  const opened = await open(browser, replay, path);
  try {
    await opened.page.waitForTimeout(SETTLED_AFTER_MS);
    const watched = await watchFrames(browser, opened, WATCHED_MS);
    return { usableMs: opened.usableMs, scripts: opened.scripts, watched, answersMs: await touch(opened) };
  } finally {
    await opened.close();
  }
}

async function watchHeap(browser: Browser, replay: Replay, path: string, minutes: number): Promise<number[]> {
  if (minutes === 0) return [];
  const opened = await open(browser, replay, path);
  try {
    await opened.page.waitForTimeout(SETTLED_AFTER_MS);
    const heap = [await weigh(opened)];
    for (let minute = 0; minute < minutes; minute += 1) {
      await opened.page.waitForTimeout(MINUTE_MS);
      heap.push(await weigh(opened));
    }
    return heap;
  } finally {
    await opened.close();
  }
}

const sayLoad = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');

async function measure({ signs, rate, rounds, minutes, json }: Options): Promise<boolean> {
  const say = (text: string): void => void (json || console.log(text));
  const pages = await buildPages();
  const browser = await openChromium(process.env);
  try {
    say(`load of the machine: ${sayLoad()}`);
    const { recording, server } = await record(browser, { signs, rate, pages });
    const traffic = trafficOf(recording);
    say(`recorded with ${signs} signs: ${describeTraffic(traffic)}`);
    if (Math.abs(traffic.changesASecond / rate - 1) > RATE_MAY_DIFFER) {
      console.error(
        'On this machine, the service did not keep up with this rate of changes, so the wall was not measured.',
      );
      return false;
    }
    const replay = await serveReplay(recording, pages);
    try {
      const [wall, bare]: [Round[], Round[]] = [[], []];
      for (let round = 1; round <= rounds; round += 1) {
        bare.push(await measurePage(browser, replay, '/bare'));
        wall.push(await measurePage(browser, replay, recording.path));
        say(`  round ${round} of ${rounds}; load ${sayLoad()}`);
      }
      const { scripts } = replay;
      const heap = await watchHeap(browser, replay, recording.path, minutes);
      const figures = figuresOf({ scripts, serverMs: server.wholeMs, wall, bare, heap });
      const missing = [...replay.missing];
      if (json) console.log(JSON.stringify({ signs, rate, traffic, load: loadavg(), figures, heap, missing }, null, 2));
      say(`\n${describeWall(figures, heap)}`);
      if (minutes > 0 && minutes < 10) say('(Whether the heap is flat is seen after --minutes 10.)');
      if (missing.length > 0) say(`not recorded, answered with 404: ${missing.join(', ')}`);
      say(`load of the machine: ${sayLoad()}`);
      return figures.every(isWithin);
    } finally {
      await replay.close();
    }
  } finally {
    await browser.close();
  }
}

function readOptions(): Options | 'help' | null {
  const text = (preset: string) => ({ type: 'string', default: preset }) as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: {
        signs: text('10000'),
        rate: text('2000'),
        rounds: text('3'),
        minutes: text('1'),
        json: flag,
        help: flag,
      },
    });
    if (values.help) return 'help';
    const [signs, rate, rounds, minutes] = [values.signs, values.rate, values.rounds, values.minutes].map(Number);
    const isWhole = [signs, rate, rounds, minutes].every((value) => Number.isInteger(value));
    // A step of the recorded service is a tenth of a second, and no sign changes twice in it.
    const isGood = signs! >= 100 && signs! <= 10_000 && rate! >= 10 && rate! <= signs! && rounds! >= 1 && minutes! >= 0;
    return isWhole && isGood
      ? { signs: signs!, rate: rate!, rounds: rounds!, minutes: minutes!, json: values.json }
      : null;
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

const options = readOptions();
if (options === 'help') console.log(HELP);
else if (options === null) {
  console.error(
    'Expected --signs from 100 to 10000, --rate from 10 to --signs, --rounds from 1, --minutes from 0. Try --help.',
  );
  process.exitCode = 2;
} else
  try {
    process.exitCode = (await measure(options)) ? 0 : 1;
  } catch (error) {
    console.error(`Nothing was measured: ${(error as Error).message.split('\n')[0]}`);
    process.exitCode = 1;
  }
