import type { Carrier, KioskTransport } from '@sign-display/backend/simulation-exports';
import type { Clock, Transport } from '@sign-display/kiosk-agent/ports';
import type { Draws } from '../../adapters/seeded-random.ts';
import type { Timeline } from '../timeline.ts';
import type { Trace } from '../trace.ts';
import { openLine, type Admission, type Arrival, type Break, type Line, type NodeEnd } from './kiosk-connection.ts';

/** What lies between kiosks and nodes, and between nodes: latency, order, loss. */
export interface Network {
  /** A kiosk's way out: to one of the nodes that live, whichever the load balancer picks. */
  transport(kiosk: number, clock: Clock): Transport;
  /** The lines that a kiosk has open or had. */
  linesOf(kiosk: number): readonly Line[];
  /** A node's end of the kiosks' channel, and its way to the other nodes. `gone`: the machine is dead. */
  attach(node: number): { transport: KioskTransport; carrier: Carrier; gone(how: 'reset' | 'silent'): void };
  /** Each message between kiosks and nodes that arrives, before whoever it is for has it. */
  onArrival(hear: (arrival: Arrival) => void): void;
  /** Each machine that is let in or turned away, before it hears of it. */
  onAdmission(hear: (admission: Admission) => void): void;
  /** How long messages of a kiosk take from now on; null: as at the beginning. */
  setLatency(kiosk: number, draw: (() => number) | null): void;
  /** The line of a kiosk breaks over its next message of that name; `struck` is told when. Null: it does not any more. */
  breakAt(kiosk: number, at: { event: string; when: Break; struck(): void } | null): void;
  /** While false messages between the nodes are lost. `unnoticed`: and when they are carried again nobody is told that there was a gap. */
  setCarrier(works: boolean, unnoticed?: boolean): void;
}

/** Of a network in a hall: some milliseconds, now and then a retransmission. */
const ordinaryLatency = (chance: Draws) => (): number =>
  chance.chance(0.02) ? 50 + 250 * chance.float() : 0.3 + 8 * chance.float() ** 3;

export function createNetwork(deps: {
  timeline: Timeline;
  trace: Trace;
  /** A stream of chance of its own for each name. */
  chance(...path: (string | number)[]): Draws;
}): Network {
  const { timeline, trace, chance } = deps;
  const nodes = new Map<number, NodeEnd & { lines: Set<Line>; carriers: Carriers }>();
  const lines = new Map<number, Line[]>();
  const latencies = new Map<number, () => number>();
  const breaks = new Map<number, { event: string; when: Break; struck(): void }>();
  const balancing = chance('balancer');
  const carrying = chance('carrier');
  let carrierWorks = true;

  interface Carriers {
    hear: ((room: string, message: unknown) => void) | null;
    gap: (() => void) | null;
  }

  const hearers: ((arrival: Arrival) => void)[] = [];
  const arrived = (arrival: Arrival): void => {
    for (const hear of hearers) hear(arrival);
  };

  const admissionHearers: ((admission: Admission) => void)[] = [];
  const admitted = (admission: Admission): void => {
    for (const hear of admissionHearers) hear(admission);
  };

  const living = () => [...nodes.entries()].filter(([, { isAlive }]) => isAlive()).toSorted(([a], [b]) => a - b);

  return {
    transport(kiosk, clock) {
      const own = ordinaryLatency(chance('latency', kiosk));
      const latency = (): number => (latencies.get(kiosk) ?? own)();
      return {
        connect(handshake, handlers) {
          const there = living();
          const node = there.length === 0 ? null : there[balancing.int(0, there.length - 1)]![1];
          const line = openLine({
            timeline,
            trace,
            clock,
            kiosk,
            address: `10.0.0.${kiosk + 1}`,
            node,
            latency,
            breaksAt(event) {
              const at = breaks.get(kiosk);
              if (at?.event !== event) return null;
              breaks.delete(kiosk);
              at.struck();
              return at.when;
            },
            handshake,
            handlers,
            arrived,
            admitted,
          });
          node?.lines.add(line);
          const known = lines.get(kiosk) ?? [];
          lines.set(kiosk, [...known.slice(-4), line]);
          return line.connection;
        },
      };
    },
    onArrival: (hear) => void hearers.push(hear),
    onAdmission: (hear) => void admissionHearers.push(hear),
    linesOf: (kiosk) => lines.get(kiosk) ?? [],
    attach(index) {
      let isAlive = true;
      const carriers: Carriers = { hear: null, gap: null };
      const ownLines = new Set<Line>();
      return {
        transport: {
          serve(handlers) {
            nodes.set(index, {
              index,
              handlers: handlers as never,
              isAlive: () => isAlive,
              lines: ownLines,
              carriers,
            });
          },
          async close() {
            // As Socket.IO: what was said before arrives, and then each end knows.
            if (nodes.get(index)?.lines === ownLines) nodes.delete(index);
            for (const line of ownLines) line.hangUp();
          },
        },
        carrier: {
          send(room, message) {
            if (!carrierWorks || !isAlive) return;
            const text = JSON.stringify(message);
            for (const [other, { carriers: theirs, isAlive: lives }] of living()) {
              if (other === index) continue;
              timeline.after(0.2 + 3 * carrying.float(), `carried to node ${other}`, () => {
                if (lives() && carrierWorks) theirs.hear?.(room, JSON.parse(text));
              });
            }
          },
          receive: (hear) => void (carriers.hear = hear),
          onGap: (hear) => void (carriers.gap = hear),
        },
        gone(how) {
          isAlive = false;
          if (nodes.get(index)?.lines === ownLines) nodes.delete(index);
          for (const line of ownLines) {
            if (how === 'reset') line.cut();
            else line.silence();
          }
        },
      };
    },
    setLatency(kiosk, draw) {
      if (draw) latencies.set(kiosk, draw);
      else latencies.delete(kiosk);
    },
    breakAt(kiosk, at) {
      if (at) breaks.set(kiosk, at);
      else breaks.delete(kiosk);
    },
    setCarrier(works, unnoticed = false) {
      const returns = works && !carrierWorks;
      carrierWorks = works;
      if (returns && !unnoticed) for (const [, { carriers }] of living()) carriers.gap?.();
    },
  };
}
