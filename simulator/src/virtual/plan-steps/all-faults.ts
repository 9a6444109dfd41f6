import { CLONES } from './clones.ts';
import { CONNECTIONS } from './connections.ts';
import { DATABASE } from './database.ts';
import { HANDSHAKES } from './message-faults.ts';
import type { PlanStep } from './plan-step.ts';
import { IMPOSTERS } from './impostors.ts';
import { MACHINES } from './clock-and-disk-faults.ts';
import { NODES } from './nodes.ts';
import { PAGE_FAULTS } from './pages.ts';
import { SQUATTERS } from './releases.ts';
import { POWER } from './power.ts';

/** What goes wrong. */
export const FAULTS: readonly PlanStep[] = [
  ...CONNECTIONS,
  ...HANDSHAKES,
  ...POWER,
  ...MACHINES,
  ...CLONES,
  ...IMPOSTERS,
  ...PAGE_FAULTS,
  ...SQUATTERS,
  ...NODES,
  ...DATABASE,
];
