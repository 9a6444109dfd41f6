import { createSignal } from 'solid-js';
import { Claims } from '../event/claims.tsx';
import { EventPage } from '../event/event-page.tsx';

export default function EventClaims() {
  const [field, setField] = createSignal<HTMLInputElement>();
  return (
    <EventPage onFind={() => field()?.focus()}>{(seen) => <Claims seen={seen} onFindField={setField} />}</EventPage>
  );
}
