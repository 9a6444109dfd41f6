import { app, type Event, type WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { listen } from '../electron/event-listeners.ts';
import { askPage } from './evaluate-in-page.ts';
import type { ContentsFacts, HardeningFacts } from './judge-hardening.ts';
import type { TrialServers } from './trial-servers.ts';

/** What is tried from a page of somebody else's, in the view and the session that pages get. */

/** Something that is to be refused is given this long to come through. */
const GRACE_MS = 500;
const LOAD_WITHIN_MS = 10_000;
const later = (clock: Clock): Promise<void> => new Promise((resolve) => void clock.after(GRACE_MS, () => resolve()));

/** Runs in the page. A sandboxed page is refused in several ways: by null, by an error. */
const OPEN_WINDOW = `(() => { try { return open(location.href) !== null } catch { return false } })()`;

/** Runs in the page. Electron grants everything where nobody refuses; the timeout is for a position that was granted and never comes. */
const ASK_PERMISSIONS = `(async () => {
  const notify = await Notification.requestPermission();
  const place = await new Promise((answer) => navigator.geolocation.getCurrentPosition(
    () => answer('given'), ({ code, PERMISSION_DENIED }) => answer(code === PERMISSION_DENIED ? 'denied' : 'given'), { timeout: 3000 }));
  return notify === 'granted' || place === 'given';
})()`;

/** The DevTools event for an intercepted file chooser. */
const INTERCEPTED = 'Page.fileChooserOpened';
/**
 * Runs in the page as if after a touch. Returns the dialogs that the page can open, except the file chooser, which only
 * the main process sees.
 */
const ASK_DIALOGS = `(async () => {
  const input = (type) => Object.assign(document.createElement('input'), { type });
  const opened = [];
  addEventListener('beforeprint', () => opened.push('print'));
  print();
  input('file').click();
  const colour = document.body.appendChild(input('color'));
  let isPrevented = false;
  colour.addEventListener('click', (event) => { isPrevented = event.defaultPrevented; event.preventDefault(); });
  // Bypasses the replaced method: the click event itself must be prevented.
  HTMLElement.prototype.click.call(colour);
  colour.remove();
  if (!isPrevented) opened.push('colour');
  const apis = {
    openFile: window.showOpenFilePicker, saveFile: window.showSaveFilePicker, openFolder: window.showDirectoryPicker,
    eyeDropper: window.EyeDropper, payment: window.PaymentRequest, share: navigator.share, contacts: navigator.contacts,
    usb: navigator.usb, bluetooth: navigator.bluetooth, hid: navigator.hid, serial: navigator.serial,
    screenCapture: navigator.mediaDevices?.getDisplayMedia, pictureInPicture: document.pictureInPictureEnabled || undefined,
    passkey: document.featurePolicy.allowsFeature('publickey-credentials-get') || undefined,
  };
  return [...opened, ...Object.keys(apis).filter((name) => apis[name] !== undefined)];
})()`;

const GLOBALS = ['require', 'process', 'module', 'Buffer', 'kiosk', 'electron', 'ipcRenderer'];
/** Runs in the page and in a worker of it. */
const LOOK = `${JSON.stringify(GLOBALS)}.filter((name) => typeof globalThis[name] !== 'undefined')`;
const LOOK_AROUND = `(async () => {
  const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`postMessage(${LOOK})`)}])));
  const inWorker = await new Promise((answer) => { worker.onmessage = ({ data }) => answer(data) });
  worker.terminate();
  return [...${LOOK}, ...inWorker.map((name) => name + ' (in a worker)')];
})()`;

export async function tryPermissionsAndWindows(
  contents: WebContents,
  clock: Clock,
): Promise<Pick<ContentsFacts['tried'], 'openWindow' | 'permission'> & Pick<HardeningFacts, 'seenByContent'>> {
  let isOpened = false;
  const created = (): void => void (isOpened = true);
  app.on('web-contents-created', created);
  // As if somebody had touched the page: then Chromium's own blocker of popups stands back.
  const isGiven = (await contents.executeJavaScript(OPEN_WINDOW, true)) as boolean;
  await later(clock);
  app.removeListener('web-contents-created', created);
  return {
    openWindow: isGiven || isOpened,
    permission: await askPage<boolean>(contents, clock, ASK_PERMISSIONS),
    seenByContent: await askPage<string[]>(contents, clock, LOOK_AROUND),
  };
}

/** Returns the names of the dialogs that the page could open. */
export async function tryDialogs(contents: WebContents, clock: Clock): Promise<string[]> {
  let isIntercepted = false;
  const heard = (_event: Event, method: string): void => void (isIntercepted ||= method === INTERCEPTED);
  contents.debugger.on('message', heard);
  const shown = await askPage<string[]>(contents, clock, ASK_DIALOGS);
  await later(clock);
  contents.debugger.removeListener('message', heard);
  return isIntercepted ? shown : ['file', ...shown];
}

/** The page goes to a file, and to our own screen's address. True: it got away. */
export async function tryToLeave(contents: WebContents, clock: Clock, addresses: readonly string[]): Promise<boolean> {
  const before = contents.getURL();
  for (const address of addresses) {
    // Not waited for: a page that gets away answers nothing any more.
    void contents.executeJavaScript(`location.href = ${JSON.stringify(address)}; 0`, true).catch(() => {});
    await later(clock);
    if (contents.getURL() !== before) return true;
  }
  return false;
}

/** The main process itself loads what the session is to refuse. */
export async function tryToLoad(
  contents: WebContents,
  clock: Clock,
  fileUrl: string,
  servers: TrialServers,
): Promise<HardeningFacts['contentRefuses']> {
  const otherProtocols = await isRefused(contents, clock, fileUrl);
  const wrongCertificate = await isRefused(contents, clock, servers.wrongCertificateUrl);
  return { otherProtocols, wrongCertificate: servers.wasTrusted() ? false : wrongCertificate };
}

/** By the events that name the address: the promise of `loadURL` may be settled by the end of the load before. Null: neither came. */
function isRefused(contents: WebContents, clock: Clock, url: string): Promise<boolean | null> {
  return new Promise((resolve) => {
    const end = (answer: boolean | null): void => {
      cancel();
      unlisten();
      resolve(answer);
    };
    const cancel = clock.after(LOAD_WITHIN_MS, () => end(null));
    const unlisten = listen(contents, {
      'did-fail-load': (_event: Event, _code: number, _name: string, failed: string) => failed === url && end(true),
      'did-navigate': (_event: Event, reached: string) => reached === url && end(false),
    });
    contents.loadURL(url).catch(() => {});
  });
}
