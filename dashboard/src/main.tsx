import { createClient } from '@sign-display/client/client';
import { render } from 'solid-js/web';
import { browserClock } from './adapters/browser-clock.ts';
import { browserNetwork } from './adapters/browser-network.ts';
import { browserChance, browserPage } from './adapters/browser-page.ts';
import { createOnline } from './api/online.ts';
import { createSession } from './api/session.ts';
import { App } from './app.tsx';
import { createLives } from './live/lives.ts';
import { ToolsContext } from './tools.ts';
import { languageFor, loadWords } from './words/words.ts';
import './styles/main.css';

const words = await loadWords(languageFor(navigator.languages));
const online = createOnline(browserClock, browserNetwork);
const client = createClient({ origin: '', fetch: online.fetch });
const session = createSession(client);
const lives = createLives({
  client,
  clock: browserClock,
  chance: browserChance,
  page: browserPage,
  askSession: () => void session.ask(),
});
document.documentElement.lang = words.common.language;
render(
  () => (
    <ToolsContext.Provider value={{ words, client, clock: browserClock, online, session, lives }}>
      <App />
    </ToolsContext.Provider>
  ),
  document.body,
);
