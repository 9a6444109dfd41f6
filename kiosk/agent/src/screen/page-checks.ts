import { contentFailed, fallBack, reloadContent, showSplash } from './content.ts';
import { armNextCheck, leaveScreen } from './page-watch.ts';
import type { CheckResult } from '../ports.ts';
import { judgeCheck } from '../state/reachability.ts';
import { report } from '../reports/reports.ts';
import { asDetail, log, type Step } from '../state/step.ts';

/** What becomes of the page after it was shown: unreachable, recovered, changed, broken. */

/** Asks whether the page on screen still answers. A check that has not answered by the next one has failed. */
export function checkPage(step: Step): void {
  const { state } = step;
  if (state.screen.kind !== 'page') return;
  if (state.checking !== null) pageChecked(step, { ok: false, detail: 'The check got no answer.' });
  state.checksStarted += 1;
  state.checking = state.checksStarted;
  step.effects.push({ type: 'check_page', check: state.checking, url: state.screen.url });
  armNextCheck(step);
}

export function pageChecked(step: Step, result: CheckResult): void {
  const { state, now } = step;
  state.checking = null;
  if (state.screen.kind !== 'page') return;
  const before = state.reachability;
  const {
    next,
    report: kind,
    changed,
  } = judgeCheck(before, result, now.monotonicMs, state.limits.reachabilityFailures);
  state.reachability = next;
  if (result.ok && state.content.failure === null) state.content = { ...state.content, failures: 0 };
  if (kind !== null) {
    report(step, {
      event: kind === 'unreachable' ? 'sign:content_unreachable' : 'sign:content_recovered',
      url: state.screen.url,
      sinceMs: next.failingSinceMs ?? before.failingSinceMs ?? now.monotonicMs,
      atMs: now.monotonicMs,
      ...(result.ok ? {} : { detail: asDetail(result.detail) }),
    });
    log(step, 'info', 'reachability changed', { url: state.screen.url, state: kind });
  }
  if (changed) reloadContent(step, null);
}

/**
 * The page on screen broke (promise K5). Where it is the wanted one it is loaded again, paced, and stays until that succeeds;
 * where it only stood in for one that fails, it is fetched anew behind the splash.
 */
export function pageFailed(step: Step, url: string, code: string, detail: string): void {
  const { screen, content, proof } = step.state;
  if (screen.kind !== 'page' || screen.url !== url) return;
  if (content.wanted?.url !== url) {
    leaveScreen(step);
    showSplash(step);
    fallBack(step);
    return;
  }
  step.state.content = { ...content, reload: true };
  // A shell that complains every second must not put the retry off for ever.
  if (!content.retrying && proof?.purpose !== 'content') contentFailed(step, code, detail);
}
