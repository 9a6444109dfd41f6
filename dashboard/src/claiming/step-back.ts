import { beforeAttempt } from './attempt-press-handlers.ts';
import type { Step } from './make-and-send-attempt.ts';
import { go, leaveSearch, searchAnother, stay, toForm, toStart } from './shared-transitions.ts';
import { NEW, type ClaimState } from './claim-state.ts';

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
      return go(state, leaveSearch(state, true), { nth: state.nth + 1 });
    case 'found':
      return place.isPicked ? go(state, { is: 'prepared' }, { purpose: NEW }) : searchAnother(state);
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
  if (place.refused.of === 'finding') return go(state, leaveSearch(state, true), { found: null });
  return beforeAttempt(state);
}
