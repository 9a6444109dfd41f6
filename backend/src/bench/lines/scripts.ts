import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Options } from '../figures/options.ts';
import type { FigureTold } from '../measure.ts';
import type { Stage } from './stage.ts';

/** Lines that are programs of their own, which can be run alone too: what they print is progress here, and the figures come by message. */
const SCRIPTS = {
  claim: 'claims/claims.bench.ts',
  list: 'signs/sign-list.bench.ts',
  snapshot: 'signs/snapshot/snapshot.bench.ts',
} as const;
type ScriptName = keyof typeof SCRIPTS;

/** How often each client asks for a page, and how many snapshots are asked for, for each second that was asked for. */
const PAGES_A_SECOND = 4;
const SNAPSHOTS_A_SECOND = 0.4;
/** Fewer have no middle. */
const SNAPSHOTS_LEAST = 3;

/** What each is told: `--seconds` is how long claims are made, and as much more or less is asked of the others. */
export function argumentsOf(name: ScriptName, { seconds, isQuick }: Pick<Options, 'seconds' | 'isQuick'>): string[] {
  switch (name) {
    case 'claim':
      return [String(seconds)];
    case 'list':
      return [String(PAGES_A_SECOND * seconds)];
    case 'snapshot':
      return [isQuick ? '2000' : '10000', String(Math.max(SNAPSHOTS_LEAST, Math.ceil(SNAPSHOTS_A_SECOND * seconds)))];
  }
}

/** Runs one below `backend/src` and resolves with its exit code. Its standard output is standard error here, where only tables go to the former. */
export async function runScript(
  { onEnd }: Pick<Stage, 'onEnd'>,
  file: string,
  args: readonly string[],
  told: (figure: FigureTold) => void = () => {},
): Promise<number> {
  const child = fork(join(import.meta.dirname, '../..', file), [...args], { stdio: ['ignore', 2, 'inherit', 'ipc'] });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.on('message', told);
  const ended = onEnd(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const [code] = await exited;
  ended();
  return code ?? 1;
}

export async function measureScript(stage: Stage, name: ScriptName, round: number): Promise<void> {
  const file = SCRIPTS[name];
  const told: FigureTold[] = [];
  const code = await runScript(stage, file, argumentsOf(name, stage.options), (figure) => told.push(figure));
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  for (const figure of told) stage.add({ ...figure, round });
}
