import { Type, type Static, type TSchema } from 'typebox';
import { Count, Detail, Milliseconds, PageUrl, Timestamp, Uuid, nullable } from './common-schemas.ts';

/**
 * The entries of `sign:analytics` whose kind this version knows (contract, 3.1), by kind. An entry of another kind is kept as it
 * is; one of a known kind that does not fit its schema is kept the same way, and is in no table.
 */

const ContentFetchEntry = Type.Object({
  kind: Type.Literal('content_fetch'),
  at: Timestamp,
  url: PageUrl,
  startedAt: Timestamp,
  durationMs: Milliseconds,
  /** The HTTP status; null where no answer came. */
  status: nullable(Type.Integer({ minimum: 100, maximum: 599 })),
  bytes: Count,
  fromCache: Type.Boolean(),
  error: nullable(Detail),
});

const RenderEntry = Type.Object({
  kind: Type.Literal('render'),
  at: Timestamp,
  url: PageUrl,
  contentId: nullable(Uuid),
  loadMs: Milliseconds,
});

const BlankCheckEntry = Type.Object({
  kind: Type.Literal('blank_check'),
  at: Timestamp,
  url: PageUrl,
  blank: Type.Boolean(),
});

const ResourceEntry = Type.Object({
  kind: Type.Literal('resource'),
  at: Timestamp,
  cpuLoad: Type.Number({ minimum: 0, maximum: 1 }),
  memUsedBytes: Count,
});

export const AnalyticsEntries = {
  content_fetch: ContentFetchEntry,
  render: RenderEntry,
  blank_check: BlankCheckEntry,
  resource: ResourceEntry,
} as const satisfies Record<string, TSchema>;

export type AnalyticsKind = keyof typeof AnalyticsEntries;
export type AnalyticsEntry<Kind extends AnalyticsKind> = Static<(typeof AnalyticsEntries)[Kind]>;
