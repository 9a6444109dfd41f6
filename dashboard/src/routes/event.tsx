import { createSignal } from 'solid-js';
import { EventPage } from '../event/event-page.tsx';
import { Wall } from '../event/wall.tsx';

export default function EventWall() {
  const [field, setField] = createSignal<HTMLInputElement>();
  return <EventPage onFind={() => field()?.focus()}>{(seen) => <Wall seen={seen} onFindField={setField} />}</EventPage>;
}
