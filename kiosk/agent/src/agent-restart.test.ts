import { expect, test } from 'vitest';
import { createMemoryLogBook } from './testing/memory-log-book.ts';
import { createMemoryOutbox } from './testing/memory-outbox.ts';
import { createMemoryStore } from './testing/memory-store.ts';
import { checkRestarts, type SignMemory } from './testing/restart-promises.ts';

/** Writes take two turns of the event loop, so that a power cut can come in between. */
function newMemory(): Promise<SignMemory> {
  const [store, outbox, logs] = [createMemoryStore(), createMemoryOutbox(), createMemoryLogBook()];
  let life = { isOver: false };
  return Promise.resolve({
    start() {
      const own = { isOver: false };
      life = own;
      return {
        outbox,
        logs,
        store: {
          read: () => store.read(),
          async write(document) {
            for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
            // The process is gone.
            if (own.isOver) await new Promise(() => {});
            await store.write(document);
          },
        },
      };
    },
    cutPower: () => (life.isOver = true),
  });
}

test('K1, K2, K3: a sign survives power cuts, a full disk and an unreadable one with its identity, its claim and its page', async () => {
  await expect(checkRestarts(newMemory, { numRuns: 200 })).resolves.toBeUndefined();
});
