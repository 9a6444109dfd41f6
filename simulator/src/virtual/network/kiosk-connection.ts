import type { KioskSocket, KioskTransportHandlers } from '@sign-display/backend/simulation-exports';
import type { KioskEvent, KioskHandshake, KioskMessage, KioskReply } from '@sign-display/contracts/kiosk-events';
import type { Clock, Connection, ConnectionHandlers } from '@sign-display/kiosk-agent/ports';
import type { Timeline } from '../timeline.ts';
import type { Trace } from '../trace.ts';
import { copyOverWire } from './wire-copy.ts';

/** One connection of a kiosk to a node, with a latency each way; messages of one direction keep their order, as over TCP. */
export interface Line {
  readonly kiosk: number;
  readonly bootId: string;
  /** Both ends take it for open. */
  isOpen(): boolean;
  /** It breaks: both ends hear of it, each after a latency. What is on its way is lost. */
  cut(): void;
  /**
   * Nothing passes any more, and nobody is told: a cable that is out, a machine without power. Each end gives up when it has heard nothing for
   * as long as Engine.IO waits.
   */
  silence(): void;
  /** The node closes it in good order: what it said before arrives first. */
  hangUp(): void;
  readonly connection: Connection;
}

/** A message at the moment it arrives at its end, which takes it. */
export interface Arrival {
  kiosk: number;
  /** As whom it has connected, and which of its boots. */
  signId: string;
  bootId: string;
  node: number;
  to: 'node' | 'kiosk';
  event: string;
  /** Not to be changed. */
  payload: unknown;
}

/** What a node has decided about a machine that asked to be let in, before that machine hears of it. */
export interface Admission {
  kiosk: number;
  signId: string;
  bootId: string;
  node: number;
  /** When the node was asked. */
  askedMs: number;
  /** Why not; null: it is in. */
  refusal: string | null;
}

/** Where a message is when its line breaks. */
export type Break = 'before' | 'middle' | 'after';

/** What a line ends at, while that node lives. */
export interface NodeEnd {
  index: number;
  handlers: KioskTransportHandlers<unknown>;
  isAlive(): boolean;
}

/** Engine.IO 6: a ping every 25 s, and 20 s for the answer. */
const GIVES_UP_AFTER_MS = 45_000;
/** A TCP connection to where nothing answers. */
const CONNECT_GIVES_UP_MS = 20_000;

export function openLine(deps: {
  timeline: Timeline;
  trace: Trace;
  clock: Clock;
  kiosk: number;
  address: string;
  node: NodeEnd | null;
  /** Virtual milliseconds that a message takes; Infinity: it never arrives, nor does anything after it. */
  latency: () => number;
  /** Asked of each message (`connect`, `open`, `refused`, `reply to …` and `close` are some too): whether the line breaks over it. */
  breaksAt(event: string): Break | null;
  handshake: KioskHandshake;
  handlers: ConnectionHandlers;
  arrived(arrival: Arrival): void;
  admitted(admission: Admission): void;
}): Line {
  const { timeline, trace, clock, kiosk, address, node, latency, breaksAt, handshake, handlers } = deps;
  const name = `kiosk ${kiosk}`;
  const { signId, bootId } = handshake;
  /** What each end believes. */
  let kioskEnd: 'connecting' | 'open' | 'over' = 'connecting';
  let nodeEnd: 'none' | 'open' | 'over' = 'none';
  let isSilent = false;
  let isCut = false;
  const lastAt = { toNode: 0, toKiosk: 0 };
  const waiting = new Set<() => void>();

  /** Delivers `task` at the other end after those before it. */
  function pass(way: 'toNode' | 'toKiosk', event: string, task: () => void): void {
    if (isSilent || isCut) return;
    const nowMs = timeline.nowMs();
    const breaks = breaksAt(event);
    if (breaks === 'before') return cut();
    const atMs = Math.max(nowMs + latency(), lastAt[way]);
    if (atMs === Infinity) return silence();
    lastAt[way] = atMs;
    if (breaks === 'middle') timeline.at((nowMs + atMs) / 2, `${name} breaks`, cut);
    timeline.at(atMs, `${name} ${way === 'toNode' ? '>' : '<'} ${event}`, () => {
      if (isSilent || isCut || (way === 'toNode' && !node?.isAlive())) return;
      task();
      if (breaks === 'after') cut();
    });
  }

  function endKiosk(reason: string): void {
    if (kioskEnd === 'over') return;
    const was = kioskEnd;
    kioskEnd = 'over';
    for (const giveUp of Array.from(waiting)) giveUp();
    if (was === 'open') handlers.onLost(reason);
    else handlers.onRefused(null, reason);
  }

  function endNode(reason: string): void {
    if (nodeEnd !== 'open') return;
    nodeEnd = 'over';
    if (node!.isAlive()) node!.handlers.closed(socket, reason);
  }

  function silence(): void {
    if (isSilent || isCut) return;
    isSilent = true;
    timeline.after(GIVES_UP_AFTER_MS, `${name} ping timeout`, () => {
      endKiosk('ping timeout');
      endNode('ping timeout');
    });
  }

  function cut(): void {
    if (isCut) return;
    isCut = true;
    const delayMs = (): number => Math.min(latency(), CONNECT_GIVES_UP_MS);
    timeline.after(delayMs(), `${name} cut`, () => endKiosk('transport close'));
    timeline.after(delayMs(), `${name} cut at node`, () => endNode('transport close'));
  }

  const socket: KioskSocket = {
    remoteAddress: address,
    send(event, payload) {
      if (nodeEnd !== 'open') return;
      const { value } = copyOverWire(payload);
      pass('toKiosk', event, () => {
        if (kioskEnd !== 'open') return;
        if (event !== 'heartbeat:ack') trace.note(name, `< ${event} ${JSON.stringify(value)}`);
        deps.arrived({ kiosk, signId, bootId, node: node!.index, to: 'kiosk', event, payload: value });
        handlers.onMessage(event, value);
      });
    },
    // What is too large, the namespace says too.
    allowLarge: () => {},
    close() {
      if (nodeEnd !== 'open') return;
      nodeEnd = 'over';
      pass('toKiosk', 'close', () => endKiosk('io server disconnect'));
      node!.handlers.closed(socket, 'server namespace disconnect');
    },
  };

  function arrive(event: KioskEvent, payload: unknown, reply: ((answer: unknown) => void) | null): void {
    const { value, bytes } = copyOverWire(payload);
    pass('toNode', event, () => {
      if (nodeEnd !== 'open') return;
      if (event !== 'heartbeat') trace.note(name, `> ${event} ${JSON.stringify(value)}`);
      deps.arrived({ kiosk, signId, bootId, node: node!.index, to: 'node', event, payload: value });
      node!.handlers.message(socket, { event, payload: value, bytes, reply });
    });
  }

  function connect(): void {
    if (!node?.isAlive()) {
      timeline.after(latency(), `${name} refused`, () => endKiosk('connection refused'));
      return;
    }
    timeline.after(CONNECT_GIVES_UP_MS + GIVES_UP_AFTER_MS, `${name} connect timeout`, () => {
      if (kioskEnd === 'connecting') endKiosk('timeout');
    });
    const { value } = copyOverWire(handshake);
    pass('toNode', 'connect', () => {
      if (kioskEnd === 'over') return;
      const asked = { kiosk, signId, bootId, node: node.index, askedMs: timeline.nowMs() };
      void node.handlers.authorize(value, { address, proved: () => {} }).then((decision) => {
        // As Socket.IO: where the connection has ended meanwhile nobody hears of it; one that has fallen silent is open.
        if (!node.isAlive() || isCut) return;
        deps.admitted({ ...asked, refusal: 'refusal' in decision ? String(decision.refusal.code) : null });
        if ('refusal' in decision) {
          const {
            code,
            detail = code,
            ...more
          } = decision.refusal as { code: never; detail?: string; reset?: boolean };
          pass('toKiosk', 'refused', () => {
            if (kioskEnd !== 'connecting') return;
            kioskEnd = 'over';
            trace.note(name, `refused ${String(code)}`);
            handlers.onRefused(code, detail, more.reset === true);
          });
          return;
        }
        // One that has gone meanwhile is opened and closed, as by Socket.IO.
        nodeEnd = 'open';
        pass('toKiosk', 'open', () => {
          if (kioskEnd !== 'connecting') return;
          kioskEnd = 'open';
          trace.note(name, 'open');
          handlers.onOpen();
        });
        node.handlers.opened(socket, decision.identity);
        if (kioskEnd === 'over') endNode('transport close');
      });
    });
  }
  connect();

  return {
    kiosk,
    bootId,
    isOpen: () => kioskEnd === 'open' && nodeEnd === 'open',
    cut,
    silence,
    hangUp: socket.close,
    connection: {
      send(event, payload) {
        if (kioskEnd === 'open') arrive(event, payload, null);
      },
      request<Event extends KioskEvent>(event: Event, payload: KioskMessage<Event>, timeoutMs: number) {
        if (kioskEnd !== 'open') return Promise.resolve(null);
        return new Promise<KioskReply<Event> | null>((resolve) => {
          const settle = (reply: KioskReply<Event> | null): void => {
            cancel();
            waiting.delete(giveUp);
            resolve(reply);
          };
          const giveUp = (): void => settle(null);
          const cancel = clock.after(timeoutMs, giveUp);
          waiting.add(giveUp);
          arrive(event, payload, (answer) => {
            const { value } = copyOverWire(answer);
            pass('toKiosk', `reply to ${event}`, () => {
              if (kioskEnd !== 'open') return;
              trace.note(name, `< reply to ${event} ${JSON.stringify(value)}`);
              settle(value as KioskReply<Event>);
            });
          });
        });
      },
      close() {
        if (kioskEnd === 'over') return;
        kioskEnd = 'over';
        for (const giveUp of Array.from(waiting)) giveUp();
        pass('toNode', 'close', () => endNode('client namespace disconnect'));
      },
    },
  };
}
