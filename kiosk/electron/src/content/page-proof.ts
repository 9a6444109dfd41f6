import type { Event, WebContents } from 'electron';
import type { Clock, ProofResult } from '@sign-display/kiosk-agent/ports';
import { inOneLine, otherHost, whatIsMissing, whereItLeads } from '@sign-display/kiosk-agent/screen/load-detail';
import { listen } from '../electron/event-listeners.ts';
import { mayNavigate, type ContentSession } from './content-session.ts';
import { isNoContent, isRedirect } from '@sign-display/contracts/page-load/navigation-result';
import {
  ABORTED,
  DOWNLOAD,
  failureOf,
  failureOfStatus,
  NO_PAGE,
  type LoadFailure,
} from '@sign-display/contracts/page-load/load-failure';
import { NET_ERRORS } from '@sign-display/contracts/page-load/net-error';
import { isOneColour } from './one-colour-check.ts';

/** A loaded page is looked at this often until it has drawn something. */
const LOOK_EVERY_MS = 100;
/**
 * For so long a loaded page may stay of one colour before it counts as proved: scripts fetch and draw after the load. Longer, and a page that is
 * meant to be of one colour could not be claimed; that a page stays blank is told later, as a fact of the screen (promise K9).
 */
const DRAWN_WITHIN_MS = 2_000;
/** At the load timeout the document is asked what it shows. One that is busy for longer counts as not parsed. */
const SAYS_WITHIN_MS = 1_000;
/** Whether the document is parsed and has painted content (details 108). Deferred scripts run after the parsing. */
const CAN_BE_SEEN = `document.readyState !== 'loading' && performance.getEntriesByName('first-contentful-paint').length > 0`;

const CRASHED: LoadFailure = { reason: 'url_load_failed', detail: 'The page crashed while it was loading' };

/**
 * Says why Chromium stopped loading when it reported neither a page nor an error. It does so for downloads and for redirects to a
 * scheme that another program opens. `status`: of the last response; null if there was none.
 */
function failureWithoutPage(status: number | null): LoadFailure {
  if (status === null || isNoContent(status)) return NO_PAGE;
  return isRedirect(status) ? failureOf(NET_ERRORS.ERR_UNSAFE_REDIRECT, 'ERR_UNSAFE_REDIRECT') : DOWNLOAD;
}

const hostOf = (url: string): string | undefined => (mayNavigate(url) ? new URL(url).host : undefined);

/**
 * Asks a document that is still loading. `executeJavaScript` of the contents would wait for the end of the load, so this
 * asks the frame.
 */
function canBeSeen(contents: WebContents, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(SAYS_WITHIN_MS, () => resolve(false));
    (async () => (await contents.mainFrame.executeJavaScript(CAN_BE_SEEN)) === true)()
      .catch(() => false)
      .then((isSeen) => {
        cancel();
        resolve(isSeen);
      });
  });
}

/**
 * Loads `url` and resolves when it is drawn, or when it is known why not: `loading → loaded → drawn`, and from each of the first two to a failure. At
 * the load timeout a page that is loaded, or that is parsed and has painted content, is proved too (details 108): the detail names what did not answer. The
 * view has to be visible to Chromium, if only by a pixel: a hidden one draws nothing. `leadsTo` is called with
 * the host where the load is, whenever it goes on; null: the host of `url`.
 */
export function loadAndProve(
  contents: WebContents,
  content: ContentSession,
  clock: Clock,
  url: string,
  timeoutMs: number,
  leadsTo: (host: string | null) => void,
): Promise<ProofResult> {
  const startedMs = clock.monotonicMs();
  const loadMs = (): number => Math.round(clock.monotonicMs() - startedMs);
  return new Promise((resolve) => {
    let isOver = false;
    let hasPage = false;
    /** It goes on to another page, which is the one to be proved. */
    let isLeaving = false;
    let isLoaded = false;
    /** Where the load is: at the URL, or where that leads. */
    let at = url;
    /** Where the server's redirects ended: the host of the first document. */
    let redirectHost: string | undefined;
    let httpStatus: number | null = null;
    let lastStatus: number | null = null;
    const unwatch = content.watchStatus(contents.id, (status) => (lastStatus = status));

    const goOn = (to: string): void => {
      at = to;
      leadsTo(otherHost(hostOf(url), hostOf(to)));
    };
    const end = (result: ProofResult): void => {
      if (isOver) return;
      isOver = true;
      cancelDeadline();
      cancelLook();
      unwatch();
      unlisten();
      resolve(result);
    };
    const leads = (): string => whereItLeads(hostOf(url) ?? '', hostOf(at));
    const missing = (): string => whatIsMissing(contents.isDestroyed() ? [] : content.missing(contents.id));
    const fail = (failure: LoadFailure | null): void => {
      if (failure === null) return;
      const detail = inOneLine(leads(), failure.detail) ?? '';
      const { reason, httpStatus: failedStatus } = failure;
      const status = failedStatus === undefined ? {} : { httpStatus: failedStatus };
      end({ ok: false, loadMs: loadMs(), reason, detail, ...status });
    };
    const succeed = (): void => {
      const host = hostOf(at);
      const detail = inOneLine(leads(), isLoaded ? '' : missing());
      end({
        ok: true,
        loadMs: loadMs(),
        httpStatus,
        ...(host !== undefined && { host }),
        ...(redirectHost !== undefined && redirectHost !== host && { redirectHost }),
        ...(detail !== undefined && { detail }),
      });
    };
    const failTooLate = (): void => {
      const detail = inOneLine(`The page took longer than ${timeoutMs} ms`, missing()) ?? '';
      fail({ reason: 'sign_timeout', detail });
    };

    async function judgeAtDeadline(): Promise<void> {
      const isSeen = hasPage && !isLeaving && (isLoaded || (await canBeSeen(contents, clock)));
      if (isOver) return;
      if (isSeen && !isLeaving) succeed();
      else failTooLate();
    }
    const cancelDeadline = clock.after(timeoutMs, () => void judgeAtDeadline());
    let cancelLook = (): void => {};

    const unlisten = listen(contents, {
      'did-redirect-navigation': (_event: Event, to: string, _isInPlace: boolean, isMainFrame: boolean) => {
        if (isMainFrame) goOn(to);
      },
      'did-navigate': (_event: Event, to: string, status: number) => {
        if (!hasPage) redirectHost = hostOf(to);
        hasPage = true;
        isLoaded = false;
        goOn(to);
        httpStatus = status > 0 ? status : null;
        fail(failureOfStatus(status));
      },
      'did-fail-load': (_event: Event, code: number, name: string, _url: string, isMainFrame: boolean) => {
        // Aborted: the page went on to another address, or what came is no page; the load goes on, or stops.
        if (isMainFrame && code !== ABORTED) fail(failureOf(code, name));
      },
      'will-navigate': (_event: Event, to: string) => {
        isLeaving = hasPage && mayNavigate(to);
      },
      'did-stop-loading': () => {
        if (!hasPage) fail(failureWithoutPage(lastStatus));
        else if (isLeaving) startLooking();
      },
      'did-finish-load': () => startLooking(),
      'render-process-gone': () => fail(CRASHED),
      destroyed: () => fail(NO_PAGE),
    });

    function startLooking(): void {
      isLeaving = false;
      isLoaded = true;
      look(clock.monotonicMs() + DRAWN_WITHIN_MS);
    }
    function look(untilMs: number): void {
      if (isOver || isLeaving) return;
      cancelLook();
      const again = (): void => {
        if (isLeaving) return;
        if (clock.monotonicMs() >= untilMs) succeed();
        else cancelLook = clock.after(LOOK_EVERY_MS, () => look(untilMs));
      };
      contents.capturePage().then((picture) => {
        if (isLeaving || isOneColour(picture.toBitmap())) again();
        else succeed();
      }, again);
    }

    // What goes wrong is told by the events above.
    contents.loadURL(url).catch(() => {});
  });
}
