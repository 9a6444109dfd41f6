import type { Advice } from '../decisions/advice.ts';
import type { AdviceWords } from './advice-parts.ts';
import type { ScreenWords } from './english.ts';

/** What `advice` says in a language. `now` is asked for the time only where a word depends on it. */
export const adviceWords = (advice: Advice, now: () => number, { advice: said }: ScreenWords): AdviceWords =>
  (said[advice.kind] as (advice: Advice, now: () => number) => AdviceWords)(advice, now);
