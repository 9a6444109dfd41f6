import { blankChecked } from '../reports/analytics.ts';
import { jitteredIntervalMs } from '../backoff.ts';
import { reloadContent } from './content.ts';
import { report } from '../reports/reports.ts';
import { log, setTimer, type Step } from '../state/step.ts';

/**
 * A page can be up and the screen still blank (promise K9): the view is sampled, and one that stays of one colour is told, and loaded again
 * once. It may be meant that way (a page that is black at night), so it is not loaded again and again.
 */

const DETAIL = 'The page is up, but the screen shows nothing but one colour.';

export function sampleView(step: Step): void {
  const { state, now } = step;
  if (state.screen.kind !== 'page') return;
  if (state.stored.mode === 'foreground') step.effects.push({ type: 'sample_view', url: state.screen.url });
  setTimer(step, 'sample_view', jitteredIntervalMs(state.limits.sampleEveryMs, now.chance));
}

/** `blank` null: the shell can't tell. */
export function viewSampled(step: Step, url: string, blank: boolean | null): void {
  const { state, now } = step;
  if (blank === null || state.screen.kind !== 'page' || state.screen.url !== url || state.view.url !== url) return;
  const before = state.view;
  if (blank || before.noted !== false) blankChecked(step, url, blank);
  const blankSamples = blank ? before.blankSamples + 1 : 0;
  const sinceMs = before.blankSamples === 0 ? now.monotonicMs : before.sinceMs;
  const isBlank = blank && (before.blank || blankSamples >= state.limits.blankSamples);
  state.view = { url, blankSamples, blank: isBlank, sinceMs, noted: blank };
  if (isBlank === before.blank) return;
  log(step, 'warn', 'screen', { url, blank: isBlank });
  const atMs = now.monotonicMs;
  if (!isBlank) return report(step, { event: 'sign:content_recovered', url, sinceMs, atMs });
  const contentId = state.content.wanted?.url === url ? state.content.wanted.contentId : null;
  report(step, { event: 'sign:content_error', url, contentId, code: 'blank', detail: DETAIL, atMs });
  if (state.content.wanted?.url === url) reloadContent(step, null);
}
