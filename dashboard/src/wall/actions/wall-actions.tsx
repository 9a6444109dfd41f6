import { RouterContext, useLocation, useSearchParams } from '@solidjs/router';
import { createContext, createMemo, createSignal, Show, useContext, type JSX } from 'solid-js';
import type { Seen } from '../../event/event-page-frame.tsx';
import { useKeys } from '../../features/use-keys.ts';
import { errorText } from '../../features/error-text.ts';
import { mayOf, type SignSeen } from '../../sign/sign-page-context.ts';
import { supporting } from '../../sign/supported-commands.ts';
import { later } from '../../lazy-part.tsx';
import { takeBack, takesOutages } from '../../outages/acknowledge-outages.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useWallTools } from '../../wall-context.ts';
import type { Picks } from '../create-selection.ts';
import { createBulk, type Bulk, type NotBegun } from './create-bulk.ts';
import type { OpenOutagesRead } from './create-open-outages.ts';
import type { OpenOutages } from './outages-by-sign.ts';

/** What a person does from the wall, whichever view it is seen in. */

/** Stays once it was opened: it goes away by itself. */
export const AcknowledgeDialog = later(async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog);

const UUID = /^[\da-f-]{36}$/;

export interface WallActions {
  seen: Seen;
  may: SignSeen['may'];
  /** As they were read last; empty before. */
  outages(): OpenOutages;
  /** Asks for a note, and says that somebody is at the outages of these signs. */
  askToAcknowledge(signIds: readonly string[]): void;
  /** In a toast. */
  say(text: string): void;
  /** Why something was not done, in a toast; undefined: it was. */
  tell(why: NotBegun | undefined): void;
  /** What is done to many at once. */
  bulk: Bulk;
  /** Nobody is at the outages of these signs after all. */
  takeBack(signIds: readonly string[]): Promise<void>;
}

const DeedsContext = createContext<WallActions>();

export function useWallActions(): WallActions {
  const wallActions = useContext(DeedsContext);
  if (!wallActions) throw new Error('a part of the wall was rendered outside WithDeeds');
  return wallActions;
}

/** Keys act on what is chosen; on the sign that is marked where nothing is. What is peeked at has keys of its own, which go first. */
export function WithWallActions(props: { seen: Seen; picks: Picks; open: OpenOutagesRead; children: JSX.Element }) {
  const { words, client } = useWallTools();
  const { seen, open } = props;
  const may = mayOf(seen.role);
  const [asks, setAsks] = createSignal<readonly string[] | null>(null);
  const wasAsked = createMemo<boolean>((was) => was || asks() !== null, false);
  const say = (text: string) => showToast(text, words.shell.toasts);
  const tell = (why: NotBegun | undefined): void => {
    if (why !== undefined) say(why === 'busy' ? words.wallActions.bulk.busy : errorText(words, why));
  };
  const [search, setSearch] = useSearchParams<{ bulk: string }>();
  const router = useContext(RouterContext);
  const location = useLocation();
  const bulk = createBulk(seen, {
    ids: () => (may.command ? (search.bulk?.split('.').filter((id) => UUID.test(id)) ?? []) : []),
    keep(ids) {
      // The router writes it into the address of the page that somebody is on the way to.
      const next = router?.pendingTarget?.value;
      if (next !== undefined && next.split(/[?#]/)[0] !== location.pathname) return;
      setSearch({ bulk: ids.length > 0 ? ids.join('.') : undefined }, { replace: true });
    },
  });

  const wallActions: WallActions = {
    seen,
    may,
    say,
    tell,
    bulk,
    outages: open.bySign,
    askToAcknowledge(signIds) {
      if (!may.command) say(words.outages.one.onlyOperators);
      else if (signIds.length > 0) setAsks(signIds);
    },
    async takeBack(signIds) {
      const meant = new Set(signIds);
      tell(await takeBack(client, seen.event.id, ({ signId }) => meant.has(signId), takesOutages(seen.live)));
    },
  };
  function order(command: 'refresh' | 'screenshot'): void {
    const signs = props.picks.aimedAt().flatMap((id) => seen.live.feed().signs?.get(id) ?? []);
    const signIds = supporting(command, signs).map(({ id }) => id);
    if (!may.command) say(words.sign.commands.onlyOperators);
    else if (signIds.length > 0) void bulk.start({ command }, signIds).then(tell);
    else if (signs.length > 0)
      say(signs.length === 1 ? words.sign.commands.notSupported : words.sign.commands.noneSupports);
  }
  useKeys({
    title: words.wallActions.keys.title,
    bindings: [
      {
        key: 'a',
        said: words.wallActions.keys.acknowledge,
        run: () => wallActions.askToAcknowledge(props.picks.aimedAt()),
      },
      { key: 'r', said: words.wallActions.keys.refresh, run: () => order('refresh') },
      { key: 'p', said: words.wallActions.keys.screenshot, run: () => order('screenshot') },
    ],
  });
  return (
    <DeedsContext.Provider value={wallActions}>
      {props.children}
      <Show when={wasAsked()}>
        <AcknowledgeDialog seen={seen} open={open.bySign()} signIds={asks()} onClose={() => setAsks(null)} />
      </Show>
    </DeedsContext.Provider>
  );
}
