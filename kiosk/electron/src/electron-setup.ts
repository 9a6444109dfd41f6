import { join } from 'node:path';
import { app, protocol } from 'electron';
import { SCREEN_SCHEME } from './screen/screen-files.ts';

/** What Electron has to be told before it is ready. */
export function prepareApp(dataDir: string): void {
  app.setPath('userData', join(dataDir, 'browser'));
  protocol.registerSchemesAsPrivileged([{ scheme: SCREEN_SCHEME, privileges: { standard: true, secure: true } }]);
  // Electron ends the app with its last window; this one ends by its own means.
  app.on('window-all-closed', () => {});
  // Whoever asks for a password or a certificate of ours gets none.
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    (callback as (certificate?: Electron.Certificate) => void)();
  });
}

/** `heard` is told of the first error that nobody expected. Nobody stands at a sign to close a box with an error in it. */
export function onUnexpected(heard: (error: unknown) => void): void {
  let hasFailed = false;
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      // What fails while the app ends is only written down.
      if (!hasFailed) heard(error);
      hasFailed = true;
    });
}
