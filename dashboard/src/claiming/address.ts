import type { ClaimState, ClaimView } from './state.ts';

/**
 * The claim in the address, and the browser's back as one step back. While there is a step to take, one entry of the history stands before it: who goes
 * back takes that one, and is one step back; the entry is put there again as long as there is a step to take.
 */

/** The places that an address can lead to. */
const VIEWS: readonly ClaimView[] = ['scan', 'type', 'prepared', 'events'];

export const viewOf = (text: string | undefined): ClaimView | null => VIEWS.find((view) => view === text) ?? null;

type Shown = Pick<ClaimState, 'choice' | 'purpose' | 'place'>;

/** Whether a step back leads anywhere within the claim. Where none does, browser's back leaves it. */
function hasStepBack({ place, choice }: Shown): boolean {
  if (place.is === 'opening' || place.is === 'start') return false;
  if (place.is === 'events') return choice !== null;
  return place.is !== 'refused' || place.refused.of !== 'opening';
}

/** `/claim?event=…&view=scan`: what of the claim another tab can be opened with. Pure. */
export function addressOf(
  path: string,
  { choice, purpose, place }: Pick<Shown, 'choice' | 'purpose' | 'place'>,
): string {
  const view = viewOf(place.is);
  const query = new URLSearchParams({
    ...(choice && { event: choice.eventId }),
    ...(purpose.is !== 'new' && { sign: purpose.sign.id }),
    ...(view && { view }),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** What is used of the browser. */
interface Browser {
  history: {
    readonly state: unknown;
    pushState(state: unknown, unused: string, address: string): void;
    replaceState(state: unknown, unused: string, address: string): void;
    back(): void;
  };
  path: string;
  /** Returns how not to be told any more. */
  onPopState(told: () => void): () => void;
}

/** `stepBack` is called where the person goes back. */
export function createAddress(browser: Browser, stepBack: () => void) {
  const { history, path } = browser;
  let hasEntry = false;
  let isOurs = false;
  /** What the present entry says, as far as we put it there. */
  let present: string | null = null;

  /** Browsers refuse too many changes (Safari: 100 in 30 s) by an error. An address that is behind does no harm, and the next change mends it. */
  function put(how: 'pushState' | 'replaceState', address: string): boolean {
    try {
      history[how](history.state, '', address);
      present = address;
      return true;
    } catch {
      return false;
    }
  }

  function onBack(): void {
    present = null;
    // We took the entry away ourselves.
    if (isOurs) return void (isOurs = false);
    if (!hasEntry) return;
    hasEntry = false;
    stepBack();
  }
  const close = browser.onPopState(onBack);

  return {
    show(state: Shown): void {
      const address = addressOf(path, state);
      const isDeep = hasStepBack(state);
      if (isDeep && !hasEntry) {
        hasEntry = put('pushState', address);
      } else if (!isDeep && hasEntry) {
        hasEntry = false;
        isOurs = true;
        history.back();
      } else if (address !== present) {
        put('replaceState', address);
      }
    },
    close,
  };
}
