import { pathOf } from '@sign-display/contracts/pages';
import type { CreateEventRequest } from '@sign-display/contracts/rest/events';
import { useNavigate, useParams } from '@solidjs/router';
import { asked } from '../api/session.ts';
import { EventForm } from '../features/event-form/event-form.tsx';
import { Page } from '../features/page.tsx';
import { mayMakeEvents } from '../features/shell/rights.ts';
import { Shell } from '../features/shell/shell.tsx';
import { useTools } from '../tools.ts';

/** Makes an event of an organization, and goes to it. */
export default function NewEvent() {
  const { words, client, places } = useTools();
  const { organizationId } = useParams<{ organizationId: string }>();
  const navigate = useNavigate();
  async function send(body: CreateEventRequest) {
    const params = { id: organizationId };
    const answer = await asked(client.call('POST /api/organizations/:id/events', { params, body }));
    if (!answer.ok) return answer.body;
    places.put(answer.body);
    navigate(pathOf('wall', { eventId: answer.body.id }));
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
