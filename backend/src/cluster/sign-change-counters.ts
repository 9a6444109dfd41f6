import { organizationRoom } from './dashboard-feed.ts';
import type { FeedMessage } from './check-node-message.ts';
import type { Rooms } from './node-messaging.ts';

/** Organizations that are watched at once. Those that were asked for first are let go. */
const WATCHED_MOST = 1_000;

/**
 * Numbers that change when an organization's signs do, for what was read of them and is kept. Like every message between nodes, the news of a change of
 * another node may come late or never: whoever keeps something bounds its age as well.
 *
 * A dashboard may be told of a change before the news of it arrives, because its records were read by the news of another change. So what is
 * told to dashboards of this node is a change of the number too (`told`), before they hear of it: what is kept is never older than what they were told.
 */
export function createSignVersions(rooms: Rooms) {
  let last = 0;
  const versions = new Map<string, { version: number; stop(): void }>();

  const change = (organizationId: string): void => {
    const known = versions.get(organizationId);
    if (known) known.version = last += 1;
  };
  rooms.onGap(() => {
    for (const known of versions.values()) known.version = last += 1;
  });

  return {
    /** The present number of the organization, which is watched from the first call on. */
    of(organizationId: string): number {
      const known = versions.get(organizationId);
      if (known) return known.version;
      if (versions.size >= WATCHED_MOST) {
        const [oldest, { stop }] = versions.entries().next().value!;
        stop();
        versions.delete(oldest);
      }
      const stop = rooms.listen(organizationRoom(organizationId), (heard) => {
        if ((heard as FeedMessage).type === 'signs') change(organizationId);
      });
      const version = (last += 1);
      versions.set(organizationId, { version, stop });
      return version;
    },
    /** Dashboards are about to be told what was read of the organization's signs just now. */
    told: change,
  };
}

export type SignVersions = ReturnType<typeof createSignVersions>;
