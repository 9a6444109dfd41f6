import { createContext, createResource, Show, useContext, type JSX } from 'solid-js';
import { useTools, type Tools } from './tools.ts';
import { loadWallWords, type WallWords } from './words/wall-words.ts';
import { isLanguage } from './words/words.ts';

/** What the wall, a sign's page and the outages work with: everybody's tools, with the words of these pages. */
export type WallTools = Tools & { words: WallWords };

export const WallToolsContext = createContext<WallTools>();

export function useWallTools(): WallTools {
  const tools = useContext(WallToolsContext);
  if (!tools) throw new Error('a page of the wall stands outside of WallToolsContext');
  return tools;
}

/** Loads the words of these pages, in the language of everybody's; what is below it stands there once they are loaded. */
export function WithWallWords(props: { children: JSX.Element }) {
  const tools = useTools();
  const { language } = tools.words.common;
  const [own] = createResource(() => loadWallWords(isLanguage(language) ? language : 'en'));
  return (
    <Show when={own()}>
      {(words) => (
        <WallToolsContext.Provider value={{ ...tools, words: { ...tools.words, ...words() } }}>
          {props.children}
        </WallToolsContext.Provider>
      )}
    </Show>
  );
}
