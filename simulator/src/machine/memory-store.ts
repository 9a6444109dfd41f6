import type { Outbox, Store } from '@sign-display/kiosk-agent/ports';

/** A kiosk's disk: one document, kept as text so that it shares no objects with the agent that wrote it. It outlives the agents. */
interface MemoryStore extends Store {
  /** What is on the disk now; null where nothing was ever stored. */
  document(): unknown;
}

export function createMemoryStore(): MemoryStore {
  let text: string | null = null;
  const document = (): unknown => (text === null ? null : JSON.parse(text));
  return {
    document,
    read: () => Promise.resolve({ document: document(), damaged: false }),
    write(next) {
      text = JSON.stringify(next);
      return Promise.resolve();
    },
  };
}

/** The outbox of a kiosk's analytics batches. It outlives the agents. */
export function createMemoryOutbox(): Outbox {
  const texts = new Map<string, string>();
  return {
    read: () => Promise.resolve([...texts].map(([id, text]) => ({ id, document: JSON.parse(text) as unknown }))),
    put(id, document) {
      texts.set(id, JSON.stringify(document));
      return Promise.resolve();
    },
    remove(id) {
      texts.delete(id);
      return Promise.resolve();
    },
  };
}
