import type { BulkSign } from '@sign-display/contracts/rest/bulk';
import type { WallWords } from '../../words/wall-words-loader.ts';

/** Why a sign of a bulk request is not done, and what helps; a code without words is shown as it is. Null: nothing is known. Pure. */
export function reasonText(words: WallWords, { state, code }: Pick<BulkSign, 'state' | 'code'>): string | null {
  const { reasons, waitsForSign } = words.wallActions.bulk;
  if (state === 'queued' && code === 'sign_not_connected') return waitsForSign;
  if (state === 'expired') return reasons.expired;
  if (code === null) return null;
  return code in reasons ? reasons[code as keyof typeof reasons] : code;
}
