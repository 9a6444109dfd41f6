import { createClient } from '@sign-display/client/client';
import { render } from 'solid-js/web';
import { browserClock } from './adapters/browser-clock.ts';
import { createSession } from './api/session.ts';
import { App } from './app.tsx';
import { ToolsContext } from './tools.ts';
import { languageFor, loadWords } from './words/words.ts';
import './styles/main.css';

const words = await loadWords(languageFor(navigator.languages));
const client = createClient({ origin: '' });
document.documentElement.lang = words.common.language;
render(
  () => (
    <ToolsContext.Provider value={{ words, client, clock: browserClock, session: createSession(client) }}>
      <App />
    </ToolsContext.Provider>
  ),
  document.body,
);
