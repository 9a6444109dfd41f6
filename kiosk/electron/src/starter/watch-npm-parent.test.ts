import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { watchNpmParent } from './watch-npm-parent.ts';

const INIT = 1;
/** Numbers are process ids; each stands below the next. */
const SIGN = 5;

function below(parents: Record<number, [parent: number, command: string]>) {
  const clock = createVirtualClock();
  let ends = 0;
  const above = {
    parentOf: (pid: number) => parents[pid]?.[0] ?? null,
    commandOf: (pid: number) => parents[pid]?.[1] ?? null,
  };
  const stop = watchNpmParent(SIGN, clock, () => (ends += 1), above);
  return {
    clock,
    stop,
    adopt: (pid: number) => (parents[pid] = [INIT, parents[pid]![1]]),
    async endsAfterAMinute() {
      await clock.advance(60_000);
      return ends;
    },
  };
}

const SHELL_BETWEEN = { [SIGN]: [4, 'node'], 4: [3, 'sh'], 3: [2, 'npm run kiosk'], 2: [1, 'bash'] } as const;
const NO_SHELL = { [SIGN]: [3, 'node'], 3: [2, 'npm run kiosk'], 2: [1, 'bash'] } as const;
const copyOf = (tree: Record<number, readonly [number, string]>): Record<number, [number, string]> =>
  Object.fromEntries(Object.entries(tree).map(([pid, [parent, command]]) => [pid, [parent, command]]));

test.each<[string, number, typeof SHELL_BETWEEN | typeof NO_SHELL, number]>([
  ['whose shell has ended with npm', 1, SHELL_BETWEEN, SIGN],
  ['whose npm was killed and left the shell', 1, SHELL_BETWEEN, 4],
  ['whose npm was killed, without a shell', 1, NO_SHELL, SIGN],
  ['whose terminal’s shell has ended above npm', 0, SHELL_BETWEEN, 3],
  ['whose terminal’s shell has ended above npm, without one between', 0, NO_SHELL, 3],
])('a sign %s is ended %d times', async (_, times, tree, orphan) => {
  const processes = below(copyOf(tree));
  expect(await processes.endsAfterAMinute()).toBe(0);
  processes.adopt(orphan);
  expect(await processes.endsAfterAMinute()).toBe(times);
});

test('a sign on a system that does not tell who stands above it is never ended for that', async () => {
  expect(await below({}).endsAfterAMinute()).toBe(0);
});

test('a watch that is ended leaves no timer, which would keep the starter alive after its app', async () => {
  const { clock, stop } = below(copyOf(SHELL_BETWEEN));
  await clock.advance(1_200);
  stop();
  expect(clock.pending()).toBe(0);
});
