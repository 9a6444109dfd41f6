import { Type, type Static } from 'typebox';
import type { RouteTable } from '../route.ts';
import { Count, IdParams, PageQuery, Timestamp, Uuid, nullable, oneOf, page, strictObject } from '../common-schemas.ts';

/**
 * Data that signs report: logs, metrics, content fetches and screenshots (contract, sections 3 and 3.1). Lists are
 * newest first.
 */

const range = { from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) };

/** GET /api/signs/:id/logs, /metrics and /content-fetches: `from` is inside the range, `to` is not. */
export const TelemetryQuery = strictObject({ ...range, ...PageQuery });

/** A log line that a `fetch_logs` fetched. Each line is stored once, however often it is fetched. */
export const LogLine = Type.Object({
  id: Uuid,
  at: Timestamp,
  level: Type.String(),
  message: Type.String(),
  /** The command that brought it first. */
  commandId: Uuid,
});
export type LogLine = Static<typeof LogLine>;
export const LogPage = page(LogLine);

/**
 * What the heartbeats of one interval said, in one row: nothing is written per heartbeat. An interval without a heartbeat has no
 * row, so that a plot shows the gap.
 */
export const MetricRow = Type.Object({
  /** The interval's start. */
  at: Timestamp,
  intervalMs: Count,
  heartbeats: Count,
  /** Means over the interval. */
  cpuLoad: Type.Number(),
  memUsedBytes: Count,
  /** The last value of the interval. */
  memTotalBytes: Count,
  uptimeSeconds: Type.Number(),
  /** The largest value of the interval; null if the sign does not report it. */
  temperatureCelsius: nullable(Type.Number()),
  eventLoopLagMs: nullable(Type.Number()),
});
export type MetricRow = Static<typeof MetricRow>;
export const MetricPage = page(MetricRow);

/** One request that a sign made for its content: an analytics entry of the kind `content_fetch`, kept exactly once (K7). */
export const ContentFetch = Type.Object({
  id: Uuid,
  eventId: Uuid,
  /** The sign record, as `signId` in the filters of an export. */
  signId: Uuid,
  at: Timestamp,
  url: Type.String(),
  startedAt: Timestamp,
  durationMs: Type.Number(),
  status: nullable(Type.Integer()),
  bytes: Count,
  fromCache: Type.Boolean(),
  error: nullable(Type.String()),
});
export type ContentFetch = Static<typeof ContentFetch>;
export const ContentFetchPage = page(ContentFetch);

/** A row of an organization's list. The sign's name is as of now and is not exported; null for a deleted sign. */
export const ListedContentFetch = Type.Object({ ...ContentFetch.properties, signName: nullable(Type.String()) });
export type ListedContentFetch = Static<typeof ListedContentFetch>;
export const ListedContentFetchPage = page(ListedContentFetch);

/** The columns of the CSV export, in order, under the names of the fields. */
export const CONTENT_FETCH_COLUMNS = Object.keys(ContentFetch.properties) as (keyof ContentFetch)[];

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export const ExportFormat = oneOf(EXPORT_FORMATS);
export type ExportFormat = Static<typeof ExportFormat>;
export const EXPORT_CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};
/** The same without parameters. */
export const EXPORT_TYPES = ['text/csv', 'application/x-ndjson'] as const;

const contentFetchFilters = {
  organizationId: Uuid,
  eventId: Type.Optional(Uuid),
  signId: Type.Optional(Uuid),
  /** A fetch with an error, or with a status of 400 or more, is `failed`. */
  result: Type.Optional(oneOf(['ok', 'failed'] as const)),
  ...range,
};

/** GET /api/content-fetches lists the fetches, newest first. */
export const ContentFetchQuery = strictObject({ ...contentFetchFilters, ...PageQuery });

/** GET /api/content-fetches/export streams the fetches, oldest first. */
export const ContentFetchExportQuery = strictObject({ ...contentFetchFilters, format: ExportFormat });

/**
 * In pixels, from the narrowest picture that anything can be seen in to the widest screen there is. A picture is made in these widths and no other: so there
 * are few of each to make and to keep, whoever asks.
 */
export const PICTURE_WIDTHS = [64, 128, 256, 480, 640, 960, 1_280, 1_920, 2_560, 3_840] as const;

/**
 * GET /api/signs/:id/screenshot: the last one, with its time (ISO 8601) in a header; 404 `not_found` where there is none. With `maxWidth` it is scaled
 * down to the next of `PICTURE_WIDTHS` that is not wider, and never up; `not_found` also where it can't be decoded.
 */
export const ScreenshotQuery = strictObject({
  maxWidth: Type.Optional(
    Type.Integer({
      minimum: PICTURE_WIDTHS[0],
      maximum: PICTURE_WIDTHS.at(-1)!,
      description: `Maximum width in pixels. The service scales the screenshot down to the largest of these widths that is not above the maximum, or does not scale a smaller screenshot: ${PICTURE_WIDTHS.join(', ')}.`,
    }),
  ),
});
export const SCREENSHOT_CONTENT_TYPE = 'image/jpeg';
export const SCREENSHOT_TIME_HEADER = 'x-captured-at';

export const telemetryRoutes = {
  'GET /api/signs/:id/logs': {
    doc: { id: 'listLogs', tag: 'reports', summary: 'List the log lines that were fetched from a sign' },
    role: 'viewer',
    params: IdParams,
    query: TelemetryQuery,
    response: { 200: LogPage },
  },
  'GET /api/signs/:id/metrics': {
    doc: { id: 'listMetrics', tag: 'reports', summary: 'List the CPU and memory usage history of a sign' },
    role: 'viewer',
    params: IdParams,
    query: TelemetryQuery,
    response: { 200: MetricPage },
  },
  'GET /api/signs/:id/content-fetches': {
    doc: { id: 'listContentFetches', tag: 'reports', summary: 'List the pages that a sign has loaded' },
    role: 'viewer',
    params: IdParams,
    query: TelemetryQuery,
    response: { 200: ContentFetchPage },
  },
  'GET /api/signs/:id/screenshot': {
    doc: { id: 'getScreenshot', tag: 'reports', summary: 'Get the latest screenshot of a sign' },
    role: 'viewer',
    params: IdParams,
    query: ScreenshotQuery,
    response: {},
    conditional: true,
    produces: [SCREENSHOT_CONTENT_TYPE],
    headers: { [SCREENSHOT_TIME_HEADER]: { description: 'When the screenshot was taken.', schema: Timestamp } },
  },
} as const satisfies RouteTable;

export const contentFetchExportRoutes = {
  'GET /api/content-fetches': {
    doc: {
      id: 'listOrganizationContentFetches',
      tag: 'reports',
      summary: 'List the pages that the signs of an organization have loaded',
    },
    role: 'viewer',
    query: ContentFetchQuery,
    response: { 200: ListedContentFetchPage },
  },
  'GET /api/content-fetches/export': {
    doc: {
      id: 'exportContentFetches',
      tag: 'reports',
      summary: 'Export the pages that signs have loaded as a stream, oldest first',
    },
    role: 'viewer',
    query: ContentFetchExportQuery,
    response: {},
    produces: EXPORT_TYPES,
    load: 'heavy',
  },
} as const satisfies RouteTable;
