import { EPOCH_MS } from '../timeline.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { NotificationRow, SignRow } from './row-types.ts';

/** Between a look at the records and the arrival of what says so: a mail travels, and a storm of them is said once a second. */
const SLACK_MS = 3_000;
const DISTURBED_MS = 60_000;
/** Later than this after its plan a message has waited for a mail server or a push service. */
const LATE_MS = 10_000;

/** How many signs of an event have a device and are offline, from a moment on. */
interface Count {
  fromMs: number;
  offline: number;
  total: number;
}

/** What a mail or a push says of it, as a person reads it; null where it says nothing. */
function readStanding(text: string): Pick<Count, 'offline' | 'total'> | null {
  const said = /^Now, (?:\d+ \w+ )?\d\d:\d\d: (none|\d+) of (\d+) offline/m.exec(text);
  return said && { offline: said[1] === 'none' ? 0 : Number(said[1]), total: Number(said[2]) };
}

/** Every mail and every push says how things stand when it is sent, however long it waited: N11. */
export const offlineCountsInMessages: Checker = {
  promises: ['N11'],
  begin(world): Watch {
    const { post, timeline, coverage } = world;
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const notifications: Mirror<NotificationRow> = mirror(world, 'notification');
    const counts = new Map<string, Count[]>();
    let looked = 0;

    function note(): void {
      const byEvent = Map.groupBy(signs.rows(), ({ event_id }) => event_id);
      for (const eventId of new Set([...byEvent.keys(), ...counts.keys()])) {
        const linked = (byEvent.get(eventId) ?? []).filter(({ device_sign_id: device }) => device !== null);
        const offline = linked.filter(({ presence }) => presence !== 'online').length;
        const known = counts.get(eventId) ?? [];
        const last = known.at(-1);
        if (last?.offline === offline && last.total === linked.length) continue;
        counts.set(eventId, [...known, { fromMs: timeline.nowMs(), offline, total: linked.length }]);
      }
    }

    function check(delivered: (typeof post.delivered)[number]): void {
      const { atMs } = delivered;
      const [id, text] =
        delivered.by === 'mail'
          ? [delivered.mail.id, delivered.mail.text]
          : [delivered.payload.notificationId, delivered.payload.text];
      const row = notifications.get(id ?? '');
      // Invitations and the like.
      if (!row) return;
      const said = readStanding(text);
      const sinceMs = atMs - (timeline.nowMs() - world.disturbedMs() > 3 * 60_000 ? SLACK_MS : DISTURBED_MS);
      const all = [{ fromMs: -Infinity, offline: 0, total: 0 }, ...(counts.get(row.event_id) ?? [])];
      const recent = all.filter((_, nth) => (all[nth + 1]?.fromMs ?? Infinity) >= sinceMs);
      const isTrue = recent.some(({ offline, total }) => offline === said?.offline && total === said.total);
      assertPromise(isTrue, 'N11', 'a message does not say how things stand when it is sent', () => ({
        seen: { by: delivered.by, atMs, text },
        expected: recent,
      }));
      coverage.hit('notification says how things stand');
      if (EPOCH_MS + atMs - row.at.getTime() > LATE_MS) coverage.hit('notification sent late says how things stand');
    }

    return {
      afterStep() {
        for (const delivered of post.delivered.slice(looked)) check(delivered);
        looked = post.delivered.length;
      },
      async afterCommit(commits) {
        await notifications.update(commits);
        if ((await signs.update(commits)).length > 0) note();
      },
    };
  },
};
