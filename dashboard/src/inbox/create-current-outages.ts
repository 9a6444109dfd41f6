import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { asked } from '../api/session.ts';
import { hasSameElements } from '../event/has-same-elements.ts';
import { useInboxTools } from '../inbox-context.ts';
import { endsToRead, hasCurrentStatus } from './current-status.ts';

/** The page gets no message when an outage ends, so it reads the open outages again after this time. */
const AGAIN_MS = 10_000;
/** Waits this long after a message, because the messages of a storm come together. */
const SOON_MS = 300;
/** If the messages are about more events than this, only those of the newest messages show a present state. */
const EVENTS_MOST = 8;

export interface CurrentOutages {
  /** The open outages of an event; undefined until they are known. */
  openOf(eventId: string): ReadonlyMap<string, Outage> | undefined;
  /** Ended outages that were read one by one. */
  ended: Accessor<ReadonlyMap<string, Outage>>;
  /** Reads when the message's outages ended, if that is not known. Call this for messages in the viewport. */
  readEnds(message: Notification): void;
}

/** Reads the present state of the outages that the messages are about. */
export function createCurrentOutages(messages: Accessor<readonly Notification[]>): CurrentOutages {
  const { client, clock, page, personal } = useInboxTools();
  const [open, setOpen] = createSignal<ReadonlyMap<string, ReadonlyMap<string, Outage>>>(new Map());
  const [ended, setEnded] = createSignal<ReadonlyMap<string, Outage>>(new Map());
  const asking = new Set<string>();
  let isOver = false;
  let cancel = () => {};

  const eventIds = createMemo(
    () => {
      const ids = messages().flatMap((one) => (one.event && hasCurrentStatus(one) ? [one.event.id] : []));
      return [...new Set(ids)].slice(0, EVENTS_MOST);
    },
    [],
    { equals: hasSameElements },
  );
  async function readOpen(id: string): Promise<void> {
    const query = { state: 'open' as const };
    const answer = await asked(client.list('GET /api/events/:id/outages', { params: { id }, query }));
    // Without a response, the page keeps its known outages until the next read.
    if (!answer.ok || isOver) return;
    const all = new Map(answer.items.map((outage) => [outage.id, outage]));
    setOpen((known) => new Map(known).set(id, all));
  }
  let isReading = false;
  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    cancel();
    if (document.visibilityState === 'visible') await Promise.all(eventIds().map(readOpen));
    isReading = false;
    if (!isOver) wait(AGAIN_MS);
  }
  function wait(ms: number): void {
    cancel();
    cancel = clock.after(ms, () => void readAll());
  }
  createEffect(on(eventIds, () => void readAll()));
  const soon = (): void => {
    if (!isReading) wait(SOON_MS);
  };
  onCleanup(personal.listen({ connected: soon, notification: soon, read: () => undefined }));
  onCleanup(page.onWorthATry(soon));
  onCleanup(() => {
    isOver = true;
    cancel();
  });

  async function readEnd(id: string): Promise<void> {
    if (asking.has(id)) return;
    asking.add(id);
    const answer = await asked(client.call('GET /api/outages/:id', { params: { id } }));
    // If the read is refused, the end stays unknown and the message shows no time.
    if (!answer.ok) return;
    if (answer.body.until === null) asking.delete(id);
    else setEnded((known) => new Map(known).set(id, answer.body));
  }
  return {
    openOf: (eventId) => open().get(eventId),
    ended,
    readEnds(message) {
      if (message.event) for (const id of endsToRead(message, open().get(message.event.id), ended())) void readEnd(id);
    },
  };
}
