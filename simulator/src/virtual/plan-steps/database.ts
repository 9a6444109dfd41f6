import type { World } from '../world.ts';
import { planStep, type PlanStep } from './plan-step.ts';

/** A database that is away, that loses connections, that is slow. */

/** As pg and Postgres say it. */
const ERRORS = {
  refused: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  terminated: () => new Error('Connection terminated unexpectedly'),
  shut_down: () => Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  starting: () => Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  too_many: () => Object.assign(new Error('sorry, too many clients already'), { code: '53300' }),
} as const;
const BROKEN = ['terminated', 'shut_down'] as const;

const nodesOf = (world: World, node: number | null) => (node === null ? world.nodes : [world.nodes[node]!]);

const databaseAway = planStep({
  name: 'database_away',
  kind: 'fault',
  weight: 4,
  ways: ['of_all', 'of_one'],
  draw: (draws, { nodes }) => ({
    node: draws.chance(0.4) ? null : draws.int(0, nodes - 1),
    error: draws.pick(['refused', 'terminated', 'shut_down', 'starting', 'too_many'] as const),
    forMs: draws.int(1_000, 20_000),
  }),
  run(world, { node, error, forMs }) {
    world.disturb(forMs);
    for (const each of nodesOf(world, node)) {
      each.refuseDatabase(ERRORS[error]);
      world.timeline.after(forMs, `node ${each.index} has its database again`, () => each.refuseDatabase(null));
    }
    return node === null ? 'of_all' : 'of_one';
  },
});

/** One connection, at any statement: a commit as well, of which nobody then knows whether it was done. */
const databaseConnectionLost = planStep({
  name: 'database_connection_lost',
  kind: 'fault',
  weight: 5,
  ways: ['before', 'after'],
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    statement: draws.int(1, 40),
    when: draws.pick(['before', 'after'] as const),
    error: draws.pick(BROKEN),
  }),
  run(world, { node: index, statement, when, error }) {
    const node = world.nodes[index]!;
    if (!node.isUp) return false;
    return new Promise((resolve) => {
      node.breakConnectionAt(statement, when, ERRORS[error], () => resolve(when));
    });
  },
});

/** When a certain thing has been written, and who wrote it does not hear so. */
const databaseAnswerLostOver = planStep({
  name: 'database_answer_lost_over',
  kind: 'fault',
  // Of plans that are written by hand: it would move what every seed draws.
  weight: 0,
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    /** A part of the statement. */
    text: 'attempts = attempts + 1',
    error: draws.pick(BROKEN),
  }),
  run(world, { node: index, text, error }) {
    const node = world.nodes[index]!;
    if (!node.isUp) return false;
    return new Promise((resolve) => {
      node.breakConnectionAt(1, 'after', ERRORS[error], () => resolve(true), text);
    });
  },
});

const databaseSlow = planStep({
  name: 'database_slow',
  kind: 'fault',
  weight: 3,
  draw: (draws) => ({ mostMs: draws.pick([50, 200, 600]), forMs: draws.int(2_000, 45_000) }),
  run(world, { mostMs, forMs }, draws) {
    world.disturb(forMs);
    world.gate.setLatency(() => 1 + mostMs * draws.float() ** 2);
    world.timeline.after(forMs, 'the database is quick again', () => world.gate.setLatency(null));
    return true;
  },
});

/** One statement, in a service that is otherwise quick: checkers allow it nothing. */
const statementLate = planStep({
  name: 'statement_late',
  kind: 'fault',
  // Of plans that are written by hand: seeds meet it by themselves, as one statement of a hundred takes up to 220 ms.
  weight: 0,
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    /** A part of the statement. */
    text: 'next_change_at',
    byMs: draws.int(100, 7_000),
  }),
  run(world, { node: index, text, byMs }) {
    const node = world.nodes[index]!;
    if (!node.isUp) return false;
    return new Promise((resolve) => {
      node.delayStatement({ text, byMs, met: () => resolve(true) });
    });
  },
});

export const DATABASE: readonly PlanStep[] = [
  databaseAway,
  databaseConnectionLost,
  databaseAnswerLostOver,
  databaseSlow,
  statementLate,
];
