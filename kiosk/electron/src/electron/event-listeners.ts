import type { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';

type Listeners = Record<string, (...values: never[]) => void>;

/** Listens to several events of a page at once. Returns what ends all of it; harmless once the page is gone. */
export function listen(contents: WebContents, listeners: Listeners): () => void {
  // Electron types each event by an overload of its own, which no list of names fits.
  const emitter: EventEmitter = contents;
  for (const [name, listener] of Object.entries(listeners)) emitter.on(name, listener as () => void);
  return () => {
    if (contents.isDestroyed()) return;
    for (const [name, listener] of Object.entries(listeners)) emitter.removeListener(name, listener as () => void);
  };
}
