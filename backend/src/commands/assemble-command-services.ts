import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { Logger } from '../logging/logger-type.ts';
import { createBulkService } from './bulk/bulk-service.ts';
import { createCommandAnswers } from './command-answers.ts';
import { createCommandSweep } from './command-sweep.ts';
import { createCommandsService, type CommandsDeps } from './commands-service.ts';
import { createRegularScreenshots } from './take-regular-screenshots.ts';

/** All of commands on one node, to one sign or to many: sending, answers, and what sweeps find. */
export function createCommands(deps: CommandsDeps & { log: Logger }) {
  const service = createCommandsService(deps);
  const { tell } = service;
  const answers = createCommandAnswers({ ...deps, tell });
  const sweeps = createCommandSweep({ ...deps, ...service });
  const screenshots = createRegularScreenshots({ ...deps, ...service });
  const bulk = createBulkService({ ...deps, commands: service });
  const sweepers: Sweeper[] = [...sweeps.sweepers, screenshots.sweeper, ...bulk.sweepers];

  return {
    ...service,
    ...answers,
    sweep: sweeps.sweep,
    prune: sweeps.prune,
    takeScreenshots: screenshots.sweep,
    bulk,
    sweepers,
    /** Ends the bulk work under way at the end of its piece. */
    stop: bulk.stop,
  };
}

export type Commands = ReturnType<typeof createCommands>;
