import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { familyOf, kindOf, memoryOf } from '../testing/read-processes.ts';
import { EXIT_CODES, UsageError, positive, runCommand } from './command-line.ts';
import { startLivePages, type LivePages } from './live-pages.ts';
import { createEnds, type MeasuredApp } from './measured-app.ts';
import { startMeasuredSign, type MeasuredSign } from './measured-sign.ts';
import { makeOwnElectron } from './make-own-electron-copy.ts';
import { judge, type Sample } from './soak-judgement.ts';
import { describe, minuteLine } from './soak-report.ts';

const HELP = `npm run kiosk:soak -- [options]

Checks whether the memory of a sign stays the same while its page changes again and again. The real app runs on its own display, against the real service, with
pages of pictures, scripts, timers and frames, a third of which fail. The memory (PSS) includes the app and all its child processes.

  --minutes <n>     duration (default: 30); from 12 minutes on, the last sixth is compared with the second sixth, otherwise the last quarter with the second
  --every <s>       seconds between two pages (default: 5)
  --limit <%>       largest allowed change of the median memory, up or down (default: 5)
  --json <file>     write all samples and the verdict to this file
  --leak <what>     put a leak into the app to test this command: memory (one megabyte per new page) or process
  --help            print this help

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
