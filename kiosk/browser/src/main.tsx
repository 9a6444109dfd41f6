import '@sign-display/kiosk-screen/style-sheets';
import './screen/tab.css';
import { render } from 'solid-js/web';
import { openTabClock } from './adapters/tab-clock.ts';
import { tabMemory } from './adapters/tab-web-storage.ts';
import { tabRandom } from './adapters/tab-random.ts';
import { tabWindow as window } from './adapters/tab-window.ts';
import { takeOnlySign, takeSign } from './identity/choose-sign.ts';
import { becomeOnlyTab } from './identity/single-tab.ts';
import { languageOf } from './screen/choose-language.ts';
import { NoSign } from './screen/no-sign.tsx';
import type { Cause } from './screen/words.ts';
import { openSign } from './sign.tsx';
import { openDatabase, type Database } from './store/database.ts';
import { isClaimed } from './store/tab-store.ts';

/** Starts the tab: takes one of this browser's signs and runs it, or shows why the tab can't be a sign. */

const clock = openTabClock();

/** As chosen in the dashboard, which has the same origin; else the browser's. */
const language = languageOf([tabMemory.dashboardLanguage() ?? '', ...navigator.languages]);
document.documentElement.lang = language;

/** What the dashboard reads of the sign that it frames (`dashboard/src/first-sign/watch-framed-sign.ts`). */
const published = document.documentElement.dataset;

/** Shows why this tab is no sign, until the returned function is called. */
function refuse(cause: Cause, detail?: string): () => void {
  published['noSign'] = cause;
  const hide = render(() => <NoSign language={language} cause={cause} detail={detail} />, document.body);
  return () => {
    delete published['noSign'];
    hide();
  };
}

const asked = new URLSearchParams(location.search);
/** `/sign?unclaimed`, as the empty wall opens it to claim a sign: a claimed sign would show its page there. */
const WANTS_UNCLAIMED = asked.has('unclaimed');
/** `/sign?sign=3`, as the dashboard opens the sign of a closed frame in a tab. */
const NAMED = /^\d{1,9}$/.exec(asked.get('sign') ?? '')?.[0];
const memory = { ...tabMemory, read: () => (NAMED === undefined ? tabMemory.read() : Number(NAMED)) };

/** Resolves with the number of the sign of this tab. While another tab is this browser’s only sign, the tab shows that and waits. */
async function take(database: Database): Promise<number> {
  const isWanted = async (sign: number): Promise<boolean> => !WANTS_UNCLAIMED || !(await isClaimed(database, sign));
  // A page over http from another machine has no Web Locks.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return takeSign({ database, locks, clock, memory, isWanted });
  let hideMessage: (() => void) | undefined;
  await becomeOnlyTab(new BroadcastChannel('sign-display-sign'), {
    clock,
    random: tabRandom,
    onWaiting: () => (hideMessage ??= refuse('taken')),
    onReplaced: () => location.reload(),
  });
  const sign = await takeOnlySign({ database, memory, isWanted });
  hideMessage?.();
  return sign;
}

const RELOAD_AFTER_MS = 30_000;

async function run(): Promise<void> {
  let database: Database;
  let sign: number;
  try {
    // Only a reload gets the newer version of this page.
    database = await openDatabase(window.indexedDB as IDBFactory | undefined, clock, () => location.reload());
    sign = await take(database);
  } catch (error) {
    // A browser that is clearing the site's data fails in the same way for a moment, and nobody is there to reload a sign.
    clock.after(RELOAD_AFTER_MS, () => location.reload());
    refuse('no_memory', error instanceof Error ? error.message : String(error));
    return;
  }
  published['sign'] = String(sign);
  // After a reload the tab must take this sign again, even if the sign has been claimed meanwhile.
  history.replaceState(history.state, '', location.pathname);
  // Without this, a browser short of disk space may delete the data of all signs.
  void navigator.storage?.persist().catch(() => {});
  const appVersion = import.meta.env['VITE_APP_VERSION'] as string;
  openSign({ window, clock, random: tabRandom, database, sign, appVersion, language });
}

// A tab restored from the back/forward cache has lost its lock.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
void run();
