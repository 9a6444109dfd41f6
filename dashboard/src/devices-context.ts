import { createPageWords } from './load-page-words.tsx';
import { loadDeviceWords } from './words/device-words-loader.ts';

export const { use: useDeviceTools, With: WithDeviceWords } = createPageWords(loadDeviceWords);
