import type { ClaimState, ClaimView } from './claim-state.ts';

/**
 * The claim in the address, and the browser's back as one step back. While there is a step to take, one entry of the history stands before it: who goes
 * back takes that one, and is one step back; the entry is put there again as long as there is a step to take.
 */

/** The places that an address can lead to. */
const VIEWS: readonly ClaimView[] = ['scan', 'type', 'prepared', 'events'];

export const viewOf = (text: string | undefined): ClaimView | null => VIEWS.find((view) => view === text) ?? null;

type Shown = Pick<ClaimState, 'choice' | 'purpose' | 'place' | 'wanted' | 'events'>;

/** Whether a step back leads anywhere within the claim. Where none does, browser's back leaves it. */
function hasStepBack({ place, choice }: Shown): boolean {
  if (place.is === 'opening' || place.is === 'start') return false;
  if (place.is === 'events') return choice !== null;
  return place.is !== 'refused' || place.refused.of !== 'opening';
}

/** The record that waits for its device: not any more when it has got one. */
function signOf({ place, purpose, wanted }: Shown): string | null {
  if (wanted.signId !== null) return wanted.signId;
  return purpose.is === 'new' || place.is === 'done' ? null : purpose.sign.id;
}

/** A code that waits for the end of another claim. From when it is asked for, only the page knows it: a reload asks for it no second time, which could cost a guess. */
const codeOf = ({ place, wanted }: Shown): string | null =>
  place.is === 'claiming' || place.is === 'done' ? wanted.code : null;

/** The view that the address asks for, until it is known whether there is one. */
const viewAsked = ({ place, wanted }: Shown): ClaimView | null =>
  place.is === 'opening' || (place.is === 'refused' && place.refused.of === 'opening') ? wanted.view : null;

const write = (path: string, fields: Record<string, string | null | undefined>): string => {
  const query = new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
  return query.size === 0 ? path : `${path}?${query}`;
};

const eventOf = ({ choice, events, wanted }: Shown): string | undefined =>
  (events === null ? wanted.eventId : null) ?? choice?.eventId;

/** `/claim?event=…&view=scan`: what is still to be done, so that another tab can be opened with it, and a reload does nothing twice. Pure. */
export const addressOf = (path: string, shown: Shown): string =>
  write(path, {
    event: eventOf(shown),
    sign: signOf(shown),
    code: codeOf(shown),
    view: viewOf(shown.place.is) ?? viewAsked(shown),
  });

/** What is used of the browser. */
interface Browser {
  history: {
    readonly state: unknown;
    pushState(state: unknown, unused: string, address: string): void;
    replaceState(state: unknown, unused: string, address: string): void;
    back(): void;
  };
  path: string;
  /** Whether the present entry is one of this page's. */
  isHere(): boolean;
  /** Returns how not to be told any more. */
  onPopState(told: () => void): () => void;
}

/**
 * `stepBack` is called where the person goes back. Only the present entry names what is to be done: the one before it names the event alone, so that nobody comes by
 * it to what is done by then.
 */
export function createAddress(browser: Browser, stepBack: () => void) {
  const { history, path } = browser;
  let latest: Shown | null = null;
  let hasEntry = false;
  /** We take the entry away ourselves; the browser tells when it has. */
  let isLeaving = false;
  /** What the present entry says, as far as we put it there. */
  let present: string | null = null;

  /** Browsers refuse too many changes (Safari: 100 in 30 s) by an error. An address that is behind does no harm, and the next change mends it. */
  function put(how: 'pushState' | 'replaceState', address: string): boolean {
    if (how === 'replaceState' && address === present) return true;
    try {
      history[how](history.state, '', address);
      present = address;
      return true;
    } catch {
      return false;
    }
  }

  function show(state: Shown): void {
    latest = state;
    if (isLeaving) return;
    const address = addressOf(path, state);
    const bare = write(path, { event: eventOf(state) });
    const isDeep = hasStepBack(state);
    if (isDeep && !hasEntry) {
      hasEntry = put('replaceState', bare) && put('pushState', address);
    } else if (!isDeep && hasEntry) {
      put('replaceState', bare);
      hasEntry = false;
      isLeaving = true;
      history.back();
    } else {
      put('replaceState', address);
    }
  }

  function onPopState(): void {
    present = null;
    if (isLeaving) {
      isLeaving = false;
      return show(latest!);
    }
    const wasDeep = hasEntry;
    hasEntry = false;
    // A step back, or several at once, may lead to the page before ours, whose entry isn't ours to write.
    if (!browser.isHere()) return;
    if (wasDeep) stepBack();
    // It may have been a step forward to where the claim was before.
    if (latest !== null) put('replaceState', addressOf(path, latest));
  }

  return { show, close: browser.onPopState(onPopState) };
}
