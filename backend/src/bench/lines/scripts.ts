import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FigureTold } from '../measure.ts';
import type { Stage } from './stage.ts';

/** Lines that are programs of their own, which can be run alone too: what they print is progress here, and the figures come by message. */
export const SCRIPTS = {
  claim: { file: 'claims/claims.bench.ts', quick: ['2'], full: ['30'] },
  list: { file: 'signs/sign-list.bench.ts', quick: ['5'], full: ['100'] },
  snapshot: { file: 'signs/snapshot/snapshot.bench.ts', quick: ['2000', '3'], full: ['10000', '10'] },
} as const;

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

export async function measureScript(stage: Stage, name: keyof typeof SCRIPTS, round: number): Promise<void> {
  const { file, quick, full } = SCRIPTS[name];
  const code = await runScript(stage, file, stage.options.isQuick ? quick : full, (told) =>
    stage.add({ ...told, round }),
  );
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
}
