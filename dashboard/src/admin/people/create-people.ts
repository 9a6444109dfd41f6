import type { Member } from '@sign-display/contracts/rest/organizations';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Role } from '@sign-display/contracts/roles';
import { createEffect, createMemo, on, type Accessor } from 'solid-js';
import { createStore, reconcile } from 'solid-js/store';
import { useAdminTools } from '../../admin-context.ts';
import type { Membership } from '../../api/organizations-and-events.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { createRepeatedRead, useEvery } from '../../event/repeated-read.ts';
import { countByRole } from './people-list.ts';

/** A mail is sent, or fails, within seconds. */
const SENDING_MS = 2_000;
/** Otherwise the list is read again this often, while it is one page of the route. */
const USUAL_MS = 30_000;
const ONE_PAGE = 200;

/** The people of one organization, as every part of the page sees them. */
export interface People {
  me: Accessor<MeResponse>;
  organization: Accessor<Membership>;
  /** Undefined until they are read. */
  all: Accessor<readonly Member[] | undefined>;
  trouble: Accessor<{ why: Trouble } | undefined>;
  counts: Accessor<Record<Role, number>>;
  /** Takes a member or invitation as it is now, of an answer. */
  put(person: Member): void;
  drop(userId: string): void;
  read(): void;
}

export function createPeople(me: Accessor<MeResponse>, organization: Accessor<Membership>): People {
  const { client } = useAdminTools();
  const params = { id: organization().id };
  const [state, setState] = createStore<{ people: Member[] }>({ people: [] });
  const reading = createRepeatedRead(SENDING_MS, async () => {
    const answer = await asked(client.list('GET /api/organizations/:id/members', { params }));
    return answer.ok ? { ok: true, body: answer.items } : answer;
  });
  // Rows stay the same objects, so that a row keeps its focus and its open menu.
  createEffect(
    on(reading.value, (people) => people && setState('people', reconcile([...people], { key: 'userId' })), {
      defer: true,
    }),
  );
  let waitedMs = 0;
  useEvery(SENDING_MS, () => {
    waitedMs += SENDING_MS;
    const isSending = state.people.some(({ invitationMail }) => invitationMail === 'sending');
    if (!isSending && (waitedMs < USUAL_MS || state.people.length > ONE_PAGE)) return;
    waitedMs = 0;
    reading.want();
  });
  return {
    me,
    organization,
    all: () => (state.people.length > 0 ? state.people : undefined),
    trouble: reading.trouble,
    counts: createMemo(() => countByRole(state.people)),
    put(person) {
      setState('people', (people) =>
        people.some(({ userId }) => userId === person.userId)
          ? people.map((one) => (one.userId === person.userId ? person : one))
          : [...people, person],
      );
      reading.read();
    },
    drop(userId) {
      setState('people', (people) => people.filter((one) => one.userId !== userId));
      reading.read();
    },
    read: reading.read,
  };
}
