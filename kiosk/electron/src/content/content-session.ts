import { session as sessions, type Session } from 'electron';
import type { FetchReport } from '@sign-display/kiosk-agent/ports';
import { withPolicies } from './add-policy-headers.ts';
import { REFUSED_BY_POLICY } from './dialog-blocking.ts';
import { createOpenRequests } from './unanswered-requests.ts';
import { createSentHeaders, type SentHeaders } from './remember-sent-headers.ts';

/** Where pages keep their cookies and caches: apart from ours, and there again after a restart. */
export const CONTENT_PARTITION = 'persist:content';

/**
 * Every document is sandboxed as if it stood in a frame that may run scripts, keep its origin and send forms, and nothing else: no dialogs (print
 * too), no new windows, no downloads, whatever the page does to get round the other guards.
 */
const SANDBOX = 'sandbox allow-scripts allow-same-origin allow-forms';

const SCHEMES = ['http:', 'https:', 'ws:', 'wss:', 'data:', 'blob:'];
const schemeOf = (url: string): string => url.slice(0, url.indexOf(':') + 1).toLowerCase();

/** Whether a page may ask for this address at all, for a part of itself. */
export const mayRequest = (url: string): boolean => SCHEMES.includes(schemeOf(url));
/** Whether a page may be at this address. */
export const mayNavigate = (url: string): boolean => ['http:', 'https:'].includes(schemeOf(url));

export interface ContentSession {
  session: Session;
  /** The resources that hold up the load of a page, as host and path. */
  missing(webContentsId: number): string[];
  sent: Pick<SentHeaders, 'forCheck'>;
  /** `told` gets the status of each response to the page’s navigations, until the returned function is called. */
  watchStatus(webContentsId: number, told: (status: number) => void): () => void;
  /** Removes all that pages left on this machine: the next ones may be another organization's. No page may be open. */
  forget(): void;
  /** Resolves when nothing is being removed; rejects where that failed. A page loads only then. */
  whenForgotten(): Promise<void>;
}

/** The one session of all pages (promise K5). `fetched` is told of every document, when it has come or failed. */
export function openContentSession(fetched: (report: FetchReport) => void): ContentSession {
  const session = sessions.fromPartition(CONTENT_PARTITION);
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setSpellCheckerLanguages([]);

  session.on('will-download', (event) => event.preventDefault());

  const { webRequest } = session;
  /** Chromium's time of the start, by request. */
  const started = new Map<number, number>();
  const open = createOpenRequests();
  const sent = createSentHeaders();
  const statusWatchers = new Map<number | undefined, (status: number) => void>();
  webRequest.onBeforeRequest(({ id, url, resourceType, timestamp, webContentsId }, callback) => {
    if (resourceType === 'mainFrame') started.set(id, timestamp);
    open.sent({ id, url, resourceType, webContentsId });
    callback({ cancel: !mayRequest(url) });
  });
  webRequest.onSendHeaders(({ url, resourceType, requestHeaders }) => {
    if (resourceType === 'mainFrame') sent.note(url, requestHeaders);
  });
  webRequest.onResponseStarted(({ id }) => open.answered(id));
  // A service worker makes documents that no server sent, so they would not get the policy below (docs/decisions/0026).
  webRequest.onBeforeSendHeaders(({ requestHeaders }, callback) => {
    const cancel = Object.keys(requestHeaders).some((name) => /^service-worker$/i.test(name));
    callback({ cancel });
  });
  webRequest.onHeadersReceived(({ resourceType, responseHeaders, statusCode, webContentsId }, callback) => {
    if (resourceType === 'mainFrame') statusWatchers.get(webContentsId)?.(statusCode);
    if (resourceType !== 'mainFrame' && resourceType !== 'subFrame') return callback({});
    return callback({ responseHeaders: withPolicies(responseHeaders, SANDBOX, REFUSED_BY_POLICY) });
  });

  function ended(
    { id, url, timestamp, fromCache }: { id: number; url: string; timestamp: number; fromCache: boolean },
    outcome: Pick<FetchReport, 'status' | 'bytes' | 'error'>,
  ): void {
    open.ended(id);
    const startedAt = started.get(id);
    if (startedAt === undefined) return;
    started.delete(id);
    fetched({ url, durationMs: Math.max(0, timestamp - startedAt), fromCache, ...outcome });
  }
  webRequest.onCompleted((details) => {
    const length = Object.entries(details.responseHeaders ?? {}).find(([name]) => /^content-length$/i.test(name));
    ended(details, { status: details.statusCode, bytes: Number(length?.[1][0] ?? 0) || 0, error: null });
  });
  webRequest.onErrorOccurred((details) => ended(details, { status: null, bytes: 0, error: details.error }));

  let forgotten = Promise.resolve();

  return {
    session,
    sent,
    missing: (webContentsId) => open.of(webContentsId),
    forget() {
      const parts = [session.clearStorageData(), session.clearCache(), session.clearAuthCache()];
      forgotten = Promise.all(parts).then(() => {});
      // Whoever wants to load a page is told.
      forgotten.catch(() => {});
    },
    whenForgotten: () => forgotten,
    watchStatus(webContentsId, told) {
      statusWatchers.set(webContentsId, told);
      return () => void statusWatchers.delete(webContentsId);
    },
  };
}
