import { createPageWords } from '../../load-page-words.tsx';
import { loadSecondFactorWords } from '../../words/second-factor-words-loader.ts';

export const { use: useSecondFactorTools, With: WithSecondFactorWords } = createPageWords(loadSecondFactorWords);
