/** What the starter does by the app's exit code; any other code is its own. */
export const EXIT = { ended: 0, refused: 2, runsAlready: 3, noElectron: 4, failed: 70, again: 75 } as const;
/** In the environment of an app that the starter started, and will start again. */
export const STARTER_VARIABLE = 'SIGN_HAS_STARTER';
