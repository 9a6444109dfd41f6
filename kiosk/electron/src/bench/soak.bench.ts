import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { familyOf, kindOf, memoryOf } from '../testing/processes.ts';
import { EXIT_CODES, UsageError, positive, runCommand } from './command-line.ts';
import { startLivePages, type LivePages } from './live-pages.ts';
import { createEnds, type MeasuredApp } from './measured-app.ts';
import { startMeasuredSign, type MeasuredSign } from './measured-sign.ts';
import { makeOwnElectron } from './isolated-electron.ts';
import { judge, type Sample } from './soak-judgement.ts';
import { describe, minuteLine } from './soak-report.ts';

const HELP = `npm run kiosk:soak -- [options]

A sign that is given another page all the time: whether it keeps its size. The real app on a display of its own, against the real service, with pages of
pictures, scripts, timers and frames, of which a third fails. Counted is the memory (PSS) of the app and of all processes that descend from it.

  --minutes <n>     how long (30); from 12 on the last sixth is compared with the second one, else the last quarter
  --every <s>       a page in so many seconds (5)
  --limit <%>       the largest change of the median of the memory, either way (5)
  --json <file>     writes all samples and the verdict there
  --leak <what>     puts a fault into the app, to try this command: memory (a megabyte for each new page) or process
  --help

${EXIT_CODES}`;

const LEAK = join(import.meta.dirname, 'leak-fault.cjs');

function readOptions() {
  const text = (of: string) => ({ type: 'string', default: of }) as const;
  const { values } = parseArgs({
    options: {
      minutes: text('30'),
      every: text('5'),
      limit: text('5'),
      json: { type: 'string' },
      leak: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.leak !== undefined && !['memory', 'process'].includes(values.leak))
    throw new UsageError('--leak must be memory or process');
  return {
    help: values.help,
    minutes: positive('minutes', values.minutes),
    everyMs: positive('every', values.every) * 1_000,
    limit: positive('limit', values.limit) / 100,
    json: values.json ?? null,
    leak: values.leak === undefined ? null : { file: LEAK, kind: values.leak },
  };
}
type Options = ReturnType<typeof readOptions>;

function sample({ pid }: MeasuredApp, atMs: number): Sample {
  const kinds: Record<string, { count: number; bytes: number }> = {};
  for (const each of familyOf(pid)) {
    const kind = (kinds[kindOf(each)] ??= { count: 0, bytes: 0 });
    kind.count += 1;
    kind.bytes += memoryOf(each);
  }
  return { atMs, kinds };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Gives the sign one page after the other. Resolves with what it took each time, just before the next page. */
async function swapPages(sign: MeasuredSign, pages: LivePages, options: Options, ending: AbortSignal) {
  const samples: Sample[] = [];
  const wrong: string[] = [];
  const startedMs = performance.now();
  const sinceStart = (): number => performance.now() - startedMs;
  for (let number = 1; sinceStart() < options.minutes * 60_000; number += 1) {
    const page = pages.page(number);
    const dueMs = sinceStart() + options.everyMs;
    const shown = sign.show(page.url).then((became) => {
      if (page.loads !== (became === 'acked')) wrong.push(`${page.kind} ${number}: ${became}`);
    });
    // What goes wrong is told where it is waited for.
    shown.catch(() => {});
    await pause(dueMs - sinceStart());
    if (!page.hangs) await shown;
    ending.throwIfAborted();
    sign.mustRun();
    samples.push(sample(sign, sinceStart()));
    minuteLine(samples, number, (line) => console.log(line));
  }
  if (wrong.length > 0) throw new Error(`some pages did not end in the expected state: ${wrong.join('; ')}`);
  return samples;
}

await runCommand(HELP, readOptions, async (options, ending) => {
  const ends = createEnds();
  try {
    const pages = await startLivePages();
    ends.later(() => pages.stop());
    const electron = await makeOwnElectron(pages.page(0).url);
    ends.later(() => electron.remove());
    const sign = await startMeasuredSign(pages.page(0).url, electron.path, options.leak);
    ends.later(() => sign.remove());
    console.log(`${options.minutes} minutes, a page every ${options.everyMs / 1_000} s`);
    const samples = await swapPages(sign, pages, options, ending);
    const verdict = judge(samples, options.minutes, options.limit);
    console.log(describe(verdict));
    if (options.json !== null) writeFileSync(options.json, `${JSON.stringify({ options, verdict, samples })}\n`);
    return verdict.problems.length === 0;
  } finally {
    await ends.all();
  }
});
