import { hostOf } from '@sign-display/contracts/group-outages-by-cause';
import type { ContentState } from '@sign-display/contracts/kiosk-events';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';

/**
 * How it stands with a sign, from us to its screen (GET /api/signs/:id/now). Pure; invariants:
 *
 * - What is behind the connection is known while the sign is heard, and not after.
 * - What a sign says of its content comes by three ways: heartbeats (`Sign.contentState`, which decides), reports at once, and its requests for the page, up to
 *   a minute late. A report or a request that says another thing than the state is of another time, and not told.
 */

/** The last report of the content. */
interface ContentReport {
  kind: string;
  at: Date;
  url: string | null;
  reason: string | null;
  detail: string | null;
  /** Of the page that is shown, or of the last check of an unreachable one. */
  httpStatus: number | null;
}

/** The last request for the page, and how many in a row have failed since it was last well. */
interface PageRequest {
  at: Date;
  isOk: boolean;
  status: number | null;
  error: string | null;
  failures: number;
}

export interface Known {
  service: { nodes: number; since: Date } | null;
  connection: { connectedSinceMs: number; address: string | null } | null;
  report: ContentReport | null;
  /** When it last reported a page that it had not shown before, whatever it has reported since. */
  displayedAt: Date | null;
  request: PageRequest | null;
  /** Other signs that fail on the page's host. */
  sameHost: number;
  renderedAt: Date | null;
  blankCheckedAt: Date | null;
  update: SignNow['update'];
}

/** What a report says of the content. */
const SAID: Readonly<Record<string, ContentState>> = {
  content_displayed: 'showing',
  content_recovered: 'showing',
  content_unreachable: 'unreachable',
  content_error: 'error',
};
/** A sign that says so has failed so often (contract, section 5). */
const FAILURES_LEAST: Partial<Record<ContentState, number>> = { unreachable: 2, error: 1 };

/** When the page was last well by what was reported at once; null: that was not the last report. */
export const wellAt = (report: ContentReport | null): Date | null =>
  report !== null && SAID[report.kind] === 'showing' ? report.at : null;

function contentOf({ shown, presence, contentState }: Sign, known: Known): SignNow['content'] {
  const { url, source } = shown;
  const host = hostOf(url);
  if (presence !== 'online' || contentState === null || url === null || source === null || host === null) return null;
  const failuresLeast = FAILURES_LEAST[contentState] ?? 0;
  const isFailing = failuresLeast > 0;
  const report = known.report?.url === url && SAID[known.report.kind] === contentState ? known.report : null;
  const well = wellAt(known.report);
  const isOfNow = ({ isOk, at }: PageRequest) => (isFailing ? !isOk : isOk || well === null || at > well);
  const request = known.request !== null && isOfNow(known.request) ? known.request : null;
  // Whichever is later: a request is told up to a minute after it was made.
  const isLater = report !== null && report.httpStatus !== null && (request === null || report.at > request.at);
  const reported = isFailing && report !== null ? report.detail || report.reason : null;
  return {
    url,
    source,
    since: report?.at.toISOString() ?? null,
    httpStatus: isLater ? report.httpStatus : (request?.status ?? null),
    detail: reported ?? request?.error ?? null,
    failures: Math.max(failuresLeast, request?.failures ?? 0),
    host,
    sameHost: known.sameHost,
  };
}

function screenOf({ presence, contentState, blank }: Sign, { displayedAt, renderedAt, blankCheckedAt }: Known) {
  const hasPage = contentState !== null && contentState !== 'idle';
  if (presence !== 'online' || !hasPage) return null;
  // A reload renders the page again, but keeps its time: an earlier screenshot still shows the same page.
  const since = displayedAt ?? renderedAt;
  if (!since && !blankCheckedAt && blank === null) return null;
  return { since: since?.toISOString() ?? null, blankCheckedAt: blankCheckedAt?.toISOString() ?? null, blank };
}

/** Each link from what is known of it. */
export function composeNow(sign: Sign, known: Known): SignNow {
  const { service, connection, update } = known;
  return {
    service: service && { nodes: service.nodes, since: service.since.toISOString() },
    connection: connection && {
      since: new Date(connection.connectedSinceMs).toISOString(),
      address: connection.address,
    },
    content: contentOf(sign, known),
    screen: screenOf(sign, known),
    update,
  };
}
