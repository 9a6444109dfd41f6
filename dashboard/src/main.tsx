import './adapters/repair-browser-language.ts';
import { createClient } from '@sign-display/client/client';
import { createEffect, createResource, Show, untrack } from 'solid-js';
import { render } from 'solid-js/web';
import { browserClock } from './adapters/browser-clock.ts';
import { browserNetwork } from './adapters/browser-online-status.ts';
import { browserChance, browserPage } from './adapters/browser-page.ts';
import { browserPush, openClickedNotifications } from './adapters/browser-push.ts';
import { browserRandom } from './adapters/browser-random.ts';
import { openSocket } from './adapters/browser-sockets.ts';
import { browserStore } from './adapters/browser-store.ts';
import { browserWorker } from './adapters/browser-service-worker.ts';
import { pressOf } from './adapters/key-press.ts';
import { createAppVersion } from './api/app-updates.ts';
import { createOnline } from './api/connectivity.ts';
import { createPlaces } from './api/organizations-and-events.ts';
import { createPreferences } from './api/browser-preferences.ts';
import { createSession, KEPT } from './api/session.ts';
import { forgetClaim } from './claiming/forget-claim.ts';
import { App, fetchPageAhead } from './app.tsx';
import { createLastWalls } from './api/last-wall-views.ts';
import { createLiveSubscriptions } from './live/live-subscriptions.ts';
import { loadPersonalFeed } from './live/load-personal-feed.ts';
import { createTimes } from './times/time-formats.ts';
import { ToolsContext } from './app-context.ts';
import { createKeys } from './ui/key-registry.ts';
import { keepPageScale } from './ui/page-scale.ts';
import { isLanguage, languageFor, LANGUAGES, loadWords } from './words/words.ts';
import './styles/main.css';

function Main() {
  const preferences = createPreferences(browserStore, LANGUAGES);
  const online = createOnline(browserClock, browserNetwork);
  const version = createAppVersion(browserWorker);
  const client = createClient({
    origin: '',
    session: 'cookie',
    fetch: online.fetch,
    async retry({ body }) {
      void session.refused(body.code);
      return false;
    },
  });
  const session = createSession(client, browserStore, (userId, end) => {
    forgetClaim(userId, end, () => localStorage);
    // The service sends nothing there any more: the endpoint ended with the session (detail 105).
    void browserPush.unsubscribeAll();
  });
  openClickedNotifications();
  // Only other tabs cause this event.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEPT && newValue !== null && session.leaveTo(newValue)) location.reload();
  });
  const feedPorts = {
    client,
    openSocket,
    clock: browserClock,
    chance: browserChance,
    page: browserPage,
    askSession: () => void session.ask(),
  };
  const lives = createLiveSubscriptions(feedPorts);
  const personal = loadPersonalFeed(feedPorts, lives);
  const places = createPlaces(client, session);
  const walls = createLastWalls();
  const keys = createKeys(() => preferences.singleKeys.value() === 'on');
  addEventListener('keydown', (event) => keys.press(pressOf(event)) && event.preventDefault());

  keepPageScale();
  const page = document.documentElement;
  createEffect(() => {
    const theme = preferences.theme.value();
    if (theme === 'system') delete page.dataset['theme'];
    else page.dataset['theme'] = theme;
  });

  const language = () => {
    const chosen = preferences.language.value();
    return isLanguage(chosen) ? chosen : languageFor(navigator.languages);
  };
  // Beside the words, which are scripts of their own too: the first picture waits for all at once, and not for one after the other.
  fetchPageAhead(location.pathname, untrack(language));
  const [words] = createResource(language, loadWords);
  const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    // Anew in another language: pages take their words once.
    <Show when={words.latest} keyed>
      {(known) => {
        page.lang = known.common.language;
        const times = createTimes(known.common.language, viewerZone);
        const tools = {
          words: known,
          client,
          clock: browserClock,
          page: browserPage,
          random: browserRandom,
          online,
          version,
          session,
          lives,
          personal,
          places,
          walls,
          preferences,
          push: browserPush,
          keys,
          times,
        };
        return (
          <ToolsContext.Provider value={tools}>
            <App />
          </ToolsContext.Provider>
        );
      }}
    </Show>
  );
}

render(Main, document.body);
