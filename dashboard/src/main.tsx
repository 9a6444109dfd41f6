import { createClient } from '@sign-display/client/client';
import { render } from 'solid-js/web';
import { browserClock } from './adapters/browser-clock.ts';
import { browserNetwork } from './adapters/browser-network.ts';
import { createOnline } from './api/online.ts';
import { createSession } from './api/session.ts';
import { App } from './app.tsx';
import { ToolsContext } from './tools.ts';
import { languageFor, loadWords } from './words/words.ts';
import './styles/main.css';

const words = await loadWords(languageFor(navigator.languages));
const online = createOnline(browserClock, browserNetwork);
const client = createClient({ origin: '', fetch: online.fetch });
document.documentElement.lang = words.common.language;
render(
  () => (
    <ToolsContext.Provider value={{ words, client, clock: browserClock, online, session: createSession(client) }}>
      <App />
    </ToolsContext.Provider>
  ),
  document.body,
);
