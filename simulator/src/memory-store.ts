import type { Store } from '@sign-display/kiosk-agent/ports';

/** A kiosk's disk: one document, kept as text, so that nothing is shared with who wrote it. Outlives the agents that use it. */
export interface MemoryStore extends Store {
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
