import type { Clock, ProofResult } from '@sign-display/kiosk-agent/ports';
import { inOneLine, otherHost, whereItLeads } from '@sign-display/kiosk-agent/screen/load-detail';
import { NOT_ASKED, NOT_OURS, type FrameChecks } from './frame-check-requests.ts';
import { boxOf, PLAIN_APPEARANCE, type PageAppearance } from './page-zoom-and-rotation.ts';

/**
 * The pages of a sign in a tab: at most one on screen and one under proof, each in its own frame (promise K4). The
 * frame under proof is below our screen at its final size, so the browser already draws it, and a swap changes only the
 * stacking order.
 */
export interface Pages {
  /**
   * Asks the service whether `url` loads, and then loads it in a frame below our screen. Resolves within `timeoutMs`.
   * `leadsTo` is called once the service has said where the page leads; null: to the host of `url`.
   */
  prove(url: string, timeoutMs: number, leadsTo: (host: string | null) => void): Promise<ProofResult>;
  /** Brings the proved page to the front. Throws if `url` is not the proved URL. */
  show(url: string): void;
  discard(): void;
  /** Removes all pages, so our screen is visible. */
  clear(): void;
  /** Covers the page with our screen; the page keeps running. */
  cover(isCovered: boolean): void;
  dress(look: PageAppearance): void;
}

/** Allows only scripts and forms: no windows, dialogs, downloads or top navigation, and no origin, so no storage. */
const SANDBOX = 'allow-scripts allow-forms';
/** Keep the old page this long after a swap, so that a slow screen has drawn the new page. */
const OVERLAP_MS = 200;

export const NEEDS_HTTPS = 'The page needs https: this sign was opened by https, so the browser loads no page by http';

/** A kiosk shows a page that has painted, whatever of it still hangs (details 108). A tab can't look into the frame. */
const UNSEEN = 'A browser tab can’t detect which part of a page does not answer.';

/** An https page can frame an http page only from a loopback host, and the service can't check a page there. */
const needsHttps = (url: string, own: { protocol: string }): boolean =>
  own.protocol === 'https:' && new URL(url).protocol === 'http:';

interface Framed {
  url: string;
  frame: HTMLIFrameElement;
  isProved: boolean;
  /** Ends its proof. */
  giveUp: AbortController;
}

export interface PagesParts {
  /** The parent of the frames; the style sheet positions its children. */
  stage: HTMLElement;
  clock: Clock;
  checks: Pick<FrameChecks, 'ask'>;
  /** The location of our own page. */
  location: { protocol: string };
}

export function createPages({ stage, clock, checks, location }: PagesParts): Pages {
  let worn = PLAIN_APPEARANCE;
  let current: Framed | null = null;
  let candidate: Framed | null = null;

  const dressOne = ({ frame }: Framed): void => void Object.assign(frame.style, boxOf(worn));
  function open(url: string): Framed {
    const frame = stage.ownerDocument.createElement('iframe');
    frame.setAttribute('sandbox', SANDBOX);
    // Without the browser's cookies: those of the dashboard would go to every page on the service's host, whatever its port.
    frame.setAttribute('credentialless', '');
    frame.setAttribute('allow', '');
    frame.setAttribute('referrerpolicy', 'no-referrer');
    frame.title = url;
    frame.inert = true;
    frame.src = url;
    const opened = { url, frame, isProved: false, giveUp: new AbortController() };
    dressOne(opened);
    return opened;
  }
  function end(one: Framed | null): void {
    one?.giveUp.abort();
    one?.frame.remove();
  }
  function discard(): void {
    end(candidate);
    candidate = null;
  }

  return {
    discard,
    async prove(url, timeoutMs, leadsTo) {
      discard();
      const startedMs = clock.monotonicMs();
      const loadMs = (): number => Math.round(clock.monotonicMs() - startedMs);
      const failed = (reason: Extract<ProofResult, { ok: false }>['reason'], detail: string): ProofResult => ({
        ok: false,
        loadMs: loadMs(),
        reason,
        detail,
      });
      if (needsHttps(url, location)) return failed('url_load_failed', NEEDS_HTTPS);
      const mine = open(url);
      candidate = mine;
      const loaded = new Promise<'loaded'>((resolve) =>
        mine.frame.addEventListener('load', () => resolve('loaded'), { once: true }),
      );
      const { signal } = mine.giveUp;
      const late = new Promise<'late'>((resolve) => {
        const cancel = clock.after(timeoutMs, () => resolve('late'));
        signal.addEventListener('abort', () => {
          cancel();
          resolve('late');
        });
      });
      const tooLate = (): ProofResult => failed('sign_timeout', `The page took longer than ${timeoutMs} ms. ${UNSEEN}`);

      const check = await Promise.race([checks.ask(url, timeoutMs, signal), late]);
      if (check === 'late') return tooLate();
      if (check === null) return failed('url_unreachable', NOT_ASKED);
      if (check === 'not_ours') return failed('url_unreachable', NOT_OURS);
      if (!check.framable) {
        const refused = failed(check.reason ?? 'url_load_failed', check.detail);
        return check.httpStatus === null ? refused : { ...refused, httpStatus: check.httpStatus };
      }
      if (signal.aborted) return tooLate();
      const { httpStatus, host } = check;
      const own = new URL(url).host;
      leadsTo(otherHost(own, host));
      // Only now: a frame that is redirected to a URL like `foo:bar`, against our policy, crashes the whole browser (Chromium 153).
      stage.append(mine.frame);
      if ((await Promise.race([loaded, late])) === 'late') return tooLate();
      mine.isProved = true;
      const detail = inOneLine(whereItLeads(own, host));
      return {
        ok: true,
        loadMs: loadMs(),
        httpStatus,
        ...(host !== undefined && { host }),
        ...(detail !== undefined && { detail }),
      };
    },
    show(url) {
      if (candidate?.isProved !== true || candidate.url !== url) throw new Error('the page could not be loaded');
      const before = current;
      current = candidate;
      candidate = null;
      current.frame.inert = false;
      current.frame.classList.add('in-front');
      if (before !== null) clock.after(OVERLAP_MS, () => end(before));
    },
    clear() {
      end(current);
      current = null;
    },
    cover: (isCovered) => void stage.classList.toggle('covered', isCovered),
    dress(look) {
      worn = look;
      for (const one of [current, candidate]) if (one !== null) dressOne(one);
    },
  };
}
