import { contentFailed, fallBack, reloadContent, showSplash } from './bring-content-to-screen.ts';
import { checkLeadsElsewhere } from './proved-hosts.ts';
import { armNextCheck, leaveScreen } from './shown-page-timers.ts';
import { LEADS_ELSEWHERE, type CheckResult } from '../ports.ts';
import { judgeCheck } from '../state/page-reachability.ts';
import { report } from '../reports/reports.ts';
import { asDetail, asHttpStatus, log, type Step } from '../state/step-helpers.ts';

/** What becomes of the page after it was shown: unreachable, recovered, changed, broken. */

const RESTLESS = 'The page changes at every request, so only the setting “reload every” loads it again.';

/** Asks whether the page on screen still answers. A check that has not answered by the next one has failed. */
export function checkPage(step: Step): void {
  const { state } = step;
  if (state.screen.kind !== 'page') return;
  if (state.checking !== null) pageChecked(step, { ok: false, detail: 'The page did not answer the check.' });
  requestPage(step, state.screen.url);
  armNextCheck(step);
}

function requestPage({ state, effects }: Step, url: string): void {
  state.checksStarted += 1;
  state.checking = state.checksStarted;
  effects.push({ type: 'check_page', check: state.checking, url });
}

export function pageChecked(step: Step, answered: CheckResult): void {
  const { state, now } = step;
  state.checking = null;
  if (state.screen.kind !== 'page') return;
  const { url } = state.screen;
  const elsewhere = answered.ok ? checkLeadsElsewhere(step, answered.host) : null;
  const result: CheckResult = elsewhere === null ? answered : { ok: false, detail: elsewhere };
  const before = state.reachability;
  const { reachabilityFailures: failuresNeeded, changesMost } = state.limits;
  const { next, report: kind, doNext } = judgeCheck(before, result, now.monotonicMs, { failuresNeeded, changesMost });
  state.reachability = next;
  if (result.ok && state.content.failure === null) state.content = { ...state.content, failures: 0 };
  // A page whose load led to another host was reported then, and is well once it is loaded again.
  if (kind !== null && state.content.failure !== LEADS_ELSEWHERE) {
    report(step, {
      event: kind === 'unreachable' ? 'sign:content_unreachable' : 'sign:content_recovered',
      url,
      sinceMs: next.failingSinceMs ?? before.failingSinceMs ?? now.monotonicMs,
      atMs: now.monotonicMs,
      ...(result.ok ? {} : failureOf(result)),
    });
    log(step, 'info', 'reachability changed', { url, state: kind });
  }
  if (doNext === 'confirm') requestPage(step, url);
  if (doNext === 'reload') reloadContent(step, null);
  if (doNext === 'note') {
    report(step, { event: 'sign:status', state: 'changes_at_every_request', detail: RESTLESS });
    log(step, 'info', 'page changes at every request', { url });
  }
}

/** In the form of the contract, whatever a server answered. */
function failureOf(result: Extract<CheckResult, { ok: false }>) {
  const httpStatus = asHttpStatus(result.httpStatus ?? null);
  return { detail: asDetail(result.detail), ...(httpStatus !== null && { httpStatus }) };
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
