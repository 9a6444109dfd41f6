import type { WebContents } from 'electron';

/** What no page may do, ours or another's: open windows, leave for an address that `mayGo` refuses, hold on to the screen, embed views. */
export function guardPage(contents: WebContents, mayGo: (url: string) => boolean): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event, url) => {
    if (!mayGo(url)) event.preventDefault();
  });
  contents.on('will-redirect', (event, url) => {
    if (!mayGo(url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // The page asks to stay (`beforeunload`). Preventing this event lets it go.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    event.preventDefault();
    callback('');
  });
}
