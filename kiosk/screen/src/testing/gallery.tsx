import { For } from 'solid-js';
import { render } from 'solid-js/web';
import { browserClock } from '../adapters/browser-clock.ts';
import { App } from '../app.tsx';
import type { KioskBridge } from '../bridge.ts';
import { drawn, undrawn } from './models.ts';

/** For development (`npm run dev -w @sign-display/kiosk-screen`, then `/gallery.html`): every state, either way up; `#qr` is one that fills the window. */

const states = { ...drawn(Date.now()), ...undrawn(Date.now()) };
const name = location.hash.slice(1);

async function showOne(): Promise<void> {
  await Promise.all(['fonts', 'sign', 'code', 'message'].map((sheet) => import(`../styles/${sheet}.css`)));
  const log =
    (what: string) =>
    (...values: unknown[]): void => {
      document.title = [what, ...values].join(' ');
    };
  const bridge: KioskBridge = {
    onModel(listener) {
      listener(states[name]);
      return () => {};
    },
    submitAddress: log('submitAddress'),
    releaseTyped: log('releaseTyped'),
    releaseCancelled: log('releaseCancelled'),
  };
  render(() => <App bridge={bridge} clock={browserClock} />, document.body);
}

if (name) void showOne();
else
  render(
    () => (
      <For each={Object.keys(states)}>
        {(state) => (
          <p>
            <a href={`#${state}`} target="_blank">
              {state}
            </a>
            <br />
            <iframe src={`/gallery.html#${state}`} width="640" height="360" title={state} />{' '}
            <iframe src={`/gallery.html#${state}`} width="202" height="360" title={`${state}, upright`} />
          </p>
        )}
      </For>
    ),
    document.body,
  );
