import { isRoomMessage } from './check-node-message.ts';

/**
 * The one gateway between nodes. Whatever goes to a device, to an operator's waiting request or to dashboards is published to a room;
 * whoever listens to that room hears it, on whichever node. Rooms promise nothing: a message is heard at most once by each listener, late or
 * not at all. So what is carried to other nodes only ever says what to read again in the database; nothing is true because it was published.
 */
export interface Rooms {
  /** Told to every listener of `room` on this node at once, and carried to the other nodes. `message` is plain JSON. */
  publish(room: string, message: unknown): void;
  /** To listeners of this node alone. */
  publishHere(room: string, message: unknown): void;
  /** To the other nodes alone. */
  publishElsewhere(room: string, message: unknown): void;
  /** Listens until the returned function is called. */
  listen(room: string, hear: (message: unknown) => void): () => void;
  /** Tells when messages of other nodes may have been lost, and arrive again: who depends on them looks at the database anew. */
  onGap(hear: () => void): void;
}

/** What moves messages between the nodes: Redis in the service, memory in tests and in virtual time. */
export interface Carrier {
  /** To every other node. Never throws: a message that cannot be carried is lost. */
  send(room: string, message: unknown): void;
  /** Called once. `observe` is notified of what the carrier itself refuses, or throws over: that message is lost. */
  receive(hear: (room: string, message: unknown) => void, observe?: RoomsObserver): void;
  /** Called once; `hear` is told each time that messages of others are carried again after they were not. */
  onGap?(hear: () => void): void;
}

export interface RoomsObserver {
  /** A message was no node's, of another version, too old or seen before, and nobody heard it. */
  dropped(why: 'malformed' | 'forged' | 'stale' | 'replayed'): void;
  /** Handling one threw; the other listeners heard it. */
  caught(error: unknown): void;
}

/** The rooms of one node. Without a carrier it is the only one. */
export function createRooms(
  carrier: Carrier | null = null,
  observe: RoomsObserver = { dropped: () => {}, caught: () => {} },
): Rooms {
  const listeners = new Map<string, Set<(message: unknown) => void>>();

  const deliver = (room: string, message: unknown): void => {
    // A copy, because who hears may stop listening, or begin.
    for (const hear of Array.from(listeners.get(room) ?? [])) hear(message);
  };
  carrier?.receive((room, message) => {
    if (!isRoomMessage(room, message)) return observe.dropped('malformed');
    for (const hear of Array.from(listeners.get(room) ?? [])) {
      try {
        hear(message);
      } catch (error) {
        observe.caught(error);
      }
    }
  }, observe);
  const gapListeners: (() => void)[] = [];
  carrier?.onGap?.(() => {
    for (const hear of gapListeners) hear();
  });

  return {
    publish(room, message) {
      deliver(room, message);
      carrier?.send(room, message);
    },
    publishHere: deliver,
    publishElsewhere: (room, message) => carrier?.send(room, message),
    listen(room, hear) {
      const hearing = listeners.get(room) ?? new Set();
      listeners.set(room, hearing);
      // A wrapper of its own, so that the same function may listen twice.
      const own = (message: unknown): void => hear(message);
      hearing.add(own);
      return () => {
        hearing.delete(own);
        if (hearing.size === 0 && listeners.get(room) === hearing) listeners.delete(room);
      };
    },
    onGap: (hear) => void gapListeners.push(hear),
  };
}
