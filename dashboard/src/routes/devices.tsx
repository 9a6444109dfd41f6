import { findPage } from '@sign-display/contracts/page-paths';
import { useLocation } from '@solidjs/router';
import { Show } from 'solid-js';
import { WithDeviceWords } from '../devices-context.ts';
import { ClonesPage } from '../devices/clones-page.tsx';
import { ReplacedPage } from '../devices/replaced-page.tsx';
import { EventPage } from '../event/event-page-frame.tsx';

export default function EventDevices() {
  const location = useLocation();
  const isReplaced = () => findPage(location.pathname)?.name === 'replacedDevices';
  return (
    <WithDeviceWords>
      <EventPage>
        {(seen) => (
          <Show when={isReplaced()} fallback={<ClonesPage seen={seen} />}>
            <ReplacedPage seen={seen} />
          </Show>
        )}
      </EventPage>
    </WithDeviceWords>
  );
}
