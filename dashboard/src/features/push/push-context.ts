import { createPageWords } from '../../load-page-words.tsx';
import { loadPushWords } from '../../words/push-words-loader.ts';

export const { use: usePushTools, With: WithPushWords } = createPageWords(loadPushWords);
