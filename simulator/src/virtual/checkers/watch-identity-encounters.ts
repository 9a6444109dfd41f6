import type { Admission } from '../network/kiosk-connection.ts';
import type { World } from '../world.ts';

/** A machine that a node has let in. */
interface Holder extends Admission {
  admittedMs: number;
}

/** Where a machine stood when another one asked for its identity, at the moment when that was decided. */
export interface Encounter {
  admission: Admission;
  decidedMs: number;
  /** Whoever was let in last before; null: nobody ever. */
  holder: Holder | null;
  /** Both ends of the holder's connection took it for open, and its node was the one that had let it in. */
  isHeld: boolean;
  /** What was heard of other boots under the identity, latest last: arrivals at nodes, and machines let in. */
  others: readonly Sign[];
}

interface Sign {
  atMs: number;
  bootId: string;
}

/** Longer than any look back of a promise. */
const KEPT_MS = 60_000;

/** Calls `hear` with each decision of a node about a machine, while the connections are as they were before it. */
export function watchMachines(world: World, hear: (encounter: Encounter) => void): void {
  const { network, nodes, timeline } = world;
  const holders = new Map<string, Holder>();
  /** By signId. */
  const heard = new Map<string, Sign[]>();

  function note(signId: string, bootId: string): void {
    const atMs = timeline.nowMs();
    const signs = heard.get(signId) ?? [];
    heard.set(signId, signs);
    signs.push({ atMs, bootId });
    while (signs[0]!.atMs < atMs - KEPT_MS) signs.shift();
  }
  // An older boot of the machine may have one that fell silent, and that both ends still take for open.
  const isHeld = ({ kiosk, bootId, node, admittedMs }: Holder): boolean =>
    nodes[node]!.isUp &&
    nodes[node]!.startedMs < admittedMs &&
    network.linesOf(kiosk).some((line) => line.bootId === bootId && line.isOpen());

  network.onArrival(({ signId, bootId, to }) => {
    if (to === 'node') note(signId, bootId);
  });
  network.onAdmission((admission) => {
    const { signId, bootId, refusal } = admission;
    const holder = holders.get(signId) ?? null;
    hear({
      admission,
      decidedMs: timeline.nowMs(),
      holder,
      isHeld: holder !== null && isHeld(holder),
      others: (heard.get(signId) ?? []).filter((each) => each.bootId !== bootId),
    });
    if (refusal !== null) return;
    note(signId, bootId);
    holders.set(signId, { ...admission, admittedMs: timeline.nowMs() });
  });
}
