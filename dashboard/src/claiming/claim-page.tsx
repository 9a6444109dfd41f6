import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { useNavigate, useSearchParams } from '@solidjs/router';
import { createEffect, createMemo, on, onCleanup, Show } from 'solid-js';
import { CameraView } from '../camera/camera-view.tsx';
import { readPhoto } from '../camera/read-photo.ts';
import { fetchReaderAhead } from '../camera/reading/reader.ts';
import { keepAwake } from '../camera/wake-lock.ts';
import { mayMakeEvents } from '../features/shell/permissions.ts';
import { useTitle } from '../features/window-title.ts';
import { createAddress } from './url-and-browser-back.ts';
import { useClaimingTools } from './claiming-context.ts';
import { createClaiming } from './run-claim-machine.ts';
import type { Effect } from './machine-event-and-effect-types.ts';
import { readLink } from './read-claim-link.ts';
import { Phone } from './screens/current-screen.tsx';
import { createStorage } from './claim-storage.ts';

/** The claim on a phone: wires the machine to its screens, the camera, the network, the address and the other pages. */
export function ClaimPage(props: { me: MeResponse }) {
  const { words, client, clock, random, session, online, version } = useClaimingTools();
  const navigate = useNavigate();
  const [search] = useSearchParams();

  function lead({ to, eventId, code }: Extract<Effect, { do: 'go' }>): void {
    // Who is signed out is sent to sign in by the page around this one, and comes back to this address.
    if (to === 'sign-in') return void session.ask();
    if (to === 'reload') return version.reload();
    if (to === 'new-event' && maker) {
      const next = code === null ? PAGES.claim : `${PAGES.claim}?code=${code}`;
      return navigate(pathOf('newEvent', { organizationId: maker.id, next }));
    }
    if (to === 'claims' && eventId !== null) return navigate(pathOf('claimAttempts', { eventId }));
    navigate(eventId === null ? PAGES.home : `${pathOf('wall', { eventId })}${code === null ? '' : `?q=${code}`}`);
  }

  const { me } = props;
  const maker = me.organizations.find(({ role }) => mayMakeEvents(role));
  const { state, frame, happen } = createClaiming(
    { client, clock, random, words, me, lead, storage: createStorage(me.user.id, () => localStorage) },
    {
      userId: me.user.id,
      ...readLink(search),
      makesEvents: maker !== undefined,
      isOnline: navigator.onLine,
    },
  );

  const address = createAddress(
    {
      history,
      // Not the window's: that is still the page to sign in, for who comes from there.
      path: PAGES.claim,
      isHere: () => location.pathname === PAGES.claim,
      onPopState(told) {
        addEventListener('popstate', told);
        return () => removeEventListener('popstate', told);
      },
    },
    () => happen({ type: 'back' }),
  );
  createEffect(() => address.show(state()));
  useTitle(() => frame().header.title || words.claiming.done.title);

  const tellNetwork = () => happen({ type: 'network', isOnline: navigator.onLine });
  addEventListener('online', tellNetwork);
  addEventListener('offline', tellNetwork);
  // The service answers again, which other requests may notice first.
  createEffect(on(online.isOnline, (isOnline) => isOnline && happen({ type: 'timer', name: 'lost' }), { defer: true }));
  onCleanup(() => {
    removeEventListener('online', tellNetwork);
    removeEventListener('offline', tellNetwork);
    address.close();
  });

  const isClaiming = createMemo(() => state().place.is === 'claiming');
  createEffect(() => {
    if (isClaiming()) onCleanup(keepAwake());
  });

  async function takePhoto(photo: File): Promise<void> {
    const result = await readPhoto(photo, clock).catch(() => ({ kind: 'unreadable' }) as const);
    happen({ type: 'photo-read', result });
  }

  // Most people scan; the others lose nothing by it.
  void fetchReaderAhead();
  const scanning = createMemo(() => {
    const { place, camera } = state();
    return place.is === 'scan' && camera?.kind !== 'unusable';
  });
  const isLooking = () => {
    const { place } = state();
    return place.is === 'scan' && place.sheet === null;
  };
  const passes = () => {
    const { place } = state();
    return place.is === 'scan' ? place.passes : null;
  };
  return (
    <Phone
      frame={frame()}
      send={happen}
      onPhoto={(photo) => void takePhoto(photo)}
      viewfinder={
        <Show when={scanning()}>
          <CameraView
            scanning={isLooking()}
            passes={passes()}
            torch={state().isLit}
            onFound={(scanned) => happen({ type: 'scanned', scanned })}
            onState={(camera) => happen({ type: 'camera', camera })}
          />
        </Show>
      }
    />
  );
}
