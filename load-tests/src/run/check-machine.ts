import { optionsOf } from '../plan/options.ts';
import type { Plan } from '../plan/plan.ts';

/** What a run takes of the machine, beside what it has. Pure. */

/** Besides connections: logs, the database's, Node's own. */
const OTHER_FILES = 200;
/** A race has two signs, and asks over HTTP. */
const FILES_OF_AN_ITERATION = 3;

export interface Machine {
  /** That a process may have open; null: nobody knows, as on macOS. */
  openFiles: number | null;
  /** From which connections of one address to another begin; null as above. */
  ports: number | null;
}

/** How many connections a run has at once, at most. In a storm all signs come back while the other end still closes. */
function connectionsOf(plan: Plan): number {
  const signs = plan.claimedSigns * (plan.stormsMs.length > 0 ? 2 : 1);
  const arriving = Object.values(optionsOf(plan).scenarios).reduce(
    (sum, role) => sum + ('maxVUs' in role ? role.maxVUs * FILES_OF_AN_ITERATION : 0),
    0,
  );
  return signs + plan.subscribers + plan.commanders + arriving;
}

/** `/proc/self/limits` and `net.ipv4.ip_local_port_range`, as Linux writes them. */
export function readMachine(limits: string | null, portRange: string | null): Machine {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limits ?? '') ?? [];
  const [, first, last] = /^(\d+)\s+(\d+)/.exec(portRange ?? '') ?? [];
  return {
    openFiles: soft === undefined ? null : soft === 'unlimited' ? Infinity : Number(soft),
    ports: first === undefined ? null : Number(last) - Number(first) + 1,
  };
}

/** Why the run can't come to its size here, with what helps; null: it can, or nobody knows. */
export function lacks(plan: Plan, { openFiles, ports }: Machine): string | null {
  const connections = connectionsOf(plan);
  const files = connections + OTHER_FILES;
  if (openFiles !== null && openFiles < files)
    return `This run needs ${files} open files in a process, but this machine allows ${openFiles}. Raise the limit (\`ulimit -n ${files}\`; raise the hard limit as root, with LimitNOFILE, or with --ulimit nofile=${files} for a container), or choose fewer --kiosks or a lower --rate.`;
  if (ports !== null && ports < connections)
    return `This run needs ${connections} connections between two addresses, but this machine has ports for ${ports}. Widen the port range as root (\`sysctl -w net.ipv4.ip_local_port_range="1024 65535"\`), or choose fewer --kiosks or a lower --rate.`;
  return null;
}
