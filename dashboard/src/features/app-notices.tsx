import { findPage } from '@sign-display/contracts/page-paths';
import { useLocation } from '@solidjs/router';
import { createEffect, on, Show } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';

/**
 * What a phone is told of the app itself, above the page of the claim: that there is no network, until the claim's own words say so, and that a newer version lies ready. It also keeps
 * that page for later.
 */
export function AppNotes() {
  const { words, online, session, version } = useTools();
  const said = words.installable;
  const location = useLocation();
  const isClaim = () => findPage(location.pathname)?.name === 'claim';
  createEffect(() => isClaim() && version.keep());
  createEffect(
    on(online.isOnline, (isOnline) => isOnline && session.state().is === 'failed' && void session.ask(), {
      defer: true,
    }),
  );
  return (
    <Show when={isClaim()}>
      <Show when={!online.isOnline() && session.state().is !== 'signed-in'}>
        <p
          class="border-b border-line bg-note-wash pt-[max(12px,env(safe-area-inset-top))] pr-[max(16px,env(safe-area-inset-right))] pb-3 pl-[max(16px,env(safe-area-inset-left))] text-15"
          role="status"
        >
          {online.hasNetwork() ? said.serviceAway : said.offline}
        </p>
      </Show>
      <Show when={version.isNewerThere()}>
        <div
          class="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-note-wash pt-[max(8px,env(safe-area-inset-top))] pr-[max(16px,env(safe-area-inset-right))] pb-2 pl-[max(16px,env(safe-area-inset-left))] text-15"
          role="status"
        >
          <span>{said.newer}</span>
          <Button onClick={() => version.reload()}>{said.reload}</Button>
        </div>
      </Show>
    </Show>
  );
}
