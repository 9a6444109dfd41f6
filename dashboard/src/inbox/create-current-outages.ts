import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { asked } from '../api/session.ts';
import { hasSameElements } from '../event/has-same-elements.ts';
import { useInboxTools } from '../inbox-context.ts';
import { endsToRead, hasCurrentStatus } from './current-status.ts';
import { createEndedOutageReads } from './ended-outage-reads.ts';
import { createOpenOutageReads } from './open-outage-reads.ts';

/** The page shows how things stand now for so many events, those of the newest messages. */
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
  const { client, clock, page, personal, random } = useInboxTools();
  const [open, setOpen] = createSignal<ReadonlyMap<string, ReadonlyMap<string, Outage>>>(new Map());
  const [ended, setEnded] = createSignal<ReadonlyMap<string, Outage>>(new Map());
  const openReads = createOpenOutageReads({
    clock,
    isVisible: () => document.visibilityState === 'visible',
    read: (id) => asked(client.list('GET /api/events/:id/outages', { params: { id }, query: { state: 'open' } })),
    take(id, items) {
      const all = new Map(items.map((outage) => [outage.id, outage]));
      setOpen((known) => new Map(known).set(id, all));
    },
  });
  const endedReads = createEndedOutageReads({
    clock,
    chance: random.float,
    read: (id) => asked(client.call('GET /api/outages/:id', { params: { id } })),
    take: (outage) => setEnded((known) => new Map(known).set(outage.id, outage)),
  });
  const eventIds = createMemo(
    () => {
      const ids = messages().flatMap((one) => (one.event && hasCurrentStatus(one) ? [one.event.id] : []));
      return [...new Set(ids)].slice(0, EVENTS_MOST);
    },
    [],
    { equals: hasSameElements },
  );
  createEffect(on(eventIds, openReads.setEvents));
  onCleanup(
    personal.listen({
      connected: openReads.wantAll,
      notification: ({ event }) => event && openReads.wantSoon(event.id),
      read: () => undefined,
    }),
  );
  onCleanup(page.onWorthATry(openReads.wantAll));
  onCleanup(openReads.stop);
  onCleanup(endedReads.stop);
  return {
    openOf: (eventId) => open().get(eventId),
    ended,
    readEnds(message) {
      if (message.event) endedReads.want(endsToRead(message, open().get(message.event.id), ended()));
    },
  };
}
