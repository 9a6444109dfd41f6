import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import { asked } from '../api/session.ts';
import { createThrottle } from '../event/throttle.ts';
import { useEvery } from '../event/repeated-read.ts';
import { expectedFromMs, hourOf, stripOf, type Strip } from '../event/heartbeat-minutes.ts';
import type { Signs } from '../live/apply-sign-patches.ts';
import { useWallTools } from '../wall-context.ts';
import { stripsDue } from './heartbeat-strips-to-read.ts';

/** The heartbeats of the last hour of the signs that are shown near enough, read each minute and after a gap. What can't be read leaves what was known. */

export interface Strips {
  /** Undefined: not read yet. Tracked, so that who shows it is told of a newer one. */
  of(id: string): Strip | undefined;
  /** Another one after each reading. */
  version: Accessor<number>;
  /** Reads those of these signs as long as the calling component lives; in the order given, 200 a request. */
  watch(ids: Accessor<readonly string[]>): void;
}

const MINUTE_MS = 60_000;
/** Who scrolls or pans asks for many; between two readings lies so much. */
const REST_MS = 400;

/** `isLive`: whether what the page shows is true now; when it becomes true again all are read anew. */
export function createStrips(props: { eventId: string; signs: Accessor<Signs>; isLive: Accessor<boolean> }): Strips {
  const { client, clock, page } = useWallTools();
  const known = new Map<string, { strip: Strip; readAtMs: number }>();
  const watchers = new Set<Accessor<readonly string[]>>();
  const [version, setVersion] = createSignal(0);
  /** Signs that the service has no more, by its own word: the feed may tell so later. Asked for again when all are. */
  const missing = new Set<string>();
  let freshFromMs = 0;
  let isReading = false;
  let isGone = false;

  const isThere = (id: string): boolean => props.signs().has(id) && !missing.has(id);
  const due = (): string[] =>
    stripsDue(
      Array.from(watchers, (ids) => ids()),
      (id) => known.get(id)?.readAtMs,
      freshFromMs,
      isThere,
    );

  /** Of a whole request that was refused for them: whether there is less to ask for by now. */
  function leaveOut(ids: readonly string[], errors: readonly FieldError[] = []): boolean {
    for (const { path } of errors) {
      const place = /^\/signIds\/(\d+)$/.exec(path)?.[1];
      const id = place === undefined ? undefined : ids[Number(place)];
      if (id !== undefined) missing.add(id);
    }
    return !ids.every(isThere);
  }
  /** Whether the next ones may be asked for at once. */
  async function readSome(ids: string[]): Promise<boolean> {
    const readAtMs = clock.monotonicMs();
    const answer = await asked(
      client.call('GET /api/events/:id/strips', { params: { id: props.eventId }, query: { signIds: ids.join(',') } }),
    );
    if (isGone) return false;
    if (!answer.ok) return answer.body?.code === 'not_found' && leaveOut(ids, answer.body.errors);
    const { counts, ...rest } = answer.body;
    const hour = hourOf(rest);
    for (const id of ids) {
      const sign = props.signs().get(id);
      const bornAtMs = sign ? expectedFromMs(sign) : Date.parse(rest.from);
      known.set(id, { strip: stripOf(hour, counts[id], bornAtMs), readAtMs });
    }
    return true;
  }
  /** One request after another. After one that fails the next try is that of the next minute, or of who wants others. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    let hasRead = false;
    for (let ids = due(); ids.length > 0 && (await readSome(ids)); ids = due()) hasRead = true;
    isReading = false;
    if (hasRead) setVersion((is) => is + 1);
  }
  const rested = createThrottle(clock, REST_MS, () => void read());
  let isWanted = false;
  /** Not in the frame that answers who wants them, as asking takes a slow processor ten ms of it; of a page that nobody sees once, when somebody sees it. */
  function want(): void {
    if (isWanted) return;
    isWanted = true;
    page.atIdleFrame(() => {
      isWanted = false;
      if (!isGone) rested.want();
    });
  }
  function refresh(): void {
    freshFromMs = clock.monotonicMs();
    missing.clear();
    want();
  }

  useEvery(MINUTE_MS, refresh);
  createEffect(on(props.isLive, (isLive) => isLive && refresh(), { defer: true }));
  onCleanup(() => {
    isGone = true;
    rested.stop();
  });
  return {
    version,
    of: (id) => (version(), known.get(id)?.strip),
    watch(ids) {
      watchers.add(ids);
      createEffect(on(ids, (wanted) => wanted.length > 0 && want()));
      onCleanup(() => void watchers.delete(ids));
    },
  };
}
