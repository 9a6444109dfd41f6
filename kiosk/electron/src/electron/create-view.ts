import { WebContentsView, type BrowserWindow, type Rectangle, type WebContents, type WebPreferences } from 'electron';

/** A page on top of the window's own page. */
export interface View {
  readonly webContents: WebContents;
  place(bounds: Rectangle): void;
  /** Closes the page without `beforeunload`. */
  destroy(): void;
}

/** Creates a view on top of all others in the window. The view has no size until it is placed. */
export function createView(window: BrowserWindow, webPreferences: WebPreferences): View {
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
