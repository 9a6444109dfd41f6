import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { Action, Frame, Header } from './screen-model-types.ts';
import type { Press } from './user-action-types.ts';
import { clockTime } from './display-formats.ts';
import type { ClaimState } from './claim-state.ts';

/** What the frames are made of. Pure. */

/** The moment that is drawn: of `performance.now()`, and of the time of day. */
export interface Now {
  nowMs: number;
  wallMs: number;
}

/** The presses that say nothing but their name. */
export type BarePress = {
  [Type in Press['type']]: { type: Type } extends Extract<Press, { type: Type }> ? Type : never;
}[Press['type']];

export const action = (kind: Action['kind'], label: string, type: BarePress): Action => ({
  kind,
  label,
  // The compiler doesn't see that each of a union is one of the union's objects.
  press: { type } as Press,
});

export const headerOf = (
  { claiming }: ClaimingWords,
  title: string,
  aside: Header['aside'] = null,
  hasBack = true,
): Header => ({ back: hasBack ? { label: claiming.back, press: { type: 'back' } } : null, title, aside });

export function navOf({ choice }: ClaimState, { shell }: ClaimingWords): NonNullable<Frame['nav']> {
  const account = { label: shell.account, href: PAGES.account };
  if (choice === null)
    return { label: shell.organizationTabs, links: [{ label: shell.tabs.home, href: PAGES.home }, account] };
  const { eventId } = choice;
  const links = [
    { label: shell.tabs.wall, href: pathOf('wall', { eventId }) },
    { label: shell.tabs.claimAttempts, href: pathOf('claimAttempts', { eventId }) },
    account,
  ];
  return { label: shell.eventTabs, links };
}

/** What stands under the header whatever the frame is: without a network nothing goes on. */
export function bandOf({ isOnline, offlineSinceWallMs, choice }: ClaimState, words: ClaimingWords): string | null {
  if (isOnline) return null;
  if (offlineSinceWallMs === null) return words.claiming.offline;
  return words.recovery.offlineSince(clockTime(offlineSinceWallMs, choice, words));
}

/** The same where a sign is held, which the person may be claiming elsewhere, or who came back to it by a link that names none. */
export function bandOfHeld(state: ClaimState, words: ClaimingWords): string | null {
  const { elsewhere, found, place } = state;
  const isSame = elsewhere !== null && elsewhere.signId === found?.signId;
  const { yoursNow, yoursDone } = words.recovery.others;
  const isWrongLink = (place.is === 'found' || place.is === 'form') && place.isWrongLink;
  const held = isSame ? (elsewhere.isDone ? yoursDone : yoursNow) : null;
  return bandOf(state, words) ?? held ?? (isWrongLink ? words.claiming.found.wrongLink : null);
}
