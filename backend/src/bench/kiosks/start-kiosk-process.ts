import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pin, type Cores } from '../servers/assign-cores.ts';
import type { Outcome, Progress, TaskName, Tasks } from './kiosk-process-task-types.ts';

/** The process with the kiosks, on the clients' core. */
export interface Kiosks {
  do<Name extends TaskName>(task: Name, give: Tasks[Name]['give']): Promise<Tasks[Name]['get']>;
  stop(): Promise<void>;
}

/** `progress`: hears how far a task is that takes long. */
export function startKiosks(cores: Cores | null, progress: (words: string) => void): Kiosks {
  const child = fork(join(import.meta.dirname, 'kiosk-process.bench.ts'));
  pin(child.pid!, cores?.clients);
  const exited = once(child, 'exit');
  return {
    async do<Name extends TaskName>(task: Name, give: Tasks[Name]['give']) {
      const told = Promise.withResolvers<Outcome>();
      const hear = (message: Outcome | Progress): void =>
        'progress' in message ? progress(message.progress) : told.resolve(message);
      child.on('message', hear);
      void exited.then(() => told.resolve({ error: 'the process with the kiosks exited' }));
      child.send({ task, ...give });
      const outcome = await told.promise;
      child.off('message', hear);
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
