import { happening, type Happening } from './happening.ts';

/** What goes wrong. */

const nodeCrash = happening({
  name: 'node_crash',
  kind: 'fault',
  weight: 5,
  draw: (draws, { nodes }) => ({
    node: draws.int(0, nodes - 1),
    statement: draws.int(1, 30),
    when: draws.pick(['before', 'after'] as const),
    how: draws.pick(['reset', 'silent'] as const),
    backAfterMs: draws.int(500, 60_000),
  }),
  run(world, { node: index, statement, when, how, backAfterMs }) {
    const node = world.nodes[index]!;
    node.crashAtStatement(statement, when, how);
    world.timeline.after(backAfterMs, `node ${index} comes back`, node.start);
  },
});

const powerCut = happening({
  name: 'power_cut',
  kind: 'fault',
  weight: 5,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1), forMs: draws.int(100, 180_000) }),
  run(world, { kiosk, forMs }) {
    const sign = world.signs[kiosk]!;
    sign.powerOff();
    world.timeline.after(forMs, `kiosk ${kiosk} has power again`, sign.powerOn);
  },
});

const connectionCut = happening({
  name: 'connection_cut',
  kind: 'fault',
  weight: 5,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1) }),
  run: (world, { kiosk }) => world.signs[kiosk]!.cutConnection(),
});

export const FAULTS: readonly Happening[] = [nodeCrash, powerCut, connectionCut];
