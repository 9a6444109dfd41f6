import { EPOCH_MS } from '../timeline.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import type { MessageRow, NotificationRow, OutageRow } from './row-types.ts';

/** Between what somebody wants and a message that is planned by it: a plan that was under way, a slow database, nodes' clocks. */
const SLACK_MS = 60_000;

/** What somebody wanted of an event, until they wanted something else. */
interface Choice {
  kinds: readonly string[];
  channels: readonly string[];
  excluded: readonly { kind: string; channel: string }[];
  untilMs: number;
}

interface SubscriptionRow {
  user_id: string;
  event_id: string;
  kinds: readonly string[];
  channels: readonly string[];
  excluded: Choice['excluded'];
}

/** The kinds by which an outage begins, written anew here: the service's own table is what is judged. */
const BEGINNINGS: Record<string, string> = {
  offline: 'sign_offline',
  unreachable: 'content_unreachable',
  error: 'content_error',
  blank: 'screen_blank',
};
const ENDS: readonly string[] = ['sign_online', 'content_recovered'];

const keyOf = ({ user_id: user, event_id: event }: { user_id: string; event_id: string }): string => `${user} ${event}`;

/** Each person is told what they have chosen, where they have chosen it (N6), and nothing that they exclude there (N14). */
export const chosenKinds: Checker = {
  promises: ['N6', 'N14'],
  begin(world): Watch {
    const choices = new Map<string, Choice[]>();
    const seen = new Set<string>();
    let isRead = false;

    async function noteChoices(): Promise<void> {
      isRead = true;
      const nowMs = world.timeline.nowMs();
      const rows = (await world.records.of('subscription')) as unknown as readonly SubscriptionRow[];
      for (const each of choices.values()) {
        const last = each.at(-1)!;
        if (last.untilMs === Infinity) last.untilMs = nowMs;
      }
      for (const row of rows) {
        const { kinds, channels, excluded } = row;
        const earlier = choices.get(keyOf(row)) ?? [];
        choices.set(keyOf(row), [...earlier, { kinds, channels, excluded, untilMs: Infinity }]);
      }
    }

    /** The kinds by whose exclusion this entry does not come: its own, and that of the outage that it ends. */
    async function kindsOf({ kind, outageId }: MessageRow['entries'][number]): Promise<string[]> {
      if (outageId === null || !ENDS.includes(kind)) return [kind];
      const outages = (await world.records.of('outage')) as unknown as readonly OutageRow[];
      const outage = outages.find(({ id }) => id === outageId);
      return outage ? [kind, BEGINNINGS[outage.kind]!] : [kind];
    }

    async function checkMessages(): Promise<void> {
      const messages = new Map(
        ((await world.records.of('message')) as unknown as readonly MessageRow[]).map((row) => [row.id, row]),
      );
      for (const row of (await world.records.of('notification')) as unknown as readonly NotificationRow[]) {
        if (seen.has(row.id)) continue;
        seen.add(row.id);
        const all = choices.get(keyOf(row)) ?? [];
        for (const entry of messages.get(row.message_id)?.entries ?? []) {
          const sinceMs = entry.atMs - EPOCH_MS - SLACK_MS;
          const chosen = all.filter(
            ({ kinds, channels, untilMs }) =>
              untilMs >= sinceMs && kinds.includes(entry.kind) && channels.includes(row.channel),
          );
          const kinds = await kindsOf(entry);
          const isExcluded = ({ excluded }: Choice): boolean =>
            excluded.some(({ kind, channel }) => channel === row.channel && kinds.includes(kind));
          const evidence = () => ({ seen: { row, entry }, expected: all });
          assertPromise(chosen.length > 0, 'N6', 'somebody is told what they have not chosen to be told', evidence);
          assertPromise(
            chosen.some((choice) => !isExcluded(choice)),
            'N14',
            'a message reports a kind that its person excludes on the channel, or the end of such an outage',
            evidence,
          );
        }
      }
    }

    return {
      async afterCommit(commits) {
        if (!isRead || commits.some(({ tables }) => tables.has('subscription'))) await noteChoices();
        if (commits.some(({ tables }) => tables.has('notification'))) await checkMessages();
      },
    };
  },
};
