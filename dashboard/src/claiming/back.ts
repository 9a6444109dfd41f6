import { beforeAttempt } from './on-attempt-presses.ts';
import type { Step } from './attempts.ts';
import { go, lookAway, lookForAnother, stay, toForm, toStart } from './moves.ts';
import { NEW, type ClaimState } from './state.ts';

/** One step back, which leads to the place before. Pure. */

export function back(state: ClaimState): Step {
  const { place, purpose } = state;
  switch (place.is) {
    case 'scan':
      if (place.sheet !== null) return go(state, { ...place, sheet: null });
      return purpose.is === 'link' ? go(state, { is: 'prepared' }, { purpose: NEW }) : toStart(state);
    case 'type':
      return toStart(state);
    case 'finding':
      return go(state, lookAway(state, true), { nth: state.nth + 1 });
    case 'found':
      return place.isPicked ? go(state, { is: 'prepared' }, { purpose: NEW }) : lookForAnother(state);
    case 'form':
      return state.found === null ? toStart(state) : go(state, { is: 'found' });
    case 'events':
      if (state.choice === null) return stay(state);
      return state.found === null ? toStart(state) : toForm(state);
    case 'refused':
      return backFromRefusal(state, place);
    case 'prepared':
      return state.found === null ? toStart(state) : go(state, { is: 'found' });
    case 'done':
      return toStart(state);
    default:
      return stay(state);
  }
}

function backFromRefusal(state: ClaimState, place: Extract<ClaimState['place'], { is: 'refused' }>): Step {
  if (place.refused.of === 'opening') return state.events === null ? stay(state) : toStart(state);
  if (place.refused.of === 'finding') return go(state, lookAway(state, true), { found: null });
  return beforeAttempt(state);
}
