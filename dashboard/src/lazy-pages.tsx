import { useBeforeLeave } from '@solidjs/router';
import { createSignal, lazy, Show, type Component } from 'solid-js';
import { Lost } from './lazy-part.tsx';
import { useTools } from './app-context.ts';

/** Each page is a script of its own. Who goes to a page stays on the one before until that script is there, and hears it where it does not come. */

export interface PageScript {
  page: ReturnType<typeof lazy>;
  isHere(): boolean;
  /** Asks again after a failure. Chromium keeps for as long as a page stands that a script did not come, others don't. */
  fetch(): Promise<void>;
}

export function pageScript(load: () => Promise<{ default: Component }>): PageScript {
  let asked: ReturnType<typeof load> | undefined;
  let isHere = false;
  const ask = () =>
    (asked ??= load().then(
      (came) => {
        isHere = true;
        return came;
      },
      (why: unknown) => {
        asked = undefined;
        throw why;
      },
    ));
  const page = lazy(ask);
  const { preload } = page;
  // The router fetches what is pointed at. A failure must not be what `lazy` keeps, nor what the browser keeps of a time without a network.
  page.preload = (async () => {
    const came = navigator.onLine ? await ask().catch(() => undefined) : undefined;
    return came && preload();
  }) as typeof preload;
  return {
    page,
    isHere: () => isHere,
    fetch: async () => {
      await ask();
      await preload();
    },
  };
}

/** Whether the service answers for a page's address. */
const isReachable = async (to: string): Promise<boolean> => {
  try {
    return (await fetch(to, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/** Keeps the page that is shown until the next one's script is there. Stands once, in the router. */
export function PageGuard(props: { scriptOf(pathname: string): PageScript }) {
  const { words } = useTools();
  /** Where somebody wants to go to and can't; null: nobody. */
  const [lost, setLost] = createSignal<{ to: string; script: PageScript; go(): void } | null>(null);
  let wanted: unknown = null;
  async function bring(next: { to: string; script: PageScript; go(): void }): Promise<boolean> {
    wanted = next;
    let isThere = true;
    await next.script.fetch().catch(() => (isThere = false));
    if (wanted !== next) return true;
    setLost(isThere ? null : next);
    if (isThere) next.go();
    return isThere;
  }
  useBeforeLeave((leaving) => {
    if (leaving.defaultPrevented) return;
    // Back and forward: the browser has the address already.
    const { href } = typeof leaving.to === 'string' ? new URL(leaving.to, location.href) : location;
    const { pathname } = new URL(href);
    const script = props.scriptOf(pathname);
    if (pathname === leaving.from.pathname) return;
    wanted = null;
    setLost(null);
    if (script.isHere()) return;
    leaving.preventDefault();
    // Not by force: who has typed something on this page is asked first.
    void bring({ to: href, script, go: () => leaving.retry() });
  });
  /** The browser may keep that it failed: then only the whole is loaded anew, once the service is there. */
  async function tryAgain(): Promise<void> {
    const next = lost()!;
    if (!(await bring(next)) && (await isReachable(next.to))) location.assign(next.to);
  }
  return (
    <Show when={lost()}>
      <Lost said={words.states.ourFault.next} button={words.trouble.tryAgain} onAgain={() => void tryAgain()} />
    </Show>
  );
}
