import type { SignNow } from '@sign-display/contracts/rest/now';
import type { Sign } from '@sign-display/contracts/rest/signs';

/** How far a page is that was just set, from the word to the proof. Pure. */

/** What was on the screen, and how the content stood, when it was sent. */
export interface Sending {
  url: string | null;
  before: { url: string | null; screenSince: string | null; contentSince: string | null };
}

/**
 * `waits`: no device, or it is away. `later`: something else wins for now (a schedule, a page set by hand). `told`, `loading`: on its way. `proved`: it was
 * put on the screen. `failed`: the sign can't show it, and keeps what it had.
 */
export type ContentStep = 'waits' | 'later' | 'told' | 'loading' | 'proved' | 'failed';

export const sendingOf = (url: string | null, now: SignNow | undefined): Sending => ({
  url,
  before: {
    url: now?.content?.url ?? null,
    screenSince: now?.screen?.since ?? null,
    contentSince: now?.content?.since ?? null,
  },
});

type Known = Pick<Sign, 'device' | 'presence' | 'contentState' | 'shown' | 'url'>;

/** `now` undefined: not read yet. */
export function contentStepOf({ url, before }: Sending, sign: Known, now: SignNow | undefined): ContentStep {
  if (!sign.device || sign.presence !== 'online') return 'waits';
  if (sign.shown.url !== url)
    return sign.url === url && sign.shown.source !== 'assigned' && url !== null ? 'later' : 'told';
  if (url === null) return sign.contentState === 'idle' ? 'proved' : 'loading';
  if (now?.content?.url !== url) return 'told';
  const isNewWord = now.content.since !== before.contentSince || before.url === url;
  if ((sign.contentState === 'error' || sign.contentState === 'unreachable') && isNewWord) return 'failed';
  const isPut = now.screen?.since !== before.screenSince || before.url === url;
  return sign.contentState === 'showing' && now.screen?.since != null && isPut ? 'proved' : 'loading';
}
