import type { Strips } from '@sign-display/contracts/rest/event-figures';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** A sign's heartbeats in each minute of the last hour, as a strip: a kept minute lies on the line, a missed one stands up by its share. Pure. */

const MINUTE_MS = 60_000;

/** What all strips of one answer share. */
export interface Hour {
  fromMs: number;
  minutes: number;
  expectedPerMinute: number;
  /** By minute: how many heartbeats could reach us; fewer where we were away. */
  expected: Float64Array;
  /** Our own absences, in minutes from the left; cut at the strip's ends. */
  away: readonly { from: number; to: number }[];
}

export interface Strip {
  hour: Hour;
  /** The first minute of which something is known: before it nobody knows whether anything was kept. As many as there are minutes: of none. */
  first: number;
  /** Which minutes missed how much of what a whole minute has, in (0, 1]. */
  missed: readonly { minute: number; share: number }[];
  kept: number;
  expected: number;
  /** A device is there to send them. */
  hasDevice: boolean;
}

export function hourOf({ from, minutes, expectedPerMinute, away: absences }: Omit<Strips, 'counts'>): Hour {
  const fromMs = Date.parse(from);
  const inMinutes = (at: string): number => Math.min(minutes, Math.max(0, (Date.parse(at) - fromMs) / MINUTE_MS));
  const away = absences.map((one) => ({ from: inMinutes(one.from), to: inMinutes(one.to) })).filter(isSpan);
  const expected = new Float64Array(minutes).fill(expectedPerMinute);
  for (const span of away)
    for (let minute = Math.floor(span.from); minute < span.to; minute += 1) {
      const absent = Math.min(span.to, minute + 1) - Math.max(span.from, minute);
      expected[minute] = Math.max(0, expected[minute]! - absent * expectedPerMinute);
    }
  return { fromMs, minutes, expectedPerMinute, expected, away };
}

const isSpan = ({ from, to }: { from: number; to: number }): boolean => to > from;

/** Most signs miss nothing: they share it. */
const NOTHING: Strip['missed'] = [];

/** Since when heartbeats are expected of a sign: `Infinity` while no device is there to send any. */
export const expectedFromMs = ({ createdAt, device }: Pick<SignRow, 'createdAt' | 'device'>): number =>
  device === null ? Infinity : Date.parse(createdAt);

/** `counts`: heartbeats by minute; undefined where the answer has none of the sign, which missed all. `bornAtMs`: `expectedFromMs`; before that nothing was expected. */
export function stripOf(hour: Hour, counts: readonly number[] | undefined, bornAtMs: number): Strip {
  const { fromMs, minutes, expectedPerMinute } = hour;
  const first = Math.min(minutes, Math.max(0, Math.ceil((bornAtMs - fromMs) / MINUTE_MS)));
  let missed: { minute: number; share: number }[] | null = null;
  let [kept, expected] = [0, 0];
  for (let minute = first; minute < minutes; minute += 1) {
    const count = counts?.[minute] ?? 0;
    // More than could come in a minute is its neighbour's, or a connection that came twice: it makes up for no other's loss.
    kept += Math.min(count, hour.expected[minute]!);
    expected += hour.expected[minute]!;
    const lost = hour.expected[minute]! - count;
    // One a minute is the phase of the interval, not a loss.
    if (lost >= 1) (missed ??= []).push({ minute, share: lost / expectedPerMinute });
  }
  return {
    hour,
    first,
    missed: missed ?? NOTHING,
    kept: Math.round(kept),
    expected: Math.round(expected),
    hasDevice: bornAtMs < Infinity,
  };
}
