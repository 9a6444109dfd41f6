import { BrowserWindow, type Display, type NativeImage, type Rectangle, type Session } from 'electron';
import { SCREEN_PREFERENCES } from './screen-web-preferences.ts';

/** A thing that lies on the window, above our screen. */
export interface OnStage {
  place(bounds: Rectangle): void;
}

/**
 * The window that is the sign. Our screen is its own page and lies at the bottom, drawn at all times; pages are views above it. A view is either on stage (it
 * fills the window) or in the wings: as large, but outside of the window except for its first pixel, which lies in the window's last corner. Without
 * that pixel Chromium takes a view for hidden, and it draws nothing; so a page can be proved in full, and a swap is two moves of what is drawn already.
 */
export interface Stage {
  readonly window: BrowserWindow;
  /** Puts a view in front of our screen, and what was in front of it into the wings; null: our screen is seen. */
  front(view: OnStage | null): void;
  /** Where a new view begins. */
  wings(view: OnStage): void;
  /** The view is about to end. */
  forget(view: OnStage): void;
  /** A picture of our screen. */
  capture(): Promise<NativeImage>;
  /** Takes the sign off the screen, or puts it back. */
  setHidden(hidden: boolean): void;
}

export interface StageOptions {
  display: Display;
  /** A window with a frame, for a desk; else it fills the display and can't be left. */
  windowed: boolean;
  session: Session;
  /** The path of the preload script. */
  preload: string;
  /** Of the window's page, with a frame: width and height. */
  windowedSize?: { width: number; height: number };
}

const DESK = { width: 1_280, height: 720 };

export function openStage({ display, windowed, session, preload, windowedSize = DESK }: StageOptions): Stage {
  const full = { ...display.bounds, kiosk: true, fullscreen: true, frame: false, resizable: false, movable: false };
  const desk = { ...windowedSize, useContentSize: true };
  const window = new BrowserWindow({
    ...(windowed ? desk : full),
    title: 'Sign',
    backgroundColor: '#08090a',
    autoHideMenuBar: true,
    webPreferences: { ...SCREEN_PREFERENCES, session, preload },
  });
  window.removeMenu();
  // Closing it is no way to get at what is below; the app ends by its own means.
  if (!windowed) window.on('close', (event) => event.preventDefault());

  const placed = new Set<OnStage>();
  let inFront: OnStage | null = null;
  const size = (): [number, number] => window.getContentSize() as [number, number];
  const put = (view: OnStage): void => {
    const [width, height] = size();
    if (view === inFront) view.place({ x: 0, y: 0, width, height });
    else view.place({ x: width - 1, y: height - 1, width, height });
  };
  window.on('resize', () => {
    for (const view of placed) put(view);
  });

  return {
    window,
    front(view) {
      const before = inFront;
      inFront = view;
      if (view !== null) {
        placed.add(view);
        put(view);
      }
      // Only then: the new one covers the old one, so there is no moment without a page.
      if (before !== null && before !== view && placed.has(before)) put(before);
    },
    wings(view) {
      placed.add(view);
      put(view);
    },
    forget(view) {
      placed.delete(view);
      if (inFront === view) inFront = null;
    },
    capture: () => window.webContents.capturePage(),
    setHidden(hidden) {
      if (hidden) window.hide();
      else window.show();
    },
  };
}
