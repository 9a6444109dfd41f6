import type { EventEmitter } from 'node:events';
import { ipcMain, session as sessions, type IpcMainEvent, type WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import type { ScreenModel } from '@sign-display/kiosk-screen/model';
import { guardPage } from '../guard-page.ts';
import { CHANNELS } from './ipc-channels.ts';
import { restoreScreen, type ScreenPage } from './keep-screen-alive.ts';
import { SCREEN_ORIGIN, SCREEN_SCHEME, answerFrom } from './screen-files.ts';

/** The longest text that our screen sends, in UTF-16 units. */
const TYPED_MOST = 2_048;

/** What somebody at the sign does on our screen. */
export interface ScreenRequests {
  submitAddress(text: string): void;
  releaseTyped(text: string): void;
  releaseCancelled(): void;
}

/** Our own pages: local files, and a bridge that carries one model there and three requests back. */
export interface OurScreen {
  show(model: ScreenModel): void;
  /** From now on these hear what somebody does there, in place of those before. */
  heed(requests: Partial<ScreenRequests>): void;
  close(): void;
}

/** The session of our pages: in memory, with our files and nothing else in it. `folder`: where the files are. */
export function openScreenSession(folder: string): Electron.Session {
  const session = sessions.fromPartition('screen');
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !isOurs(url) }));
  session.protocol.handle(SCREEN_SCHEME, ({ url }) => {
    const { status, headers, body } = answerFrom(folder, url);
    return new Response(new Uint8Array(body), { status, headers });
  });
  return session;
}

const isOurs = (url: string): boolean => url.startsWith(`${SCREEN_ORIGIN}/`);

export function openOurScreen(contents: WebContents, clock: Clock): OurScreen {
  let newest: ScreenModel | null = null;
  let requests: Partial<ScreenRequests> = {};
  guardPage(contents, isOurs);

  /** Accepts only messages of our page's main frame. `senderFrame` is null for a frame that has closed meanwhile. */
  const isFromUs = ({ sender, senderFrame }: IpcMainEvent): boolean =>
    sender === contents && isOurs(senderFrame?.url ?? '');
  const heard: [string, (event: IpcMainEvent, ...values: unknown[]) => void][] = [
    [CHANNELS.submitAddress, (event, text) => isFromUs(event) && isTyped(text) && requests.submitAddress?.(text)],
    [CHANNELS.releaseTyped, (event, text) => isFromUs(event) && isTyped(text) && requests.releaseTyped?.(text)],
    [CHANNELS.releaseCancelled, (event) => isFromUs(event) && requests.releaseCancelled?.()],
  ];
  for (const [channel, listener] of heard) ipcMain.on(channel, listener);

  // What was sent before a document was there reached nobody.
  contents.on('dom-ready', () => newest !== null && contents.send(CHANNELS.model, newest));
  restoreScreen(screenPage(contents), clock);

  return {
    show(model) {
      newest = model;
      if (!contents.isDestroyed()) contents.send(CHANNELS.model, model);
    },
    heed(fresh) {
      requests = fresh;
    },
    close() {
      for (const [channel, listener] of heard) ipcMain.removeListener(channel, listener);
    },
  };
}

const isTyped = (value: unknown): value is string => typeof value === 'string' && value.length <= TYPED_MOST;

/** The page as `restoreScreen` needs it. */
const screenPage = (contents: WebContents): ScreenPage => ({
  on: (name, listener) => void (contents as EventEmitter).on(name, listener),
  load: () => void contents.loadURL(`${SCREEN_ORIGIN}/`).catch(() => {}),
  ask: () => contents.executeJavaScript('0'),
  kill() {
    try {
      process.kill(contents.getOSProcessId(), 'SIGKILL');
    } catch {
      // It has ended in between.
    }
  },
});
