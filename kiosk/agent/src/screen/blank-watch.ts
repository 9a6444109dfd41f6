import { blankChecked } from '../reports/collect-analytics.ts';
import { jitteredIntervalMs } from '../backoff.ts';
import { reloadContent } from './bring-content-to-screen.ts';
import { report } from '../reports/reports.ts';
import { log, setTimer, type Step } from '../state/step-helpers.ts';

/**
 * A page can be up and the screen still blank (promise K9): the view is sampled, and one that stays of one colour is told, and loaded again
 * once. It may be meant that way (a page that is black at night), so it is not loaded again and again.
 *
 * That is a fact of the screen, told by every heartbeat (`blank`) beside the state of the content and never in its place: blank after two looks in a row
 * that found one colour, not blank after one look that did not, and not known before that. The sign's history has it from `sign:status`.
 */

const BLANK = 'The page is up, but the screen shows nothing but one colour.';
const WELL = 'The screen shows more than one colour again.';

export function sampleView(step: Step): void {
  const { state, now } = step;
  if (state.screen.kind !== 'page') return;
  if (state.stored.mode === 'foreground') step.effects.push({ type: 'sample_view', url: state.screen.url });
  setTimer(step, 'sample_view', jitteredIntervalMs(state.limits.sampleEveryMs, now.chance));
}

/** `blank` null: the shell can't tell. */
export function viewSampled(step: Step, url: string, blank: boolean | null): void {
  const { state } = step;
  if (blank === null || state.screen.kind !== 'page' || state.screen.url !== url || state.view.url !== url) return;
  const before = state.view;
  if (blank || before.noted !== false) blankChecked(step, url, blank);
  const blankSamples = blank ? before.blankSamples + 1 : 0;
  const isBlank = blank && blankSamples < state.limits.blankSamples ? before.blank : blank;
  state.view = { url, blankSamples, blank: isBlank, noted: blank };
  if (Boolean(isBlank) === Boolean(before.blank)) return;
  log(step, 'warn', 'screen', { url, blank: isBlank });
  if (!isBlank) return report(step, { event: 'sign:status', state: 'screen_recovered', detail: WELL });
  report(step, { event: 'sign:status', state: 'screen_blank', detail: BLANK });
  if (state.content.wanted?.url === url) reloadContent(step, null);
}
