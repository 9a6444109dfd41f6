import { AuditPage } from '../admin/audit/audit-page.tsx';
import { WithAdminWords } from '../admin-context.ts';
import { EventPage } from '../event/event-page-frame.tsx';

export default function EventAudit() {
  return (
    <WithAdminWords>
      <EventPage>
        {(seen) => (
          <AuditPage
            organizationId={seen.event.organizationId}
            organizationName={seen.organizationName}
            role={seen.role}
            eventId={seen.event.id}
            timeZone={seen.event.timeZone}
          />
        )}
      </EventPage>
    </WithAdminWords>
  );
}
