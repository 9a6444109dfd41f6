import { render } from 'solid-js/web';
import { browserClock } from './adapters/browser-clock.ts';
import { App } from './app.tsx';
import type { KioskBridge } from './bridge.ts';
import './style-sheets.ts';

declare global {
  interface Window {
    kiosk: KioskBridge;
  }
}

render(() => <App bridge={window.kiosk} clock={browserClock} />, document.body);
