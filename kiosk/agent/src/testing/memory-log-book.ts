import type { LogBook } from '../ports.ts';

/** A log book that survives its agent; as text, so that it shares no objects with it. */
export function createMemoryLogBook(): LogBook & { readonly disk: string[] } {
  const disk: string[] = [];
  return {
    disk,
    read: () => Promise.resolve(disk.map((line) => JSON.parse(line) as unknown)),
    append: (line) => void disk.push(JSON.stringify(line)),
    clear() {
      disk.length = 0;
      return Promise.resolve();
    },
  };
}
