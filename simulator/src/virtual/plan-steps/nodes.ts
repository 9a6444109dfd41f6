import { planStep, type PlanStep } from './plan-step.ts';

/** Nodes that die, drain and come back, and their clocks. */

const HOW = ['reset', 'silent'] as const;

/** In the middle of whatever it does: everything that is not in the database is gone. */
const nodeCrash = planStep({
  name: 'node_crash',
  kind: 'fault',
  weight: 5,
  ways: ['before', 'after'],
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    statement: draws.int(1, 30),
    when: draws.pick(['before', 'after'] as const),
    how: draws.pick(HOW),
    backAfterMs: draws.int(500, 60_000),
  }),
  run(world, { node: index, statement, when, how, backAfterMs }) {
    const node = world.nodes[index]!;
    if (!node.isUp) return false;
    return new Promise((resolve) => {
      node.crashAtStatement(statement, when, how, () => {
        world.timeline.after(backAfterMs, `node ${index} comes back`, node.start);
        resolve(when);
      });
    });
  },
});

/** When a certain thing has been written, and nothing after it. */
const nodeDiesOver = planStep({
  name: 'node_dies_over',
  kind: 'fault',
  // Of plans that are written by hand: it would move what every seed draws.
  weight: 0,
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    /** A part of the statement. */
    text: "'deliver:'",
    backAfterMs: draws.int(500, 60_000),
  }),
  run(world, { node: index, text, backAfterMs }) {
    const node = world.nodes[index]!;
    if (!node.isUp) return false;
    return new Promise((resolve) => {
      const crashed = (): void => {
        world.timeline.after(backAfterMs, `node ${index} comes back`, node.start);
        resolve(true);
      };
      node.crashAtStatement(1, 'after', 'reset', crashed, text);
    });
  },
});

const nodeKilled = planStep({
  name: 'node_killed',
  kind: 'fault',
  weight: 2,
  ways: HOW,
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    how: draws.pick(HOW),
    backAfterMs: draws.int(500, 90_000),
  }),
  run(world, { node: index, how, backAfterMs }) {
    const node = world.nodes[index]!;
    if (!node.isUp) return false;
    node.crash(how);
    world.timeline.after(backAfterMs, `node ${index} comes back`, node.start);
    return how;
  },
});

const nodeDrained = planStep({
  name: 'node_drained',
  kind: 'fault',
  weight: 3,
  draw: (draws, { nodes }) => ({ node: draws.int(0, nodes - 1), backAfterMs: draws.int(1_000, 60_000) }),
  run(world, { node: index, backAfterMs }) {
    const node = world.nodes[index]!;
    if (!node.isUp) return false;
    node.stop();
    world.timeline.after(backAfterMs, `node ${index} comes back`, node.start);
    return true;
  },
});

/** No service at all for a while. */
const nodesDown = planStep({
  name: 'nodes_down',
  kind: 'fault',
  weight: 1,
  draw: (draws) => ({
    how: draws.pick(HOW),
    apartMs: draws.int(0, 5_000),
    forMs: draws.int(1_000, 60_000),
    backApartMs: draws.int(0, 20_000),
  }),
  run(world, { how, apartMs, forMs, backApartMs }) {
    for (const { index, crash, start } of world.nodes) {
      world.timeline.after(index * apartMs, `node ${index} dies with all`, () => {
        if (!world.isCalm) crash(how);
      });
      const backMs = (world.nodes.length - 1) * apartMs + forMs + index * backApartMs;
      world.timeline.after(backMs, `node ${index} comes back`, start);
    }
    return true;
  },
});

/** By what nodes may differ: time servers keep them together far better. */
const NODE_ERROR_MOST_MS = 300;

const nodeClock = planStep({
  name: 'node_clock',
  kind: 'fault',
  weight: 1.5,
  ways: ['ahead', 'behind'],
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    errorMs: draws.pick([-1, 1] as const) * draws.int(20, NODE_ERROR_MOST_MS),
    forMs: draws.int(1_000, 300_000),
  }),
  run(world, { node, errorMs, forMs }) {
    const { setClockError } = world.nodes[node]!;
    world.disturb(forMs);
    setClockError(errorMs);
    world.timeline.after(forMs, `node ${node}: its clock is set`, () => setClockError(0));
    return errorMs > 0 ? 'ahead' : 'behind';
  },
});

/**
 * Somebody sets a node's wall clock, by hours, and later sets it right. Nobody is excused by it: verdicts and leases ask no wall clock.
 * Deadlines in the database do (decision 16), so claims, commands and messages that meet it are late or early by as much.
 */
const nodeClockStep = planStep({
  name: 'node_clock_step',
  kind: 'fault',
  // Of plans that are written by hand, because of those deadlines.
  weight: 0,
  ways: ['ahead', 'behind'],
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    errorMs: draws.pick([-1, 1] as const) * draws.int(60_000, 7_200_000),
    forMs: draws.int(1_000, 300_000),
  }),
  run(world, { node, errorMs, forMs }) {
    const { setClockError } = world.nodes[node]!;
    setClockError(errorMs);
    world.timeline.after(forMs, `node ${node}: its clock is set right`, () => setClockError(0));
    return errorMs > 0 ? 'ahead' : 'behind';
  },
});

export const NODES: readonly PlanStep[] = [
  nodeCrash,
  nodeDiesOver,
  nodeKilled,
  nodeDrained,
  nodesDown,
  nodeClock,
  nodeClockStep,
];
