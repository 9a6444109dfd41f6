/** The web preferences of our own screen. */
export const SCREEN_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  devTools: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  backgroundThrottling: false,
} as const;
