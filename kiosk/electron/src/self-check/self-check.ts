import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, webContents, type WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { openContentSession } from '../content/content-session.ts';
import { createContentView } from '../content/content-view.ts';
import { PLAIN_APPEARANCE } from '../content/page-display-settings.ts';
import { openOurScreen, openScreenSession } from '../screen/kiosk-screen.ts';
import { SCREEN_ORIGIN } from '../screen/screen-files.ts';
import { chooseDisplay } from '../window/blacken-other-displays.ts';
import { openStage } from '../window/view-stack.ts';
import { askPage } from './evaluate-in-page.ts';
import { readFuses } from './read-fuses.ts';
import { hardeningTable, isHard, judgeHardening, type HardeningFacts } from './judge-hardening.ts';
import { tryDialogs, tryPermissionsAndWindows, tryToLeave, tryToLoad } from './page-trials.ts';
import { readFacts } from './read-facts.ts';
import { openTrialServers, type MakeCertificate } from './trial-servers.ts';

const LOAD_WITHIN_MS = 20_000;

/** `npm run kiosk:selfcheck`: the app's own windows and sessions, without a service. Prints the table; resolves with the exit code. */
export async function runSelfCheck(appFolder: string, clock: Clock, makeCertificate: MakeCertificate): Promise<number> {
  const rows = judgeHardening(await gather(appFolder, clock, makeCertificate));
  await new Promise<void>((resolve) => process.stdout.write(`${hardeningTable(rows)}\n`, () => resolve()));
  return isHard(rows) ? 0 : 1;
}

async function gather(appFolder: string, clock: Clock, makeCertificate: MakeCertificate): Promise<HardeningFacts> {
  const session = openScreenSession(join(appFolder, 'screen'));
  const preload = join(appFolder, 'preload.js');
  const stage = openStage({ display: chooseDisplay(0), windowed: true, session, preload });
  const screen = stage.window.webContents;
  let heard = 0;
  const isShown = new Promise<void>((resolve) => screen.once('did-finish-load', () => resolve()));
  const count = (): void => void heard++;
  openOurScreen(screen, clock).heed({ submitAddress: count, releaseTyped: count, releaseCancelled: count });
  await isShown;

  const servers = await openTrialServers(makeCertificate);
  const content = openContentSession(() => {});
  const parts = { window: stage.window, content, clock, endRenderer: () => {} };
  const view = createContentView(parts, servers.pageUrl, PLAIN_APPEARANCE);
  stage.wings(view);
  const proof = await view.prove(LOAD_WITHIN_MS);
  const page = webContents.getAllWebContents().find((one) => one.session === content.session);
  if (!proof.ok || page === undefined) throw new Error('The self-check page could not be loaded');

  const read = readFacts(screen);
  const fileUrl = pathToFileURL(join(appFolder, 'package.json')).href;
  const { seenByContent, ...inPage } = await tryPermissionsAndWindows(page, clock);
  const dialogsOpened = await tryDialogs(page, clock);
  const navigateToFile = await tryToLeave(page, clock, [fileUrl, `${SCREEN_ORIGIN}/`]);
  const tried = { ...inPage, navigateToFile };
  const contentRefuses = await tryToLoad(page, clock, fileUrl, servers);
  const ipcRefusesOthers = await tryOtherSender(screen, { session, preload }, () => heard);
  servers.close();
  return {
    ...read,
    contents: read.contents.map((one) => (one.role === 'content' ? { ...one, tried } : one)),
    screenPolicy: await policyOf(screen, clock),
    contentRefuses,
    ipcRefusesOthers,
    seenByContent,
    dialogsOpened,
    externalCalls: readFileSync(join(appFolder, 'main.js'), 'utf8').match(/\bopenExternal\s*\(/g)?.length ?? 0,
    fuses: readFuses(readFileSync(process.execPath)),
  };
}

/** Another page with our bridge says all that can be said over it. Null: our own page was not heard either, so nothing was shown. */
async function tryOtherSender(
  screen: WebContents,
  own: { session: Electron.Session; preload: string },
  heard: () => number,
): Promise<boolean | null> {
  const preferences = { ...own, sandbox: true, contextIsolation: true, nodeIntegration: false };
  const other = new BrowserWindow({ show: false, webPreferences: preferences });
  await other.loadURL(`${SCREEN_ORIGIN}/`);
  const before = heard();
  await say(other.webContents);
  const fromOther = heard() - before;
  await say(screen);
  const fromOurs = heard() - before - fromOther;
  other.destroy();
  return fromOurs === 0 ? null : fromOther === 0;
}

/** Resolves once the main process has had what was said: messages of a page come in the order of its answers. */
async function say(contents: WebContents): Promise<void> {
  await contents.executeJavaScript(`kiosk.submitAddress('x'); kiosk.releaseTyped('x'); kiosk.releaseCancelled(); 0`);
  await contents.executeJavaScript('0');
}

/** The policy that our page lives under, as Chromium tells it when an inline script is refused; empty where the script ran. */
const policyOf = (screen: WebContents, clock: Clock): Promise<string> =>
  askPage<string>(
    screen,
    clock,
    `new Promise((answer) => {
      addEventListener('securitypolicyviolation', ({ originalPolicy }) => answer(originalPolicy), { once: true });
      const script = document.createElement('script');
      script.textContent = 'globalThis.hasRunInline = true';
      document.head.append(script);
      if (globalThis.hasRunInline) answer('');
    })`,
  );
