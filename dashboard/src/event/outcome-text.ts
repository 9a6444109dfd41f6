import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { Words } from '../words/words.ts';
import { codeOf } from './attempt-stages-and-filter.ts';

/** A refusal's code, in words: with its reason (`device_load_failed.sign_timeout`), else the code alone. */
export function codeText({ claims }: Words, code: string): string {
  const outcomes: Readonly<Record<string, string>> = claims.outcomes;
  return outcomes[code] ?? outcomes[code.split('.', 1)[0]!] ?? claims.otherOutcome(code);
}

export function outcomeText(words: Words, attempt: Pick<ClaimAttempt, 'outcome' | 'reason' | 'kind' | 'url'>): string {
  if (attempt.outcome !== 'committed') return codeText(words, codeOf(attempt));
  const { claims } = words;
  return attempt.kind === 'claim' && attempt.url === null ? claims.claimedWithoutPage : claims.claimedAs[attempt.kind];
}
