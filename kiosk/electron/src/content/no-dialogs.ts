import type { Event, WebContents } from 'electron';

/**
 * Keeps every dialog of the system away from pages (promise K5): a visitor at a touchable sign could read the machine's files in one, and a dialog covers
 * the page until somebody closes it. The layers, by kind of dialog:
 *
 * - alert, confirm, prompt, print, a download's save dialog: the document's sandbox (content-session.ts).
 * - device choosers, screen capture, permissions: the session's handlers (content-session.ts); passkeys and federated sign-in: its permissions policy.
 * - pickers of the File System Access API, payment, share and the like: their APIs are switched off (`REFUSED_FEATURES`).
 * - the file chooser of `<input type=file>`: Chromium has no setting for it, so each frame's chooser is intercepted by the DevTools protocol and never shown.
 * - the colour chooser of `<input type=color>`: Chromium can't switch it off either, so a script in each document keeps it from opening.
 */

/** Blink's names of the features that open a dialog or a window of their own; for the preference `disableBlinkFeatures`. */
export const REFUSED_FEATURES = [
  'FileSystemAccessLocal',
  'EyeDropperAPI',
  'PaymentRequest',
  'WebShare',
  'ContactsManager',
  'GetDisplayMedia',
  'WebUSB',
  'WebBluetooth',
  'WebHID',
  'Serial',
  'DocumentPictureInPictureAPI',
].join(',');

/** For every document: passkeys and federated sign-in open a dialog of the system on some platforms; a video must not leave its page. */
export const REFUSED_BY_POLICY = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'identity-credentials-get',
  'otp-credentials',
  'picture-in-picture',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Runs in every document. A click on a colour input, and each method that acts like one, does nothing. A page that takes the
 * methods from the prototype above (`EventTarget.prototype.dispatchEvent.call`) can still open the chooser: it shows colours, no files, and the next touch
 * beside it closes it.
 */
const WITHOUT_COLOUR_CHOOSER = `(() => {
  const isColour = (element) => element instanceof HTMLInputElement && element.type === 'color';
  addEventListener('click', (event) => { if (isColour(event.composedPath()[0])) event.preventDefault(); }, true);
  const own = HTMLInputElement.prototype;
  for (const name of ['click', 'showPicker', 'dispatchEvent']) {
    const original = own[name];
    own[name] = function (...values) {
      const opens = isColour(this) && (name !== 'dispatchEvent' || values[0]?.type === 'click');
      return opens ? undefined : original.apply(this, values);
    };
  }
})()`;

/** A message of the DevTools protocol, as far as this file reads it. */
interface AttachedFrame {
  sessionId: string;
}

/**
 * Attaches to a page that has been proved, and stays attached as long as the page lives. Nobody can touch a page before that. Not earlier: with a second
 * client of the protocol (the tests' driver), a frame from another site never loads in a page that is attached to. Such a frame runs in a process of its own
 * and gets a guard of its own.
 */
export function refuseChoosers(contents: WebContents): void {
  const protocol = contents.debugger;
  protocol.attach('1.3');

  function guard(sessionId?: string): void {
    // A frame that has gone since answers with an error: nothing is left to guard then.
    const send = (method: string, params: object = {}): void =>
      void protocol.sendCommand(method, params, sessionId).catch(() => {});
    send('Page.enable');
    send('Page.setInterceptFileChooserDialog', { enabled: true });
    send('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT_COLOUR_CHOOSER, runImmediately: true });
    send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
      filter: [{ type: 'iframe' }],
    });
  }
  protocol.on('message', (_event: Event, method: string, params: unknown) => {
    if (method === 'Target.attachedToTarget') guard((params as AttachedFrame).sessionId);
  });
  guard();
}
