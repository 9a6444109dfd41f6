import { createSignal } from 'solid-js';
import { ClaimAttempts } from '../event/claim-attempts.tsx';
import { EventPage } from '../event/event-page-frame.tsx';

export default function EventClaims() {
  const [field, setField] = createSignal<HTMLInputElement>();
  return (
    <EventPage onFind={() => field()?.focus()}>
      {(seen) => <ClaimAttempts seen={seen} onFindField={setField} />}
    </EventPage>
  );
}
