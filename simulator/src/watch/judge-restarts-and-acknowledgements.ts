import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Finding } from './judgement.ts';
import { SLACK_MS, type Silence } from './ground-truth.ts';

/** What the wall says of a sign that was told to restart (promise N9), and of one whose outage somebody has acknowledged (N10). Pure. */

export type SeenSign = Pick<Sign, 'name' | 'presence' | 'restartingUntil' | 'acknowledged'>;

export interface WallFindings {
  restarts: Finding[];
  acknowledged: Finding[];
}

/** Between a change and a look at it, on a busy machine. */
const SEEN_WITHIN_MS = 3_000;
const RESTART_TIME_OFF_MS = 5_000;

/**
 * Compares one look at the signs with what happened until then. `indexOf`: by name. `silences`: in the order in which they began; a sign that was never silent is
 * not looked at. `nowMs`: before the records were read.
 */
export function judgeWall(
  records: readonly SeenSign[],
  { silences, indexOf }: { silences: readonly Silence[]; indexOf: ReadonlyMap<string, number> },
  nowMs: number,
): WallFindings {
  const found: WallFindings = { restarts: [], acknowledged: [] };
  const newest = new Map(silences.map((silence) => [silence.sign, silence]));
  for (const { name, presence, restartingUntil, acknowledged } of records) {
    const silence = newest.get(indexOf.get(name) ?? -1);
    if (!silence) continue;
    const { sign, fromMs, toMs, knownMs = Infinity, restartingUntilMs } = silence;
    const isBack = toMs !== null && nowMs > toMs + SLACK_MS;
    const isAway = toMs === null;
    if (restartingUntilMs !== undefined) {
      const isRestarting = isAway && nowMs > fromMs + SEEN_WITHIN_MS && nowMs < restartingUntilMs - SEEN_WITHIN_MS;
      if (isRestarting && presence === 'offline')
        found.restarts.push({ sign, expected: `"${name}" online, and restarting`, seen: 'offline' });
      const offMs = restartingUntil === null ? Infinity : Math.abs(Date.parse(restartingUntil) - restartingUntilMs);
      if (isRestarting && offMs > RESTART_TIME_OFF_MS)
        found.restarts.push({
          sign,
          expected: `"${name}" restarting until ${new Date(restartingUntilMs).toISOString()}`,
          seen: `until ${restartingUntil}`,
        });
      if ((isBack || nowMs > restartingUntilMs + SLACK_MS) && restartingUntil !== null)
        found.restarts.push({ sign, expected: `"${name}" restarting no more`, seen: `until ${restartingUntil}` });
    }
    if (isAway && nowMs > knownMs + SEEN_WITHIN_MS && acknowledged === null)
      found.acknowledged.push({ sign, expected: `who is at the outage of "${name}"`, seen: 'nobody' });
    if (isBack && acknowledged !== null)
      found.acknowledged.push({ sign, expected: `nobody at "${name}", which is back`, seen: acknowledged.by.name });
  }
  return found;
}
