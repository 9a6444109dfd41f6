import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@sign-display/contracts/ports';
import { holdableProcessors, onProcessor } from './processors.ts';
import type { Cluster } from '../virtual/database/cluster.ts';
import type { Plan } from '../virtual/plan.ts';
import type { Life } from '../virtual/run-life.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** What stops a run without saying anything about promises. `message`: for a person. */
export class InfrastructureError extends Error {
  override name = 'InfrastructureError';
}

/** Some processes that live plans on one cluster, each one at a time. */
export interface Crew {
  /** Resolves when all are there and have a database ready; rejects as `live` does. */
  ready: Promise<void>;
  /**
   * Lives `plan` as soon as somebody is free; those that were asked first come first. Rejects with an `InfrastructureError` where a worker or the
   * database went, which names the life `name` in its words. `print` hears every event.
   */
  live(plan: Plan, how?: { name?: string; print?: ((line: string) => void) | undefined }): Promise<Life>;
  /** Of a worker after its first plan, and the most that any has had, in bytes: a leak is the difference. */
  memory(): { first: number; most: number };
  /** Ends all of them, whatever they do; resolves when they are gone. */
  stop(): Promise<void>;
}

interface CrewOptions {
  cluster: Pick<Cluster, 'server' | 'exited'>;
  size: number;
  clock: Clock;
  /** A module that calls `serveLives`. */
  worker?: string;
  /** In place of this process's own. */
  environment?: Record<string, string>;
}

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
/** A life that has no end by then, of the machine's own time, runs in circles: much slower than the slowest machine, for a seed of the usual size. */
const LIFE_WITHIN_MS = 600_000;
const USUAL_MS = 6 * 3_600_000;
const withinMs = ({ endMs, kiosks }: Plan): number => LIFE_WITHIN_MS * Math.max(1, (endMs * kiosks) / USUAL_MS);
const LAST_WORDS = 2_000;
/**
 * What a step makes is of no use after it: with room for it hardly any is taken for something that lasts. Nor is what lasts marked by a thread of
 * its own, which another life could have the processor of.
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
  // A worker and the database's processes that serve it take turns: on one processor they wake each other cheaper. Who leaves processors free may have
  // neighbours that would choose the same.
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
      // A group of its own: Ctrl-C in the terminal reaches the parent alone, which ends them.
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
  // Who does not wait for it hears of it by `live`.
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
