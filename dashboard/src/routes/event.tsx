import { createSignal } from 'solid-js';
import { EventPage } from '../event/event-page-frame.tsx';
import { Wall } from '../wall/wall.tsx';
import { WithWallWords } from '../wall-context.ts';

export default function EventWall() {
  const [field, setField] = createSignal<HTMLInputElement>();
  return (
    <WithWallWords>
      <EventPage onFind={() => field()?.focus()}>{(seen) => <Wall seen={seen} onFindField={setField} />}</EventPage>
    </WithWallWords>
  );
}
