import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { EXIT } from '../exit-codes.ts';
import { superviseApp } from './keep-running.ts';

const run = (program: string): ChildProcess =>
  spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
const exits = (code: number): string => `process.exit(${code})`;
const STAYS = 'console.log("up"); setInterval(() => {}, 1_000)';

/** Starts these programs one after another. */
function starterOf(programs: readonly string[]) {
  const clock = createVirtualClock();
  const signals = new EventEmitter();
  const started: ChildProcess[] = [];
  const heard = new EventEmitter();
  const code = superviseApp(
    () => {
      const child = run(programs[started.length]!);
      started.push(child);
      child.stdout?.once('data', () => heard.emit('up'));
      return child;
    },
    clock,
    (signal, listener) => void signals.on(signal, listener),
  );
  return { clock, signals, started, heard, code };
}

test('an app that asks for it is started again at once, and its end is the starter’s', async () => {
  const { started, code } = starterOf([exits(EXIT.again), exits(EXIT.again), exits(EXIT.runsAlready)]);
  expect(await code).toBe(EXIT.runsAlready);
  expect(started).toHaveLength(3);
});

test('an app that failed is started again after a second, then after two', async () => {
  const { clock, started, code } = starterOf([exits(EXIT.failed), exits(EXIT.failed), exits(0)]);
  await once(started[0]!, 'exit');
  await clock.advance(999);
  expect(started).toHaveLength(1);
  await clock.advance(1);
  await once(started[1]!, 'exit');
  await clock.advance(1_999);
  expect(started).toHaveLength(2);
  await clock.advance(1);
  expect(await code).toBe(0);
});

test('K11: the starter restarts an app that a signal ended (a crash, out of memory) after one second', async () => {
  const { clock, started, code } = starterOf(['process.kill(process.pid, "SIGKILL")', exits(0)]);
  await once(started[0]!, 'exit');
  await clock.advance(999);
  expect(started).toHaveLength(1);
  await clock.advance(1);
  expect(await code).toBe(0);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to the starter ends the app, also the one after a restart',
  async (signal) => {
    const { signals, started, heard, code } = starterOf([exits(EXIT.again), STAYS]);
    await once(heard, 'up');
    signals.emit(signal, signal);
    await code;
    expect(started[1]!.signalCode).toBe(signal);
  },
);

test('a starter that is ended while it waits starts nothing more', async () => {
  const { clock, signals, started, code } = starterOf([exits(EXIT.failed)]);
  await once(started[0]!, 'exit');
  await clock.advance(0);
  signals.emit('SIGTERM', 'SIGTERM');
  expect(await code).toBe(EXIT.ended);
  expect(started).toHaveLength(1);
});
