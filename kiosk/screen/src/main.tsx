import { render } from 'solid-js/web';
import { browserClock } from './adapters/browser-clock.ts';
import { App } from './app.tsx';
import type { KioskBridge } from './bridge.ts';
import './styles/fonts.css';
import './styles/sign.css';
import './styles/code.css';
import './styles/message.css';

declare global {
  interface Window {
    kiosk: KioskBridge;
  }
}

render(() => <App bridge={window.kiosk} clock={browserClock} />, document.body);
