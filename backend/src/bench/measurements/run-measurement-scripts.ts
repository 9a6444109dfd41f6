import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Options } from '../figures/command-line-options.ts';
import type { ReportedFigure } from '../describe-timings.ts';
import { pinnedTo } from '../servers/assign-cores.ts';
import type { Stage } from './run-with-measured-server.ts';

/** Lines that are programs of their own, which can be run alone too: what they print is progress here, and the figures come by message. */
const SCRIPTS = {
  claim: 'claims/claims.bench.ts',
  list: 'signs/sign-list.bench.ts',
  snapshot: 'signs/snapshot/snapshot.bench.ts',
} as const;
export type ScriptName = keyof typeof SCRIPTS;

/** How often each client asks for a page, and how many snapshots are asked for, for each second that was asked for. */
const PAGES_A_SECOND = 4;
const SNAPSHOTS_A_SECOND = 0.4;
/** Fewer have no middle. */
const SNAPSHOTS_LEAST = 3;

/** What each is told: `--seconds` is how long claims are made, and as much more or less is asked of the others. */
export function argumentsOf(name: ScriptName, { seconds, snapshotSigns }: Options): string[] {
  switch (name) {
    case 'claim':
      return [String(seconds)];
    case 'list':
      return [String(PAGES_A_SECOND * seconds)];
    case 'snapshot':
      return [String(snapshotSigns), String(Math.max(SNAPSHOTS_LEAST, Math.ceil(SNAPSHOTS_A_SECOND * seconds)))];
  }
}

/**
 * Runs one below `backend/src` and resolves with its exit code. Its standard output is standard error here, where only tables go to the former. It has all
 * cores and shares them itself: ours are the clients' alone by now.
 */
export async function runScript(
  { onEnd, cores }: Pick<Stage, 'onEnd' | 'cores'>,
  file: string,
  args: readonly string[],
  told: (figure: ReportedFigure) => void = () => {},
): Promise<number> {
  const script = join(import.meta.dirname, '../..', file);
  const [command, ...rest] = [...pinnedTo(cores?.all), process.execPath, script, ...args];
  const child = spawn(command!, rest, { stdio: ['ignore', 2, 'inherit', 'ipc'] });
  // What it told last may come after its end.
  const silent = once(child, 'disconnect');
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.on('message', told);
  const ended = onEnd(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const [code] = await exited;
  await silent;
  ended();
  return code ?? 1;
}

/** Of a line that needs no fleet. */
export async function measureScript(
  stage: Pick<Stage, 'onEnd' | 'cores' | 'options' | 'add'>,
  name: ScriptName,
  round: number,
): Promise<void> {
  const file = SCRIPTS[name];
  const told: ReportedFigure[] = [];
  const code = await runScript(stage, file, argumentsOf(name, stage.options), (figure) => told.push(figure));
  if (code !== 0) {
    const reasons = new Set(told.flatMap(({ invalid }) => (invalid === null ? [] : [invalid])));
    const meanwhile = reasons.size > 0 ? ` (${[...reasons].join(', ')})` : '';
    throw new Error(`${file} ended with ${code}${meanwhile}; the progress output above shows why`);
  }
  for (const figure of told) stage.add({ ...figure, round });
}
