import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pin, type Cores } from '../servers/cores.ts';
import type { Outcome, TaskName, Tasks } from './tasks.ts';

/** The process with the kiosks, on the clients' core. */
export interface Kiosks {
  do<Name extends TaskName>(task: Name, give: Tasks[Name]['give']): Promise<Tasks[Name]['get']>;
  stop(): Promise<void>;
}

export function startKiosks(cores: Cores | null): Kiosks {
  const child = fork(join(import.meta.dirname, 'client.bench.ts'));
  pin(child.pid!, cores?.clients);
  const exited = once(child, 'exit');
  return {
    async do<Name extends TaskName>(task: Name, give: Tasks[Name]['give']) {
      child.send({ task, ...give });
      const ended = exited.then((): [Outcome] => [{ error: 'the process with the kiosks has ended' }]);
      const [outcome] = (await Promise.race([once(child, 'message'), ended])) as [Outcome];
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.outcome as Tasks[Name]['get'];
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await exited;
    },
  };
}
