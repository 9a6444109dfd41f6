import type { Client } from '@sign-display/client/client';
import { WITHIN_MS } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage } from '@sign-display/contracts/rest/outages';
import { asked, type Trouble } from '../api/session.ts';
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

/**
 * Reads the outage with all outages that may have the same cause. The first read has those that overlap it, give or
 * take an hour; a longer cause takes more reads.
 */
export async function readOutagesAround(
  client: Client,
  outage: Outage,
): Promise<{ ok: true; body: Outage[] } | { ok: false; body: Trouble }> {
  const params = { id: outage.eventId };
  let reach: Span = { fromMs: Date.parse(outage.since), toMs: endOf(outage) };
  for (let reads = 1, marginMs = MARGIN_MS; ; reads += 1, marginMs *= MARGIN_GROWS) {
    const span: Span = { fromMs: reach.fromMs - marginMs, toMs: reach.toMs + marginMs };
    const to = span.toMs === Infinity ? {} : { to: new Date(span.toMs).toISOString() };
    const query = { from: new Date(span.fromMs).toISOString(), ...to };
    const answer = await asked(client.list('GET /api/events/:id/outages', { params, query }));
    if (!answer.ok) return { ok: false, body: answer.body };
    const outages = [outage, ...answer.items.filter(({ id }) => id !== outage.id)];
    reach = reachOf(outage, outages);
    const isWhole =
      reach.fromMs - WITHIN_MS > span.fromMs && (reach.toMs + WITHIN_MS < span.toMs || span.toMs === Infinity);
    if (reads === READS_MOST || isWhole) return { ok: true, body: outages };
  }
}
