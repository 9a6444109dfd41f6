import { app, session as sessions, webContents, type WebContents } from 'electron';
import { CONTENT_PARTITION } from '../content/content-session.ts';
import { CONTENT_PREFERENCES } from '../content/page-view.ts';
import { SCREEN_PREFERENCES } from '../window/screen-web-preferences.ts';
import { WEAKENING_SWITCHES, type ContentsFacts, type HardeningFacts } from './judge-hardening.ts';

/** Of Electron, at the time of this build. */
const SUPPORTED_MAJOR = 45;

const UNTRIED: ContentsFacts['tried'] = { openWindow: null, navigateToFile: null, permission: null };

function contentsFacts(contents: WebContents): ContentsFacts {
  const role = contents.session === sessions.fromPartition(CONTENT_PARTITION) ? 'content' : 'screen';
  const requested = role === 'content' ? CONTENT_PREFERENCES : SCREEN_PREFERENCES;
  const preferences = lastPreferences(contents);
  return { role, requested, preferences, hasPreload: Boolean(preferences?.['preload']), tried: UNTRIED };
}

/**
 * Reads the effective preferences of a page. Electron doesn't document this method; null if it is missing or returns
 * nothing.
 */
function lastPreferences(contents: WebContents): Record<string, unknown> | null {
  const { getLastWebPreferences } = contents as { getLastWebPreferences?(): Record<string, unknown> | null };
  return getLastWebPreferences?.call(contents) ?? null;
}

/** What can be read of the running app at any time; nothing is tried. `screen`: our own page. */
export function readFacts(screen: WebContents): HardeningFacts {
  return {
    electron: process.versions.electron,
    supportedMajor: SUPPORTED_MAJOR,
    contents: webContents.getAllWebContents().map(contentsFacts),
    screenUrl: screen.getURL() || null,
    screenPolicy: null,
    contentRefuses: { otherProtocols: null, wrongCertificate: null },
    ipcRefusesOthers: null,
    seenByContent: null,
    dialogsOpened: null,
    externalCalls: null,
    fuses: null,
    switches: WEAKENING_SWITCHES.filter((name) => app.commandLine.hasSwitch(name)),
  };
}
