import type { LogBook, Outbox, Store } from '@sign-display/kiosk-agent/ports';

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
  /** As text, so that they share no objects with the agent that wrote them. */
  const batches = new Map<string, string[]>();
  return {
    read: () =>
      Promise.resolve(
        Array.from(batches, ([id, texts]) => ({ id, records: texts.map((text) => JSON.parse(text) as unknown) })),
      ),
    append(id, records) {
      batches.set(id, [...(batches.get(id) ?? []), ...records.map((record) => JSON.stringify(record))]);
      return Promise.resolve();
    },
    remove(id) {
      batches.delete(id);
      return Promise.resolve();
    },
  };
}

/** The log lines that outlive a restart. The oldest give way in steps. */
export function createMemoryLogBook(): LogBook {
  let lines: string[] = [];
  return {
    read: () => Promise.resolve(lines.map((line) => JSON.parse(line) as unknown)),
    append(line) {
      lines.push(JSON.stringify(line));
      if (lines.length > LOG_LINES_MOST) lines = lines.slice(-LOG_LINES_MOST / 2);
    },
    clear() {
      lines = [];
      return Promise.resolve();
    },
  };
}

/** Of each kiosk of a fleet that runs for days. */
const LOG_LINES_MOST = 200;
