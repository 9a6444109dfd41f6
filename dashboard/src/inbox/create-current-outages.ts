import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { asked } from '../api/session.ts';
import { hasSameElements } from '../event/has-same-elements.ts';
import { useInboxTools } from '../inbox-context.ts';
import { endsToRead, hasCurrentStatus } from './current-status.ts';

/** Outages that end send no message to this page, so the open ones are read again. */
const AGAIN_MS = 10_000;
/** A storm's messages come together. */
const SOON_MS = 300;
/** Of a person with more events, the newest messages say how things stand now. */
const EVENTS_MOST = 8;

export interface CurrentOutages {
  /** The open outages of an event; undefined while they are not known. */
  openOf(eventId: string): ReadonlyMap<string, Outage> | undefined;
  /** Ended outages that were read one by one. */
  ended: Accessor<ReadonlyMap<string, Outage>>;
  /** Reads when the message's outages ended, if that is not known. Call it for messages in sight. */
  readEnds(message: Notification): void;
}

/** The outages that the messages are about, as they are now. */
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
    // Without an answer the page keeps what it knows until the next try.
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
    // A refused one stays unknown: the message says no time.
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
