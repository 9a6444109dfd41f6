import type { Step } from './make-and-send-attempt.ts';
import { choose, go, releaseDevice, leaveSearch, stay } from './shared-transitions.ts';
import type { ClaimState, Owner } from './claim-state.ts';

/** A sign that is refused because it is one of the organization's own already: which, and what leads to it. Pure. */

/** The record that has the sign that was refused; null where that isn't known. */
export function ownerOf({ place, owner }: Pick<ClaimState, 'place' | 'owner'>): Owner | null {
  return place.is === 'refused' ? owner : null;
}

/** Its device is broken: another one is scanned to take its place. The camera may still look at the one that goes. */
export function replaceOwner(state: ClaimState): Step {
  const owner = ownerOf(state);
  if (owner === null) return stay(state);
  const { sign } = owner;
  const choice = state.events?.find(({ eventId }) => eventId === sign.eventId);
  const chosen = choice === undefined ? stay(state) : choose(state, choice);
  const place = leaveSearch({ ...state, way: 'scan' }, false);
  const changes = { purpose: { is: 'replace', sign }, way: 'scan', camera: null, found: null, asked: null } as const;
  const { state: next, effects } = go(chosen.state, place, changes, ...releaseDevice(state));
  return { state: next, effects: [...chosen.effects, ...effects] };
}
