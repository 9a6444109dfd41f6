import { ContentFetchesPage } from '../admin/content-fetches/content-fetches-page.tsx';
import { WithAdminWords } from '../admin-context.ts';
import { EventPage } from '../event/event-page-frame.tsx';

export default function EventContentFetches() {
  return (
    <WithAdminWords>
      <EventPage>
        {(seen) => (
          <ContentFetchesPage
            organizationId={seen.event.organizationId}
            role={seen.role}
            eventId={seen.event.id}
            timeZone={seen.event.timeZone}
          />
        )}
      </EventPage>
    </WithAdminWords>
  );
}
