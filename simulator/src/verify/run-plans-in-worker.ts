import type { Checker } from '../virtual/checkers/checker.ts';
import { cloneDatabase, type Cluster } from '../virtual/database/cluster.ts';
import { openSession, type Session } from '../virtual/database/session.ts';
import type { Plan } from '../virtual/plan.ts';
import { runPlan } from '../virtual/run-plan.ts';
import type { WorldOptions } from '../virtual/world.ts';
import { plainOf, type FromWorker, type ToWorker } from './worker-messages.ts';
import { holdOn } from './cpu-pinning.ts';

/** The database of one run, with its sessions. */
interface Prepared {
  sessions: WorldOptions['sessions'];
  drop(): Promise<void>;
}

const LINES_AT_ONCE = 200;

async function prepare(server: Cluster['server'], name: string, processor: number | null): Promise<Prepared> {
  const { config, drop } = await cloneDatabase(server, name);
  const [one, other, single, observer] = await Promise.all(Array.from({ length: 4 }, () => openSession(config)));
  await holdOn(
    processor,
    [one!, other!, single!, observer!].map(({ pid }) => pid),
  );
  return { sessions: { transactions: [one!, other!], single: single!, observer: observer! }, drop };
}

const all = ({ transactions, single, observer }: WorldOptions['sessions']): Session[] => [
  ...transactions,
  single,
  observer,
];

/**
 * Runs the plans that the parent sends, one at a time. Prepares the next plan's database meanwhile. Ends with the parent. `checkers`: by default
 * all checkers. `onReady` is called when its first database is ready.
 */
export function runInWorker({ checkers, onReady }: { checkers?: readonly Checker[]; onReady?(): void } = {}): void {
  // The parent is gone, so nobody wants results.
  process.on('disconnect', () => process.exit());
  const tell = (message: FromWorker): void => void process.send?.(message);
  let next: () => Promise<Prepared>;
  let ahead: Promise<Prepared>;

  async function live(plan: Plan, prints: boolean): Promise<void> {
    const prepared = await ahead;
    ahead = next();
    // The next run awaits it and gets the error.
    ahead.catch(() => {});
    let lines: string[] = [];
    const flush = (): void => {
      if (lines.length > 0) tell({ type: 'lines', lines });
      lines = [];
    };
    const print = (line: string): void => {
      if (lines.push(line) >= LINES_AT_ONCE) flush();
    };
    const { sessions } = prepared;
    const watched = { sessions, print: prints ? print : null, ...(checkers && { checkers }) };
    const life = await runPlan(plan, watched).finally(flush);
    if (all(sessions).some((session) => session.isLost()))
      throw new Error(`the database stopped while seed ${plan.seed} was running`);
    await prepared.drop();
    const { failure } = life;
    const told = failure && { ...failure, seen: plainOf(failure.seen), expected: plainOf(failure.expected) };
    tell({ type: 'lived', life: { ...life, failure: told }, memoryBytes: process.memoryUsage.rss() });
  }

  process.on('message', (message: ToWorker) => {
    const unable = (error: unknown): void =>
      tell({ type: 'unable', words: error instanceof Error ? error.message : String(error) });
    if (message.type === 'live') {
      live(message.plan, message.prints).catch(unable);
      return;
    }
    const { server, name, processor } = message;
    let count = 0;
    next = () => prepare(server, `${name}_${(count += 1) % 3}`, processor);
    ahead = next();
    ahead.then(() => {
      tell({ type: 'ready' });
      onReady?.();
    }, unable);
  });
}
