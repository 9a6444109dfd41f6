import { createContext, createResource, Show, useContext, type JSX } from 'solid-js';
import { useTools, type Tools } from './app-context.ts';
import { isLanguage, type Language, type Words } from './words/words.ts';

/** Everybody's tools, with the words of some pages beside everybody's. */
export type ToolsWith<Own> = Tools & { words: Words & Own };

/** The words that only some pages have. `With` loads them in the language of everybody's, and shows what is below it once they are there. `use` gives them, below `With` alone. */
export function createPageWords<Own extends object>(load: (language: Language) => Promise<Own>) {
  const Context = createContext<ToolsWith<Own>>();

  function use(): ToolsWith<Own> {
    const tools = useContext(Context);
    if (!tools) throw new Error('useWords needs a WordsProvider above it');
    return tools;
  }

  function With(props: { children: JSX.Element }) {
    const tools = useTools();
    const { language } = tools.words.common;
    const [own] = createResource(() => load(isLanguage(language) ? language : 'en'));
    return (
      <Show when={own()}>
        {(words) => (
          <Context.Provider value={{ ...tools, words: { ...tools.words, ...words() } }}>
            {props.children}
          </Context.Provider>
        )}
      </Show>
    );
  }

  return { Context, use, With };
}
