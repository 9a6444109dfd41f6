import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * `npm run bench:backend`: the backend's figures one after the other, each in a process of its own and beside its bare baseline in the same run.
 * Names after `--` pick some: `npm run bench:backend -- claims list`.
 */
const BENCHMARKS = {
  claims: ['claims/claims.bench.ts', 'claims at 100 a second: p50 overhead at most 15 ms'],
  list: ['signs/sign-list.bench.ts', 'a list of 50 among 10,000 signs, 16 clients: p99 at most 20 ms'],
  snapshot: [
    'signs/snapshot/snapshot.bench.ts',
    'all of 10,000 signs at once: at most 600 ms from cold, 50 ms where nothing changed, 1.5 MB, 30 MB above idle',
  ],
  walls: ['dashboards/walls.bench.ts', '10 open walls, 500 changes a second: at most 10 % of a core'],
  summary: ['signs/summary.bench.ts', 'the summary of 10,000 signs, 16 clients: p99 at most 20 ms'],
  strips: ['signs/strips.bench.ts', 'the strips of 200 among 10,000 signs, 16 clients: p99 at most 50 ms'],
  bulk: [
    'commands/bulk/bulk.bench.ts',
    'a page on 1,000 connected kiosks: at most 2 s to the last sign:display_content',
  ],
  export: ['audit/audit-export.bench.ts', 'an export of 1,000,000 audit rows: at most 80 MB above idle'],
  storm: [
    'notifications/delivery/storm.bench.ts',
    '500 signs offline for 200 people: at most 200 mails, the first within 5 s',
  ],
  sweep: ['presence/presence.bench.ts', 'who has gone silent, of 10,000: at most 5 ms'],
  load: [
    'http/load.bench.ts',
    'three times what the node answers: accepted p99 at most 2 s; then 5,000 kiosks at once',
  ],
} as const;

const names = Object.keys(BENCHMARKS) as (keyof typeof BENCHMARKS)[];
const asked = process.argv.slice(2);
if (asked.includes('--help')) {
  const lines = names.map((name) => `  ${name.padEnd(10)}${BENCHMARKS[name][1]}`);
  console.log(
    `npm run bench:backend -- [names]\n\n${lines.join('\n')}\n\nWithout names: all of them. Exit codes: 0 measured, 2 wrong usage.`,
  );
  process.exit();
}
const unknown = asked.filter((name) => !(names as string[]).includes(name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}

for (const name of names.filter((each) => asked.length === 0 || asked.includes(each))) {
  const [script, asksFor] = BENCHMARKS[name];
  console.log(`\n== ${name}: ${asksFor}`);
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', script)], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
