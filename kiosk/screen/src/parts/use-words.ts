import { createContext, useContext } from 'solid-js';
import { english, type ScreenWords } from '../words/english.ts';

/** The catalogue of the screens; `App` chooses its language. */
export const WordsContext = createContext<ScreenWords>(english);

export const useWords = (): ScreenWords => useContext(WordsContext);
