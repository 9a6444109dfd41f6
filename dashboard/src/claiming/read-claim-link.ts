import { normalizeShortCode } from '@sign-display/contracts/short-code';
import { viewOf } from './url-and-browser-back.ts';
import type { Opening } from './machine-event-and-effect-types.ts';
import { keyMeant } from './screens/typed-to-keypad-key.ts';
import type { InvalidLink } from './claim-state.ts';

/** What the address of the claim asks for: a link of a page of ours, of a sign's QR, or one that somebody copied by half. Pure. */

const SIGN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CODE_LENGTH = 6;

/** The characters of `text` that a code can have, as many as it has. */
const usableOf = (text: string): string =>
  Array.from(text.slice(0, 200), (character) => keyMeant(character) ?? '')
    .join('')
    .slice(0, CODE_LENGTH);

/** `?event=…&sign=…&code=…&view=…`; a field that is there several times counts once. */
export function readLink(
  search: Record<string, string | string[] | undefined>,
): Pick<Opening, 'eventId' | 'signId' | 'code' | 'view' | 'wrong'> {
  const field = (name: string): string | null => [search[name]].flat()[0] ?? null;
  const [sign, typed] = [field('sign'), field('code')];
  const signId = sign !== null && SIGN_ID.test(sign) ? sign.toLowerCase() : null;
  const code = typed === null ? null : normalizeShortCode(typed);
  const wrong: InvalidLink | null =
    typed !== null && code === null
      ? { is: 'code', typed: usableOf(typed) }
      : sign !== null && signId === null && code === null
        ? { is: 'sign' }
        : null;
  return { eventId: field('event'), signId, code, view: viewOf(field('view') ?? undefined), wrong };
}
