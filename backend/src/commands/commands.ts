import type { Cancel } from '@sign-display/contracts/ports';
import type { Logger } from '../telemetry/logger.ts';
import { createBulkService } from '../bulk/bulk-service.ts';
import { createCommandAnswers } from './command-answers.ts';
import { createCommandSweep } from './command-sweep.ts';
import { createCommandsService, type CommandsDeps } from './commands-service.ts';
import { createRegularScreenshots } from './regular-screenshots.ts';

/** A state is true within this and a little (promise M3): an expiry is looked for so often. */
const SWEEP_EVERY_MS = 1_000;
/** Regular screenshots are spread over this many sweeps' time at the least. */
const SCREENSHOTS_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 60_000;

/** All of commands on one node, to one sign or to many: sending, answers, and what runs in the background between `start` and `stop`. */
export function createCommands(deps: CommandsDeps & { log: Logger }) {
  const { clock, log } = deps;
  const service = createCommandsService(deps);
  const { tell } = service;
  const answers = createCommandAnswers({ ...deps, tell });
  const sweeps = createCommandSweep({ ...deps, ...service });
  const screenshots = createRegularScreenshots({ ...deps, ...service });
  const bulk = createBulkService({ ...deps, commands: service });
  let loops: { stop(): Promise<void> }[] = [];

  function repeat(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
    let running: Promise<void> = Promise.resolve();
    let isStopped = false;
    let cancel: Cancel = () => {};
    const later = (): void => {
      if (isStopped) return;
      cancel = clock.after(everyMs, () => {
        running = work()
          .catch((error: unknown) => log.warn({ err: error }, 'commands not swept, next try in a moment'))
          .finally(later);
      });
    };
    later();
    return {
      async stop() {
        isStopped = true;
        cancel();
        await running;
      },
    };
  }

  return {
    ...service,
    ...answers,
    sweep: sweeps.sweep,
    prune: sweeps.prune,
    takeScreenshots: screenshots.sweep,
    bulk,
    start() {
      loops = [
        repeat(SWEEP_EVERY_MS, sweeps.sweep),
        repeat(SCREENSHOTS_EVERY_MS, screenshots.sweep),
        repeat(SWEEP_EVERY_MS, bulk.sweep),
        repeat(PRUNE_EVERY_MS, sweeps.prune),
        repeat(PRUNE_EVERY_MS, bulk.prune),
      ];
    },
    async stop() {
      await Promise.all([bulk.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
}

export type Commands = ReturnType<typeof createCommands>;
