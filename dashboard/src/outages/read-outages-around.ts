import type { Client } from '@sign-display/client/client';
import { WITHIN_MS } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage } from '@sign-display/contracts/rest/outages';
import { asked, type Trouble } from '../api/session.ts';
import { requestsOf } from '../event/read-pace.ts';
import { runsOf } from './host-failure-episodes.ts';

const MARGIN_MS = 3_600_000;
/** The margin of each read is this many times that of the read before, because a host may fail for days. */
const MARGIN_GROWS = 4;
const READS_MOST = 5;

interface Span {
  fromMs: number;
  /** `Infinity` for a span up to now. */
  toMs: number;
}

const endOf = ({ until }: Outage): number => (until === null ? Infinity : Date.parse(until));

/**
 * Returns the span of all outages that may have the outage's cause: signs that went offline within ten seconds of each
 * other, or outages of one host of which each overlaps the next.
 */
function reachOf(outage: Outage, outages: readonly Outage[]): Span {
  const isOffline = outage.kind === 'offline';
  const alike = outages.filter(({ kind, host }) => kind === outage.kind && (isOffline || host === outage.host));
  const lasting = alike.map((one) => ({
    ...one,
    place: one.place ?? '',
    sinceMs: Date.parse(one.since),
    endMs: isOffline ? Date.parse(one.since) + WITHIN_MS : endOf(one),
  }));
  const run = runsOf(lasting, ({ endMs }) => endMs).find((own) => own.some(({ id }) => id === outage.id))!;
  return { fromMs: run[0]!.sinceMs, toMs: Math.max(endOf(outage), ...run.map(({ endMs }) => endMs)) };
}

/** The parts of a span that are not in a smaller one, which is read already. */
function partsBeyond(span: Span, read: Span | undefined): Span[] {
  if (!read) return [span];
  const parts = [
    { fromMs: span.fromMs, toMs: read.fromMs },
    { fromMs: read.toMs, toMs: span.toMs },
  ];
  return parts.filter(({ fromMs, toMs }) => fromMs < toMs);
}

const queryOf = ({ fromMs, toMs }: Span) => ({
  from: new Date(fromMs).toISOString(),
  ...(toMs !== Infinity && { to: new Date(toMs).toISOString() }),
});

export interface OutagesAround {
  outages: Outage[];
  /** The first moment of the outages that may have the same cause: where the next read begins. */
  fromMs: number;
}

/**
 * The outage with all outages that may have the same cause. One read has those that lasted at the same time, give or
 * take an hour; a longer cause takes more reads, each of what the reads before do not have. `fromMs`: of the last
 * answer, so that a long cause takes one read. `requests`: how many requests were made, also where the last was
 * refused.
 */
export async function readOutagesAround(
  client: Client,
  outage: Outage,
  fromMs: number = Infinity,
): Promise<{ requests: number } & ({ ok: true; body: OutagesAround } | { ok: false; body: Trouble })> {
  const params = { id: outage.eventId };
  const known = new Map<string, Outage>();
  let requests = 0;
  let reach: Span = { fromMs: Math.min(fromMs, Date.parse(outage.since)), toMs: endOf(outage) };
  let read: Span | undefined;
  for (let reads = 1, marginMs = MARGIN_MS; ; reads += 1, marginMs *= MARGIN_GROWS) {
    const span: Span = {
      fromMs: Math.min(reach.fromMs - marginMs, read?.fromMs ?? Infinity),
      toMs: Math.max(reach.toMs + marginMs, read?.toMs ?? -Infinity),
    };
    for (const part of partsBeyond(span, read)) {
      const answer = await asked(client.list('GET /api/events/:id/outages', { params, query: queryOf(part) }));
      requests += answer.ok ? requestsOf(answer.items.length) : 1;
      if (!answer.ok) return { requests, ok: false, body: answer.body };
      for (const one of answer.items) known.set(one.id, one);
    }
    read = span;
    known.set(outage.id, outage);
    const outages = [...known.values()];
    reach = reachOf(outage, outages);
    const isWhole =
      reach.fromMs - WITHIN_MS > span.fromMs && (reach.toMs + WITHIN_MS < span.toMs || span.toMs === Infinity);
    if (reads === READS_MOST || isWhole) return { requests, ok: true, body: { outages, fromMs: reach.fromMs } };
  }
}
