import type { Clock, Random } from '@sign-display/kiosk-agent/ports';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';

/** Messages between tabs take some milliseconds. */
const ANSWERS_WITHIN_MS = 1_000;
/** A waiting tab asks again after this long: the only tab may have been closed, discarded or frozen. */
const ASKS_AGAIN_AFTER_MS = 5_000;

type Message = { from: string } & (
  | { kind: 'asks' }
  /** `sinceMs`: since when the sender is the only tab; null while it is still asking. */
  | { kind: 'is here'; to: string; sinceMs: number | null }
);

/** The part of a `BroadcastChannel` that tabs need here. A tab doesn't receive its own messages. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

export interface SingleTabParts {
  clock: Clock;
  random: Random;
  /** Another tab is the only one. This tab waits until that tab no longer answers. */
  onWaiting(): void;
  /** A later tab took over while the browser had frozen this one. What this tab has in memory is stale. */
  onReplaced(): void;
}

type State = { is: 'asking' | 'waiting' | 'replaced' } | { is: 'only'; sinceMs: number };

/** Resolves once this tab is the only one on the channel. From then on it answers every tab that asks. */
export function becomeOnlyTab(channel: TabChannel, parts: SingleTabParts): Promise<void> {
  const { clock, random, onWaiting, onReplaced } = parts;
  const tab = makeUuidV4(random);
  let state: State = { is: 'asking' };
  let cancel = (): void => {};
  const send = (message: Message): void => channel.postMessage(message);
  const answer = (to: string): void =>
    send({ from: tab, kind: 'is here', to, sinceMs: state.is === 'only' ? state.sinceMs : null });

  return new Promise((resolve) => {
    function ask(): void {
      cancel();
      state = { is: 'asking' };
      cancel = clock.after(ANSWERS_WITHIN_MS, () => {
        state = { is: 'only', sinceMs: clock.now() };
        resolve();
      });
      send({ from: tab, kind: 'asks' });
    }
    function wait(): void {
      cancel();
      state = { is: 'waiting' };
      cancel = clock.after(ASKS_AGAIN_AFTER_MS, ask);
      onWaiting();
    }
    function hearQuestion(from: string): void {
      // Of two asking tabs, the lower name wins. A tab that opened later missed the first question, so the higher one asks again.
      if (state.is === 'only' || (state.is === 'asking' && tab < from)) answer(from);
      else if (state.is === 'asking') ask();
    }
    /** A frozen tab answers only after the browser has resumed it, so two tabs may believe that they are the only one. */
    function hearAnswer(from: string, sinceMs: number | null): void {
      if (state.is === 'asking') return wait();
      if (state.is !== 'only') return;
      const isOlder = sinceMs === null || sinceMs < state.sinceMs || (sinceMs === state.sinceMs && from < tab);
      if (isOlder) return answer(from);
      state = { is: 'replaced' };
      onReplaced();
    }
    channel.addEventListener('message', ({ data }) => {
      const message = data as Message;
      if (message.kind === 'asks') hearQuestion(message.from);
      else if (message.to === tab) hearAnswer(message.from, message.sinceMs);
    });
    ask();
  });
}
