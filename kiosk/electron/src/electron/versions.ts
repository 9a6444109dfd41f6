import * as electron from 'electron';
import { WebContentsView } from 'electron';
import type { App, BrowserWindow, IpcMainEvent, Rectangle, Session, WebContents, WebPreferences } from 'electron';

/**
 * All that differs between Electron 45, the product's version, and 9.4.1, the oldest that this app runs on: the one file that looks at which of
 * them it has. Everything is written for 45 and checked against its types; what only 9 has is typed here, by hand.
 */

/** A page that lies on a window, above the window's own page. */
export interface View {
  readonly webContents: WebContents;
  place(bounds: Rectangle): void;
  /** Ends the page without asking it. */
  destroy(): void;
}

/** What 9 has and 45 has not, or no longer for us. */
interface OldModule {
  BrowserView: new (options: { webPreferences: WebPreferences }) => OldView;
}
interface OldView {
  webContents: WebContents;
  setBounds(bounds: Rectangle): void;
  destroy(): void;
}
interface OldWindow {
  addBrowserView(view: OldView): void;
  removeBrowserView(view: OldView): void;
}
interface OldProtocol {
  registerBufferProtocol(
    scheme: string,
    handler: (request: { url: string }, callback: (answer: OldAnswer) => void) => void,
  ): void;
}
interface OldAnswer {
  statusCode: number;
  headers: Record<string, string>;
  data: Buffer;
}

/** 9 has a `WebContentsView` too, of another kind; it has no `BaseWindow`. */
const IS_OLD = (electron as { BaseWindow?: unknown }).BaseWindow === undefined;

/** 9 has these on, or not safe, where they are not named; 45 knows them no more. */
export const OLD_PREFERENCES = { enableRemoteModule: false, worldSafeExecuteJavaScript: true, nativeWindowOpen: true };

/** A new view on top of all others of the window. It has no size before it is placed. */
export function createView(window: BrowserWindow, webPreferences: WebPreferences): View {
  if (!IS_OLD) {
    const view = new WebContentsView({ webPreferences });
    window.contentView.addChildView(view);
    const { webContents } = view;
    return {
      webContents,
      place: (bounds) => view.setBounds(bounds),
      destroy() {
        if (!window.isDestroyed()) window.contentView.removeChildView(view);
        if (!webContents.isDestroyed()) webContents.close();
      },
    };
  }
  const { BrowserView } = electron as unknown as OldModule;
  const view = new BrowserView({ webPreferences });
  const old = window as unknown as OldWindow;
  old.addBrowserView(view);
  return {
    webContents: view.webContents,
    place: (bounds) => view.setBounds(bounds),
    destroy() {
      if (!window.isDestroyed()) old.removeBrowserView(view);
      view.destroy();
    },
  };
}

/** The page opens no window, whatever it tries. */
export function refuseNewWindows(contents: WebContents): void {
  const { setWindowOpenHandler } = contents as Partial<WebContents>;
  if (setWindowOpenHandler !== undefined) {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    return;
  }
  const old = contents as unknown as { on(name: 'new-window', listener: (event: Event) => void): void };
  old.on('new-window', (event) => event.preventDefault());
}

/** Refuses what 45's sessions can be asked for besides permissions: devices, and pictures of the screen. */
export function refuseDevices(session: Session): void {
  const newer = session as Partial<Session>;
  newer.setDevicePermissionHandler?.(() => false);
  newer.setDisplayMediaRequestHandler?.((_request, callback) => callback(null));
}

/** Answers every request of `scheme` in this session by `answer`. */
export function serve(
  session: Session,
  scheme: string,
  answer: (url: string) => { status: number; headers: Record<string, string>; body: Buffer },
): void {
  const { protocol } = session;
  if ((protocol as Partial<typeof protocol>).handle !== undefined) {
    protocol.handle(scheme, (request) => {
      const { status, headers, body } = answer(request.url);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  (protocol as unknown as OldProtocol).registerBufferProtocol(scheme, ({ url }, callback) => {
    const { status, headers, body } = answer(url);
    callback({ statusCode: status, headers, data: body });
  });
}

/** The address of the frame that sent a message. 9 knows only that of its page. */
export function senderUrl(event: IpcMainEvent): string {
  const { senderFrame } = event as Partial<IpcMainEvent>;
  if (senderFrame === undefined) return event.sender.getURL();
  // Null: the frame has gone since.
  return senderFrame?.url ?? '';
}

/** The processes of all frames of a page. Null: 9 can't tell. */
export function frameProcesses(contents: WebContents): number[] | null {
  if (IS_OLD) return null;
  return contents.mainFrame.framesInSubtree.map(({ osProcessId }) => osProcessId);
}

/** A helper process of Chromium's ended against its will; Chromium starts it again by itself. */
export function onHelperGone(app: App, told: (what: string, reason: string) => void): void {
  app.on('child-process-gone', (_event, { type, reason }) => told(type, reason));
  const old = app as unknown as { on(name: 'gpu-process-crashed', listener: () => void): void };
  if (IS_OLD) old.on('gpu-process-crashed', () => told('GPU', 'crashed'));
}

/** What a page was really made with. Electron doesn't promise this method; null where it is missing, or doesn't know. */
export function lastPreferences(contents: WebContents): Record<string, unknown> | null {
  const { getLastWebPreferences } = contents as { getLastWebPreferences?(): Record<string, unknown> | null };
  return getLastWebPreferences?.call(contents) ?? null;
}
