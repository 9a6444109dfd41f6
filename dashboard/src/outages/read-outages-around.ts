import type { Client } from '@sign-display/client/client';
import { WITHIN_MS } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage } from '@sign-display/contracts/rest/outages';
import { asked, type Trouble } from '../api/session.ts';
import { runsOf } from './host-failure-episodes.ts';

const MARGIN_MS = 3_600_000;
/** Each read has a margin this many times as long as the read before: an episode of a host may last for days. */
const MARGIN_GROWS = 4;
const READS_MOST = 5;

interface Span {
  fromMs: number;
  /** `Infinity`: up to now. */
  toMs: number;
}

const endOf = ({ until }: Outage): number => (until === null ? Infinity : Date.parse(until));

/**
 * From the first to the last moment of the outages that may have the outage's cause: those that went offline within ten
 * seconds of each other, or those of one host that lasted at the same time as the next.
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
 * The outage with all outages that may have the same cause. One read has those that lasted at the same time, give or
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
