import type { Carrier } from '../cluster/node-messaging.ts';

/** Carries messages between nodes of one process: each arrives in a later turn, as a copy. */
export interface MemoryCarriers {
  readonly of: readonly Carrier[];
  /** `see` is called for each message that a node sends to the others. */
  watch(see: (room: string, message: unknown) => void): void;
  /** From now on every message is lost, as while the server between the nodes is away. */
  cut(): void;
  /** Messages are carried again, and the nodes are told that there was a gap; or, `unnoticed`, they are not. */
  mend(options?: { unnoticed?: boolean }): void;
}

export function createMemoryCarriers(count: number): MemoryCarriers {
  const hearing: (((room: string, message: unknown) => void) | undefined)[] = [];
  const gaps: (() => void)[] = [];
  let isCut = false;
  let see: (room: string, message: unknown) => void = () => {};

  const carrierOf = (self: number): Carrier => ({
    send(room, message) {
      if (isCut) return;
      const text = JSON.stringify(message);
      see(room, message);
      setImmediate(() => {
        // One that nobody has taken yet hears nothing.
        for (const [node, hear] of hearing.entries()) if (node !== self && !isCut) hear?.(room, JSON.parse(text));
      });
    },
    receive: (hear) => void (hearing[self] = hear),
    onGap: (hear) => void gaps.push(hear),
  });
  return {
    of: Array.from({ length: count }, (_, self) => carrierOf(self)),
    watch: (watcher) => void (see = watcher),
    cut: () => void (isCut = true),
    mend(options) {
      isCut = false;
      if (options?.unnoticed) return;
      for (const hear of gaps) hear();
    },
  };
}
