import { Claims } from '../event/claims.tsx';
import { EventPage } from '../event/event-page.tsx';

export default function EventClaims() {
  return <EventPage>{(seen) => <Claims seen={seen} />}</EventPage>;
}
