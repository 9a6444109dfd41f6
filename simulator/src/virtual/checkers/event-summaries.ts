import type { EventSummary } from '@sign-display/contracts/rest/event-figures';
import type { Asked } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { SignRow } from './row-types.ts';

const PATH = /^\/api\/events\/([^/]+)\/summary$/;
/** So long before the question no sign has changed: an answer may be older than a change by a second. */
const QUIET_MS = 2_000;

type Facts = Pick<SignRow, 'device_sign_id' | 'presence' | 'content_state'> & { mode?: unknown };

/** The contract's words, written anew here: the service's own rule is what is judged. */
function wordOf({ device_sign_id: device, presence, content_state: content, mode }: Facts): string {
  if (device === null) return 'unlinked';
  if (presence !== 'online') return 'offline';
  const failed = { unreachable: 'content_unreachable', error: 'content_error' }[content ?? ''];
  if (failed !== undefined) return failed;
  if (mode === 'background') return 'background';
  return content === 'showing' ? 'showing' : 'idle';
}

/** All that an event's figures follow from: `last_seen_at` and the like are none of it. */
const factsOf = (sign: SignRow) => ({
  event: sign.event_id,
  place: sign.location.split(',')[0]!,
  word: wordOf(sign),
  isUnstable: sign.device_sign_id !== null && sign.unstable_until !== null,
  isBlank: sign.device_sign_id !== null && sign.presence === 'online' && sign.blank === true,
});

/** By status and by name: in one order, so that two can be compared by their text. */
const sorted = (record: Readonly<Record<string, number>>) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** D1: the figures of an event are those of its signs. That the records are true of the signs is what other checkers are for. */
export const summary: Checker = {
  promises: ['D1'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    let changedMs = 0;

    function check(eventId: string, told: EventSummary): void {
      const all = signs.rows().map(factsOf);
      const own = all.filter(({ event }) => event === eventId);
      const byStatus: Record<string, number> = {};
      for (const { word } of own) byStatus[word] = (byStatus[word] ?? 0) + 1;
      const expected = {
        total: own.length,
        byStatus: sorted(byStatus),
        unstable: own.filter(({ isUnstable }) => isUnstable).length,
        blank: own.filter(({ isBlank }) => isBlank).length,
      };
      const { total, unstable, blank, places } = told;
      const seen = { total, byStatus: sorted(told.byStatus), unstable, blank };
      assertPromise(
        JSON.stringify(seen) === JSON.stringify(expected),
        'D1',
        'the figures of an event are not those of its signs',
        () => ({
          seen,
          expected,
        }),
      );
      const inPlaces = places.reduce((sum, place) => sum + place.total, 0);
      assertPromise(inPlaces === total, 'D1', 'the places of an event have other signs than the event', () => ({
        seen: places,
        expected: total,
      }));
      coverage.hit('D1 figures of an event');
    }

    world.onAsked(({ request, reply, askedMs }: Asked) => {
      const eventId = PATH.exec(request.path)?.[1];
      if (eventId === undefined || reply?.status !== 200 || askedMs - changedMs < QUIET_MS) return;
      check(eventId, reply.body as EventSummary);
    });
    return {
      async afterCommit(commits) {
        for (const { before, after } of await signs.update(commits))
          if (JSON.stringify(before && factsOf(before)) !== JSON.stringify(after && factsOf(after)))
            changedMs = timeline.nowMs();
      },
    };
  },
};
