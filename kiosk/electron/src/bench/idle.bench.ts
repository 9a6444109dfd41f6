import { parseArgs } from 'node:util';
import { familyOf, kindOf, processorMsOf } from '../testing/read-processes.ts';
import type { Picture, TestDisplay } from '../testing/display.ts';
import { until } from '../testing/poll-until.ts';
import { EXIT_CODES, positive, runCommand } from './command-line.ts';
import { describeIdle, roundLine, type Cost, type Round } from './idle-report.ts';
import { startLivePages } from './live-pages.ts';
import { createEnds, startBare, type MeasuredApp } from './measured-app.ts';
import { startMeasuredSign } from './measured-sign.ts';
import { findElectron } from '../starter/find-electron.ts';

const HELP = `npm run bench:kiosk -- [options]

Measures what the sign costs while its page does not change: the CPU time of the sign minus that of a plain Electron window with the same page. Each has its own display,
and they are measured in turns. The CPU time includes the app and all its child processes, so other programs on the machine hardly change the result.

  --rounds <n>      number of measurements of each (default: 5)
  --seconds <n>     duration of each measurement (default: 60, in which the sign checks its page twice and whether the page is reachable once)
  --limit <%>       largest allowed difference of the medians, in percent of a core (default: 2)
  --help            print this help

${EXIT_CODES}`;

/** What a start leaves to do: caches to be written, scripts to be compiled, and the first look of everything that looks now and then. */
const SETTLE_MS = 30_000;
const SHOWN_WITHIN_MS = 60_000;

function readOptions() {
  const text = (of: string) => ({ type: 'string', default: of }) as const;
  const { values } = parseArgs({
    options: {
      rounds: text('5'),
      seconds: text('60'),
      limit: text('2'),
      help: { type: 'boolean', default: false },
    },
  });
  return {
    help: values.help,
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    limit: positive('limit', values.limit) / 100,
  };
}

/** How many of their lines differ in a pixel; all of them where one shows a single colour. The pointer of a display without a mouse stands in the middle, so it is left out. */
function differingLines(one: TestDisplay, other: TestDisplay): number {
  const [left, right] = [one.look(), other.look()];
  const columns = Array.from({ length: 40 }, (_, index) => Math.floor((left.width * index) / 100));
  const lineOf = ({ at }: Picture, y: number): string => columns.map((x) => at(x, y).join()).join(' ');
  const lines = Array.from({ length: left.height }, (_, y) => lineOf(left, y));
  if (new Set(lines).size === 1) return left.height;
  return lines.filter((line, y) => line !== lineOf(right, y)).length;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The time that each kind of process has taken so far, in ms. */
function takenBy({ pid }: MeasuredApp): Cost {
  const taken: Cost = {};
  for (const each of familyOf(pid)) {
    const kind = kindOf(each);
    taken[kind] = (taken[kind] ?? 0) + processorMsOf(each);
  }
  return taken;
}

/** What it takes of a core, by kind of process: 0.01 is a hundredth of one. */
async function measure(app: MeasuredApp, seconds: number, ending: AbortSignal): Promise<Cost> {
  const [before, startedMs] = [takenBy(app), performance.now()];
  await pause(seconds * 1_000);
  ending.throwIfAborted();
  app.mustRun();
  const [after, passedMs] = [takenBy(app), performance.now() - startedMs];
  return Object.fromEntries(Object.entries(after).map(([kind, ms]) => [kind, (ms - (before[kind] ?? 0)) / passedMs]));
}

await runCommand(HELP, readOptions, async ({ rounds, seconds, limit }, ending) => {
  const ends = createEnds();
  try {
    const pages = await startLivePages();
    ends.later(() => pages.stop());
    const { url } = pages.page(0);
    const electron = findElectron(process.env);
    const sign = await startMeasuredSign(url, electron);
    ends.later(() => sign.remove());
    const bare = await startBare(electron, url);
    ends.later(() => bare.remove());
    const differing = (): number => differingLines(sign.display, bare.display);
    await until('no line to differ on the displays', differing, (lines) => lines === 0, SHOWN_WITHIN_MS);
    console.log(`${rounds} rounds of ${seconds} s each, after ${SETTLE_MS / 1_000} s of rest`);
    await pause(SETTLE_MS);
    const measured: Round[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const round = { ours: await measure(sign, seconds, ending), bare: await measure(bare, seconds, ending) };
      measured.push(round);
      console.log(roundLine(index + 1, round));
    }
    if (differing() > 0) throw new Error('the displays no longer show the same page');
    const { text, isWithin } = describeIdle(measured, limit);
    console.log(text);
    return isWithin;
  } finally {
    await ends.all();
  }
});
