import type { ClaimState, ClaimView, Place } from './state.ts';

/**
 * The claim in the address, and the browser's back as one step back. While the claim is deeper than its beginning, one entry of the history stands before it: who goes
 * back takes that one, and is one step back; the entry is put there again as long as there is a step to take.
 */

/** The places that an address can lead to. */
const VIEWS: readonly ClaimView[] = ['scan', 'type', 'prepared', 'events'];

export const viewOf = (text: string | undefined): ClaimView | null => VIEWS.find((view) => view === text) ?? null;

const isBeginning = (place: Place): boolean =>
  place.is === 'opening' || place.is === 'start' || (place.is === 'refused' && place.refused.of === 'opening');

/** `/claim?event=…&view=scan`: what of the claim another tab can be opened with. Pure. */
export function addressOf(
  path: string,
  { choice, purpose, place }: Pick<ClaimState, 'choice' | 'purpose' | 'place'>,
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
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>;
  path: string;
  /** Returns how not to be told any more. */
  onPopState(told: () => void): () => void;
}

/** `stepBack` is called where the person goes back. */
export function createAddress(browser: Browser, stepBack: () => void) {
  const { history, path } = browser;
  let hasEntry = false;
  let isOurs = false;
  let shown: string | null = null;

  function onBack(): void {
    // We took the entry away ourselves.
    if (isOurs) return void (isOurs = false);
    if (!hasEntry) return;
    hasEntry = false;
    shown = null;
    stepBack();
  }
  const close = browser.onPopState(onBack);

  return {
    show(state: Pick<ClaimState, 'choice' | 'purpose' | 'place'>): void {
      const address = addressOf(path, state);
      const isShown = address === shown;
      shown = address;
      if (!isBeginning(state.place) && !hasEntry) {
        history.pushState(history.state, '', address);
        hasEntry = true;
      } else if (isBeginning(state.place) && hasEntry) {
        hasEntry = false;
        isOurs = true;
        // What stands in the entry below is another address.
        shown = null;
        history.back();
      } else if (!isShown) {
        history.replaceState(history.state, '', address);
      }
    },
    close,
  };
}
