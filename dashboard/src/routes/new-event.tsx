import { pathOf } from '@sign-display/contracts/page-paths';
import type { CreateEventRequest } from '@sign-display/contracts/rest/events';
import { useNavigate, useParams, useSearchParams } from '@solidjs/router';
import { asked } from '../api/session.ts';
import { afterSignIn } from '../features/return-url.ts';
import { EventForm } from '../features/event-form/event-form.tsx';
import { Page } from '../features/page-layout.tsx';
import { mayMakeEvents } from '../features/shell/permissions.ts';
import { Shell } from '../features/shell/shell.tsx';
import { useTools } from '../app-context.ts';

/** Makes an event of an organization, and goes to it, or back to where it was needed. */
export default function NewEvent() {
  const { words, client, places } = useTools();
  const { organizationId } = useParams<{ organizationId: string }>();
  const [search] = useSearchParams<{ next?: string }>();
  const navigate = useNavigate();
  async function send(body: CreateEventRequest) {
    const params = { id: organizationId };
    const answer = await asked(client.call('POST /api/organizations/:id/events', { params, body }));
    if (!answer.ok) return answer.body;
    places.put(answer.body);
    navigate(search.next === undefined ? pathOf('wall', { eventId: answer.body.id }) : afterSignIn(search.next));
    return undefined;
  }
  return (
    <Shell>
      {(me) => {
        const role = () => me().organizations.find(({ id }) => id === organizationId)?.role;
        const locked = () => (role() && !mayMakeEvents(role()!) ? words.events.onlyAdmins : undefined);
        return (
          <Page title={words.events.newTitle} lead={words.events.newLead}>
            <EventForm button={words.events.make} locked={locked()} send={send} />
          </Page>
        );
      }}
    </Shell>
  );
}
