import type { World } from '../world.ts';
import { runMs, watchClocks } from './watch-clock-errors.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { SignRow } from './row-types.ts';

/** A kiosk's clock may be behind the backend's by a message's way, and a commit's time is its node's. */
const SLACK_MS = 5_000;

interface Entry {
  kind: string;
  at: string;
}
interface Fetch extends Entry {
  url: string;
  startedAt: string;
  durationMs: number;
}

/** What a row and an entry have in common. */
const keyOf = (url: unknown, startedMs: number, durationMs: unknown): string =>
  `${String(url)} ${startedMs} ${Number(durationMs)}`;

const fetchesOf = (entries: readonly Entry[]): Fetch[] =>
  entries.filter((entry): entry is Fetch => entry.kind === 'content_fetch');

/** What the backend said that it keeps: of a sign that has sent its bytes of the day it acknowledges the last entries and drops them. */
const keptOf = (entries: readonly Entry[], dropped: number): readonly Entry[] =>
  entries.slice(0, entries.length - dropped);

/** How often each is there. */
function tally(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** From when to when a device had a record, by one claim. */
interface Hold {
  recordId: string;
  device: string;
  claimRequestId: string | null;
  fromMs: number;
  untilMs: number;
}

function watchHolds(world: World) {
  const signs: Mirror<SignRow> = mirror(world, 'sign');
  const holds: Hold[] = [];
  const current = new Map<string, Hold>();
  return {
    holds,
    async update(commits: Parameters<Mirror<SignRow>['update']>[0]) {
      const nowMs = world.timeline.nowMs();
      for (const { before, after } of await signs.update(commits)) {
        const { id } = after ?? before!;
        const last = current.get(id);
        const device = after?.device_sign_id ?? null;
        if (last?.device === device && last?.claimRequestId === after?.claim_request_id) continue;
        if (last) last.untilMs = nowMs;
        current.delete(id);
        if (device === null || after === null) continue;
        const next = { recordId: id, device, claimRequestId: after.claim_request_id, fromMs: nowMs, untilMs: Infinity };
        current.set(id, next);
        holds.push(next);
      }
    },
    isThere: (recordId: string) => signs.get(recordId) !== undefined,
  };
}

/** Content fetches are in the backend's log once: K7. */
export const analytics: Checker = {
  promises: ['K7'],
  begin(world): Watch {
    const devices = watchHolds(world);
    const clocks = watchClocks(world);
    /** What nodes were told, by whatever machine: the entries of each batch. */
    const arrived = new Map<string, readonly Entry[]>();
    world.network.onArrival(({ to, event, payload }) => {
      if (to !== 'node' || event !== 'sign:analytics') return;
      const { batchId, entries } = payload as { batchId: string; entries: readonly Entry[] };
      if (arrived.has(batchId)) world.coverage.hit('K7 batch arrived twice');
      else arrived.set(batchId, entries);
    });
    return {
      afterStep: clocks.look,
      afterCommit: (commits) => devices.update(commits),
      async atEnd() {
        const rows = await world.records.ask('select sign_record_id, url, started_at, duration_ms from content_fetch');
        const kept = tally(rows.map((row) => keyOf(row.url, (row.started_at as Date).getTime(), row.duration_ms)));
        for (const { index, kiosk } of world.signs) {
          for (const { entries, ackedAtMs, dropped } of kiosk.seen().batches.values()) {
            for (const { at, url, startedAt, durationMs } of fetchesOf(keptOf(entries, dropped))) {
              const key = keyOf(url, Date.parse(startedAt), durationMs);
              if (ackedAtMs === null) continue;
              world.coverage.hit('K7 fetch acknowledged');
              const slackMs = SLACK_MS + 2 * clocks.mostMs();
              const saidMs = runMs(new Date(at));
              const owner = devices.holds.find(
                ({ fromMs, untilMs, device, recordId }) =>
                  fromMs + slackMs < saidMs &&
                  untilMs > ackedAtMs &&
                  device === kiosk.agent()?.stored.identity?.signId &&
                  devices.isThere(recordId),
              );
              if (!owner) continue;
              assertPromise(kept.has(key), 'K7', `what kiosk ${index} was told is kept is not`, () => ({
                seen: 'no row',
                expected: { at, url, startedAt, durationMs, owner },
              }));
            }
          }
        }
        const sent = Array.from(arrived.values(), fetchesOf).flat();
        const most = tally(sent.map(({ url, startedAt, durationMs }) => keyOf(url, Date.parse(startedAt), durationMs)));
        for (const [key, count] of kept)
          assertPromise(
            count <= (most.get(key) ?? 0),
            'K7',
            'a content fetch is in the log more often than it was',
            () => ({
              seen: { key, count },
              expected: most.get(key) ?? 'none: no sign has sent it',
            }),
          );
      },
    };
  },
};
