import { equalJitterMs } from '../backoff.ts';
import { rendered } from '../reports/collect-analytics.ts';
import { ackCommand, refuseCommand } from '../state/command-memory.ts';
import { isSameScreen, leaveScreen, watchPage } from './shown-page-timers.ts';
import { isShowable } from './is-showable-url.ts';
import { leadsElsewhere, rememberHost } from './proved-hosts.ts';
import { LEADS_ELSEWHERE, type ProofResult, type SplashScreen } from '../ports.ts';
import { discardProof, keepProved, showProved, startProof } from './prove-in-hidden-view.ts';
import { report } from '../reports/reports.ts';
import { NO_CONTENT, type Screen } from '../state/state.ts';
import type { Content } from '../state/stored-document.ts';
import { asDetail, cancelTimer, log, save, setTimer, type Step } from '../state/step-helpers.ts';

/**
 * A claimed sign's page: from the one that is wanted to the one on screen (promises K2 and K4). The wanted page is proved in the
 * hidden view and only then shown; what is on screen stays there until that succeeds, and the splash is for a sign that has
 * nothing else yet.
 */

/** Brings the screen of a claimed sign towards `content.wanted`. Safe to call at any time: it does only what is missing. */
export function bringContentToScreen(step: Step): void {
  const { state } = step;
  const { claim } = state.stored;
  const { wanted } = state.content;
  if (claim === null) return;
  if (wanted === null) {
    if (holdsContent(step)) discardProof(step);
    showSplash(step);
    finishCommand(step);
    return;
  }
  if (isOnScreen(step, wanted.url) && !state.content.reload) {
    if (holdsContent(step)) discardProof(step);
    settle(step);
    return;
  }
  if (state.proof?.proved && state.proof.url === wanted.url) {
    show(step, wanted.contentId);
    settle(step);
    return;
  }
  if (state.proof?.purpose === 'content' && state.proof.url !== wanted.url) discardProof(step);
  if (state.screen.kind !== 'page') showSplash(step);
  const busy = state.proof !== null && state.proof.purpose !== 'content' && !state.proof.proved;
  const underWay = state.proof?.purpose === 'content';
  if (busy || underWay || state.content.retrying) return;
  if (isShowable(wanted.url)) startProof(step, 'content', wanted.url, state.limits.loadTimeoutMs);
  else contentFailed(step, 'url_load_failed', 'The address is not a web page (http or https).');
}

const holdsContent = ({ state }: Step): boolean => state.proof !== null && state.proof.purpose !== 'link';
const isOnScreen = ({ state }: Step, url: string): boolean => state.screen.kind === 'page' && state.screen.url === url;

export function showSplash(step: Step): void {
  const { screen, stored } = step.state;
  const { sign, settings } = stored.claim!;
  const splash: SplashScreen = {
    eventName: stored.eventName,
    signName: sign.name,
    location: sign.location,
    message: settings.idleMessage ?? null,
  };
  if (stored.currentUrl !== null && step.state.content.wanted === null) save(step, { currentUrl: null });
  const next: Screen = { kind: 'splash', ...splash };
  if (isSameScreen(screen, next)) return;
  leaveScreen(step);
  step.state.screen = next;
  step.effects.push({ type: 'show_splash', screen: splash });
}

/** Puts the proved page in the hidden view on screen. */
function show(step: Step, contentId: string | null): void {
  const { state, now } = step;
  const proof = state.proof;
  if (!proof?.proved) return;
  showProved(step, proof);
  const { host, loadMs, httpStatus, detail } = proof.proved;
  if (state.stored.currentUrl !== proof.url) save(step, { currentUrl: proof.url });
  rememberHost(step, proof.url, host);
  watchPage(step, proof.url);
  rendered(step, proof.url, contentId, loadMs);
  report(step, {
    event: 'sign:content_displayed',
    url: proof.url,
    contentId,
    loadMs,
    httpStatus,
    ...(detail !== undefined && { detail: asDetail(detail) }),
    atMs: now.monotonicMs,
  });
}

/**
 * The wanted page is on screen and whole. `failures` is left until a check finds the page well (page-checks.ts): a page that loads
 * and crashes and loads again is tried ever more slowly.
 */
function settle(step: Step): void {
  const { state } = step;
  if (state.content.retrying) cancelTimer(step, 'content_retry');
  state.content = { ...state.content, failure: null, reload: false, retrying: false };
  finishCommand(step);
}

function finishCommand(step: Step): void {
  const { commandId } = step.state.content;
  if (commandId === null) return;
  step.state.content = { ...step.state.content, commandId: null };
  ackCommand(step, commandId);
}

/** Another page is wanted from now on, by the command `commandId` if there is one; a waiting command is told so. */
export function want(
  step: Step,
  wanted: { contentId: string | null; url: string } | null,
  commandId: string | null,
): void {
  const { content } = step.state;
  const same = content.wanted?.url === wanted?.url;
  if (content.commandId !== null && (commandId !== null || !same)) {
    refuseCommand(step, content.commandId, 'superseded', 'This content was replaced before it was on screen.');
  }
  if (same) {
    step.state.content = { ...content, wanted, commandId: commandId ?? content.commandId };
  } else {
    if (content.retrying) cancelTimer(step, 'content_retry');
    step.state.content = { ...NO_CONTENT, wanted, commandId };
  }
}

/** Loads the wanted page afresh and swaps when it is whole; at once, if a retry is waiting. */
export function reloadContent(step: Step, commandId: string | null): void {
  want(step, step.state.content.wanted, commandId);
  if (step.state.content.retrying) cancelTimer(step, 'content_retry');
  step.state.content = { ...step.state.content, reload: true, retrying: false };
  bringContentToScreen(step);
}

/** The proof of a wanted page has ended. */
export function contentProved(step: Step, result: ProofResult): void {
  const elsewhere = provedElsewhere(step, result);
  if (result.ok && elsewhere === null) {
    keepProved(step, result);
    bringContentToScreen(step);
    return;
  }
  discardProof(step);
  if (elsewhere !== null) contentFailed(step, LEADS_ELSEWHERE, elsewhere);
  else if (!result.ok) contentFailed(step, result.reason, result.detail);
}

const provedElsewhere = (step: Step, result: ProofResult): string | null =>
  result.ok && step.state.proof !== null ? leadsElsewhere(step, step.state.proof.url, result.host) : null;

/** The wanted page can't be shown: told once per outage and kind, tried again paced and jittered. The screen stays as it is. */
export function contentFailed(step: Step, code: string, detail: string): void {
  const { state, now } = step;
  const { wanted, failures, failure, commandId } = state.content;
  if (wanted === null) return;
  const { contentRetryFirstMs: firstMs, contentRetryLongestMs: longestMs } = state.limits;
  if (failure !== code) {
    reportFailure(step, wanted, code, asDetail(detail));
    log(step, 'warn', 'content failed', { url: wanted.url, code, detail });
  }
  if (commandId !== null) refuseCommand(step, commandId, code, detail);
  state.content = { ...state.content, failures: failures + 1, failure: code, retrying: true, commandId: null };
  setTimer(step, 'content_retry', equalJitterMs({ firstMs, longestMs }, failures, now.chance));
  fallBack(step);
}

function reportFailure(step: Step, { url, contentId }: Content, code: string, detail: string): void {
  const { screen, reachability } = step.state;
  const atMs = step.now.monotonicMs;
  if (code !== LEADS_ELSEWHERE) {
    report(step, { event: 'sign:content_error', url, contentId, code, detail, atMs });
    return;
  }
  // A check may have reported it already.
  const isKnown = screen.kind === 'page' && screen.url === url && reachability.unreachable;
  if (!isKnown) report(step, { event: 'sign:content_unreachable', url, detail, sinceMs: atMs, atMs });
}

/** With no page on screen (after a boot) the last good one is better than the splash while the wanted one fails (promise K4). */
export function fallBack(step: Step): void {
  const { screen, stored, content, proof, limits } = step.state;
  const { currentUrl } = stored;
  if (screen.kind === 'page' || currentUrl === null || currentUrl === content.wanted?.url || proof !== null) return;
  startProof(step, 'last', currentUrl, limits.loadTimeoutMs);
}

/** The last good page has been tried, in place of a wanted one that failed. */
export function lastProved(step: Step, result: ProofResult): void {
  if (result.ok && provedElsewhere(step, result) === null) {
    keepProved(step, result);
    show(step, null);
  } else discardProof(step);
  bringContentToScreen(step);
}

export function retryContent(step: Step): void {
  step.state.content = { ...step.state.content, retrying: false };
  bringContentToScreen(step);
}
