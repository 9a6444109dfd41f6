import type { Event, WebContents } from 'electron';

/**
 * Stops pages from opening system dialogs (promise K5): a visitor at a touch screen could read the machine's files in a
 * dialog, and an open dialog hides the page. Each kind of dialog has its own defence:
 *
 * - alert, confirm, prompt, print, a download's save dialog: the document's sandbox (content-session.ts).
 * - device choosers, screen capture, permissions: the session's handlers (content-session.ts); passkeys and federated
 *   sign-in: its permissions policy.
 * - pickers of the File System Access API, payment, share and the like: their APIs are switched off
 *   (`REFUSED_FEATURES`).
 * - the file chooser of `<input type=file>`: Chromium has no setting for it, so each frame's chooser is intercepted by
 *   the DevTools protocol and never shown.
 * - the colour chooser of `<input type=color>`: Chromium can't switch it off either, so a script in each document keeps
 *   it from opening.
 */

/** Blink's names for the features that open a dialog or a window, for the preference `disableBlinkFeatures`. */
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
 * Runs in every document. Clicks on a colour input, and methods that open its chooser, do nothing. A page that takes
 * the methods from the prototype above (`EventTarget.prototype.dispatchEvent.call`) can still open the chooser, but it
 * shows only colours, and the next touch outside closes it.
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
 * Attaches the DevTools protocol to a proved page until the page closes. A visitor can't touch a page before its proof.
 * Attaching earlier would break the tests: with two protocol clients (this and the test driver), a frame from another
 * site never loads. A frame from another site runs in its own process, so each such frame gets its own guard.
 */
export function refuseChoosers(contents: WebContents): void {
  const protocol = contents.debugger;
  protocol.attach('1.3');

  function guard(sessionId?: string): void {
    // A frame that has closed meanwhile answers with an error and needs no guard.
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
