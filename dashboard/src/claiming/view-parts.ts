import type { Words } from '../words/words.ts';
import type { Action, Header } from './frames.ts';
import type { Press } from './presses.ts';
import type { ClaimState } from './state.ts';

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
  { claiming }: Words,
  title: string,
  aside: Header['aside'] = null,
  hasBack = true,
): Header => ({ back: hasBack ? { label: claiming.back, press: { type: 'back' } } : null, title, aside });

/** What stands under the header whatever the frame is: without a network nothing goes on. */
export const bandOf = ({ isOnline }: ClaimState, { claiming }: Words): string | null =>
  isOnline ? null : claiming.offline;
