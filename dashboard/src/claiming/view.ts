import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { Frame } from './screen-model-types.ts';
import type { ClaimState, Place } from './claim-state.ts';
import { viewDone, viewProgress } from './view-progress-and-done.ts';
import { viewForm, viewFound } from './view-found-and-form.ts';
import { viewEvents, viewOpening, viewPrepared, viewStart } from './view-start-and-lists.ts';
import { viewFinding, viewScan, viewType } from './view-scan.ts';
import { navOf, type Now } from './view-parts.ts';
import { viewRefusal } from './view-refusal.ts';

/** No claim is in progress in these places, so they show links to other pages. */
const AT_REST: readonly Place['is'][] = ['events', 'start', 'prepared', 'done'];

/** What is on the phone in this state, at this moment. */
export function view(state: ClaimState, words: ClaimingWords, now: Now): Frame {
  const frame = frameOf(state, words, now);
  return AT_REST.includes(state.place.is) && state.found === null ? { ...frame, nav: navOf(state, words) } : frame;
}

function frameOf(state: ClaimState, words: ClaimingWords, now: Now): Frame {
  const { place } = state;
  switch (place.is) {
    case 'opening':
      return viewOpening(state, words);
    case 'events':
      return viewEvents(state, words);
    case 'start':
      return viewStart(state, place, words, now);
    case 'prepared':
      return viewPrepared(state, words);
    case 'scan':
      return viewScan(state, place, words);
    case 'type':
      return viewType(state, place, words);
    case 'finding':
      return viewFinding(state, place, words);
    case 'found':
      return viewFound(state, words, now);
    case 'form':
      return viewForm(state, place, words);
    case 'claiming':
      return viewProgress(state, place, words, now);
    case 'refused':
      return viewRefusal(state, place, words, now);
    case 'done':
      return viewDone(state, place.done, words, now);
  }
}
