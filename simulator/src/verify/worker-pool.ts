import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { holdableProcessors, onProcessor } from './cpu-pinning.ts';
import type { Cluster } from '../virtual/database/cluster.ts';
import type { Plan } from '../virtual/plan.ts';
import type { Life } from '../virtual/run-plan.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** The machine failed, not a promise: a worker or the database is gone. `message` is for the user. */
export class InfrastructureError extends Error {
  override name = 'InfrastructureError';
}

/** Worker processes that run plans on one database cluster, each one plan at a time. */
export interface Crew {
  /** Resolves when every worker has a database ready; rejects as `live` does. */
  ready: Promise<void>;
  /**
   * Runs `plan` as soon as a worker is free, in the order of the calls. Rejects with an `InfrastructureError` when a worker or the database is gone;
   * its message calls this run `name`. `print` gets every event.
   */
  live(plan: Plan, how?: { name?: string; print?: ((line: string) => void) | undefined }): Promise<Life>;
  /** Memory of a worker after its first plan, and the most that any worker had, in bytes. A leak shows as the difference. */
  memory(): { first: number; most: number };
  /** Ends all workers, also in the middle of a plan; resolves when they are gone. */
  stop(): Promise<void>;
}

interface CrewOptions {
  cluster: Pick<Cluster, 'server' | 'exited'>;
  size: number;
  clock: Clock;
  /** The module that a worker runs; it calls `serveLives`. */
  worker?: string;
  /** The workers' environment; by default this process's own. */
  environment?: Record<string, string>;
}

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
/** After so much real time we take a run for endless. The slowest machine needs much less for a seed of the usual size. */
const LIFE_WITHIN_MS = 600_000;
const USUAL_MS = 6 * 3_600_000;
const withinMs = ({ endMs, kiosks }: Plan): number => LIFE_WITHIN_MS * Math.max(1, (endMs * kiosks) / USUAL_MS);
const LAST_WORDS = 2_000;
/**
 * Almost everything that a step allocates is garbage after it. A large young generation keeps it from being promoted. Concurrent marking is off,
 * because its thread takes the processor of another worker.
 */
const V8_FLAGS = ['--max-semi-space-size=32', '--no-concurrent-marking'];

interface Job {
  plan: Plan;
  name: string;
  print: ((line: string) => void) | null;
  resolve(life: Life): void;
  reject(error: Error): void;
}

interface Worker {
  child: ChildProcess;
  job: Job | null;
  isReady: boolean;
  ready: PromiseWithResolvers<void>;
  lastWords: string;
  ended: Promise<void>;
  cancelTimeout(): void;
}

export function startCrew({ cluster, size, clock, worker: module = WORKER, environment }: CrewOptions): Crew {
  const queue: Job[] = [];
  let failure: InfrastructureError | null = null;
  let isStopping = false;
  const memory = { first: 0, most: 0 };
  // A worker and its database processes take turns, so they wake each other cheaper on one processor. With fewer workers than processors we pin
  // nothing: another `sim:verify` on this machine would pin to the same processors.
  const holdable = holdableProcessors();
  const processors = size < holdable.length ? [] : holdable;

  function fail(words: string): void {
    if (isStopping) return;
    failure ??= new InfrastructureError(words);
    for (const { job, ready } of workers) {
      ready.reject(failure);
      job?.reject(failure);
    }
    for (const job of queue.splice(0)) job.reject(failure);
  }

  function give(worker: Worker): void {
    if (!worker.isReady || worker.job) return;
    const job = queue.shift();
    if (!job) return;
    worker.job = job;
    worker.child.send({ type: 'live', plan: job.plan, prints: job.print !== null } satisfies ToWorker);
    const mostMs = withinMs(job.plan);
    worker.cancelTimeout = clock.after(mostMs, () =>
      fail(`${job.name} has had no end for ${Math.round(mostMs / 1_000)} s`),
    );
  }

  function hear(worker: Worker, message: FromWorker): void {
    if (message.type === 'unable') return fail(message.words);
    if (message.type === 'lines') return void message.lines.forEach((line) => worker.job?.print?.(line));
    if (message.type === 'lived') {
      const { job } = worker;
      worker.cancelTimeout();
      worker.job = null;
      memory.first ||= message.memoryBytes;
      memory.most = Math.max(memory.most, message.memoryBytes);
      job?.resolve(message.life);
    }
    worker.isReady = true;
    worker.ready.resolve();
    give(worker);
  }

  function start(index: number): Worker {
    const processor = processors.length > 0 ? processors[index % processors.length]! : null;
    const child = spawn(...onProcessor(processor, process.execPath, [...V8_FLAGS, module]), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In a process group of its own: Ctrl-C reaches the parent only, and the parent ends its workers.
      detached: true,
      ...(environment && { env: environment }),
    });
    const ended = Promise.withResolvers<void>();
    const worker: Worker = {
      child,
      job: null,
      isReady: false,
      ready: Promise.withResolvers(),
      lastWords: '',
      ended: ended.promise,
      cancelTimeout() {},
    };
    const listen = (chunk: Buffer): void =>
      void (worker.lastWords = `${worker.lastWords}${chunk.toString()}`.slice(-LAST_WORDS));
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.on('message', (message: FromWorker) => hear(worker, message));
    child.once('error', (error) => {
      fail(`a worker process did not start: ${error.message}`);
      ended.resolve();
    });
    child.once('close', (code, signal) => {
      worker.cancelTimeout();
      const during = worker.job ? ` while it lived ${worker.job.name}` : '';
      fail(`a worker process ended with ${signal ?? `exit code ${code}`}${during}\n${worker.lastWords}`.trim());
      ended.resolve();
    });
    child.send({ type: 'begin', server: cluster.server, name: `run_${index}`, processor } satisfies ToWorker);
    return worker;
  }

  const workers: Worker[] = [];
  for (let index = 0; index < size; index += 1) workers.push(start(index));
  void cluster.exited.then(() => fail('the database server of the run ended'));

  const ready = Promise.all(workers.map((worker) => worker.ready.promise)).then(() => {});
  // Callers that don't await `ready` get the same error from `live`.
  ready.catch(() => {});

  return {
    ready,
    live: (plan, { name = `seed ${plan.seed}`, print } = {}) =>
      new Promise((resolve, reject) => {
        if (failure) return void reject(failure);
        queue.push({ plan, name, print: print ?? null, resolve, reject });
        for (const worker of workers) give(worker);
      }),
    memory: () => ({ ...memory }),
    async stop() {
      fail('the run was ended');
      isStopping = true;
      for (const { child } of workers) child.kill('SIGKILL');
      await Promise.all(workers.map(({ ended }) => ended));
    },
  };
}
