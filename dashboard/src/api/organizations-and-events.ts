import type { Client } from '@sign-display/client/client';
import type { Event } from '@sign-display/contracts/rest/events';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { createSignal } from 'solid-js';
import { openOrganizations } from './second-factor-access.ts';
import { asked, type Session, type Trouble } from './session.ts';

export type Membership = MeResponse['organizations'][number];

/** The events of an organization, or why they are not known. */
export type EventsAnswer = { ok: true; events: Event[] } | { ok: false; trouble: Trouble };

/** The organizations of who is signed in, and their events: for the switcher and whoever needs an event's name or zone. */
export interface Places {
  organizations(): Membership[];
  /** Undefined while they are asked for, and before. */
  eventsOf(organizationId: string): EventsAnswer | undefined;
  /** Of all that are known. */
  event(eventId: string): Event | undefined;
  /** Asks for the events of every organization that this session opens, again. */
  load(): Promise<void>;
  /** Takes an event as it is now, of an answer. */
  put(event: Event): void;
  /** Takes an event away that is deleted. */
  drop(event: Event): void;
}

export function createPlaces(client: Client, session: Session): Places {
  // With whose they are: after another person signed in they are nobody's.
  const [known, setKnown] = createSignal({ userId: '', answers: new Map<string, EventsAnswer>() });
  const me = (): MeResponse | undefined => {
    const state = session.state();
    return state.is === 'signed-in' ? state.me : undefined;
  };
  const answers = (): Map<string, EventsAnswer> => (known().userId === me()?.user.id ? known().answers : new Map());
  const take = (userId: string, organizationId: string, answer: EventsAnswer): void => {
    setKnown((last) => ({
      userId,
      answers: new Map(last.userId === userId ? last.answers : []).set(organizationId, answer),
    }));
  };
  const byName = new Intl.Collator(undefined, { numeric: true });
  const sorted = (events: Event[]): Event[] => events.toSorted((a, b) => byName.compare(a.name, b.name));

  /** Of the organization of `event`; `events` makes them of its others. */
  function change(event: Event, events: (others: Event[]) => Event[]): void {
    const userId = me()?.user.id;
    const last = answers().get(event.organizationId);
    if (userId === undefined || !last?.ok) return;
    const others = last.events.filter(({ id }) => id !== event.id);
    take(userId, event.organizationId, { ok: true, events: events(others) });
  }

  return {
    organizations: () => me()?.organizations ?? [],
    eventsOf: (organizationId) => answers().get(organizationId),
    event(eventId) {
      for (const answer of answers().values()) {
        const found = answer.ok ? answer.events.find(({ id }) => id === eventId) : undefined;
        if (found) return found;
      }
      return undefined;
    },
    async load() {
      const person = me();
      if (person === undefined) return;
      const userId = person.user.id;
      await Promise.all(
        openOrganizations(person).map(async ({ id }) => {
          const answer = await asked(client.list('GET /api/organizations/:id/events', { params: { id } }));
          if (answer.ok) take(userId, id, { ok: true, events: sorted(answer.items) });
          else if (!answers().get(id)?.ok) take(userId, id, { ok: false, trouble: answer.body });
        }),
      );
    },
    put: (event) => change(event, (others) => sorted([...others, event])),
    drop: (event) => change(event, (others) => others),
  };
}
