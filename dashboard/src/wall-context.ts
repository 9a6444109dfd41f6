import { createPageWords, type ToolsWith } from './load-page-words.tsx';
import type { englishWall } from './words/english-wall.ts';
import { loadWallWords } from './words/wall-words-loader.ts';

/** What the wall, a sign's page and the outages work with: everybody's tools, with the words of these pages. */
export type WallTools = ToolsWith<typeof englishWall>;

export const { Context: WallToolsContext, use: useWallTools, With: WithWallWords } = createPageWords(loadWallWords);
