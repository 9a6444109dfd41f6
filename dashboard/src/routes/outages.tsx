import { EventPage } from '../event/event-page-frame.tsx';
import { OutageList } from '../outages/outage-list.tsx';
import { WithWallWords } from '../wall-context.ts';

export default function EventOutages() {
  return (
    <WithWallWords>
      <EventPage>{(seen) => <OutageList seen={seen} />}</EventPage>
    </WithWallWords>
  );
}
