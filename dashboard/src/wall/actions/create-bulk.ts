import { BULK_SIGNS_MOST, UNDOABLE_MS } from '@sign-display/contracts/limits';
import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import type { Command } from '@sign-display/contracts/rest/commands';
import { createEffect, createMemo, createSignal, on, onCleanup, onMount, type Accessor } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import type { Seen } from '../../event/event-page-frame.tsx';
import { partsOf } from '../../outages/acknowledge-outages.ts';
import { useWallTools } from '../../wall-context.ts';
import {
  bulkIdsOf,
  canBeUndone,
  isOver,
  progressOf,
  takenNow,
  takenOfBulk,
  undoOf,
  whyNothing,
  withNews,
  withState,
  type WallAction,
  type Pages,
  type Part,
  type Run,
} from './bulk-run-progress.ts';
import { createCommandResults } from './create-command-results.ts';

/** The thin edge of a bulk: its requests, what the service tells of them, and its undoing. One at a time is shown, the newest. */

/** Why nothing of it was taken. `busy`: the service has not answered what was asked before, so it was not asked. */
export type NotBegun = Trouble | 'busy';

export interface Bulk {
  run: Accessor<Run | null>;
  /** The page that it belongs to was left: nothing of it is shown any more. */
  isGone(): boolean;
  /** The newest row of the run's command by sign, as far as it was told here. */
  told: Accessor<ReadonlyMap<string, Command>>;
  /** Until the service has answered, whether it is shown or not; nothing else is begun meanwhile. */
  isAsking: Accessor<boolean>;
  /** Resolves with why nothing of it was taken, or with undefined. */
  start(action: BulkAction, signIds: readonly string[]): Promise<NotBegun | undefined>;
  /** Sends again what the service did not answer, though it may have taken it. Resolves as `start`. */
  sendAgain(): Promise<NotBegun | undefined>;
  /** Undoes a run, whether it is still shown or not. */
  undo(of: Run): Promise<NotBegun | undefined>;
  /** It is shown no more; it goes on all the same. */
  dismiss(): void;
}

/** It may be read the next time. */
const mayPass = (why: Trouble): boolean => why === null || why.code === 'unavailable';

const ASKING = { state: { is: 'asking' } } as const;

interface Kept {
  /** Of the bulk requests in the address. */
  ids(): string[];
  keep(ids: readonly string[]): void;
}

export function createBulk(seen: Seen, kept: Kept): Bulk {
  const { client, clock } = useWallTools();
  const [run, setRun] = createSignal<Run | null>(null);
  const { told, forget } = createCommandResults(seen.live, () => run()?.action);
  /** How often the service told of each: what was asked for before it told is older. */
  const news = new Map<string, number>();
  /** Asked for in vain: asked for again when the service is heard again. */
  const unread = new Set<string>();
  const [isAsking, setAsking] = createSignal(false);
  /** Of the run that is shown. */
  let current = 0;

  onCleanup(
    seen.live.onBulk(({ bulkId, total, counts }) => {
      news.set(bulkId, (news.get(bulkId) ?? 0) + 1);
      setRun((is) => is && withNews(is, bulkId, { total, counts }));
      // The service is there again.
      if (unread.delete(bulkId)) void read(bulkId);
    }),
  );
  /** Reads how far it is. */
  async function read(bulkId: string) {
    const before = news.get(bulkId);
    const answer = await asked(client.call('GET /api/bulk/:id', { params: { id: bulkId } }));
    if (!answer.ok) {
      if (mayPass(answer.body)) unread.add(bulkId);
      setRun((is) => is && withNews(is, bulkId, { isUnread: true }));
      return answer;
    }
    unread.delete(bulkId);
    const { counts, total, ...rest } = takenOfBulk(answer.body);
    setRun((is) => is && withNews(is, bulkId, news.get(bulkId) === before ? { total, counts, ...rest } : rest));
    return answer;
  }

  /** One part after the other: each is as much as the service takes at once. Where nothing was taken, what was shown before is shown again. */
  async function send(next: Run, before = run()): Promise<NotBegun | undefined> {
    if (isAsking()) return 'busy';
    current += 1;
    const mine = current;
    forget();
    setRun(next);
    setAsking(true);
    let after = next;
    try {
      for (const [nth, part] of next.parts.entries()) {
        if (part.state.is !== 'asking') continue;
        const { state, leftOut } = await ask(next.action, part);
        after = withState(after, nth, state, leftOut);
        if (mine !== current) continue;
        setRun((is) => is && withState(is, nth, state, leftOut));
        if (state.is === 'taken') void read(state.bulkId);
      }
    } finally {
      setAsking(false);
    }
    const why = whyNothing(after);
    if (why === undefined) {
      // Its card was closed before the answer: what was not taken is shown all the same.
      if (mine !== current && after.parts.some(({ state }) => state.is !== 'taken')) show(after);
    } else if (mine === current) show(before);
    return why;
  }
  /** From its state when nobody read it. */
  function show(is: Run | null): void {
    setRun(is);
    if (is) for (const id of bulkIdsOf(is)) void read(id);
  }
  const { organizationId } = seen.event;
  function post(action: WallAction, { signIds, undoes }: Part) {
    if (undoes !== undefined) return asked(client.call('POST /api/bulk/:id/undo', { params: { id: undoes } }));
    const target = { signIds: Array.from(signIds ?? []) };
    const body = { organizationId, target, action: action as BulkAction };
    return asked(client.call('POST /api/signs/bulk', { body }));
  }
  async function ask(action: WallAction, part: Part): Promise<{ state: Part['state']; leftOut?: number }> {
    const answer = await post(action, part);
    if (!answer.ok) return { state: answer.body === null ? { is: 'unknown' } : { is: 'refused', why: answer.body } };
    const state = takenNow(answer.body, canBeUndone(action) ? clock.now() + UNDOABLE_MS : null);
    // A node of an older version does not return it.
    return 'leftOut' in answer.body ? { state, leftOut: answer.body.leftOut } : { state };
  }

  async function start(action: BulkAction, signIds: readonly string[]): Promise<NotBegun | undefined> {
    const parts = partsOf(signIds, BULK_SIGNS_MOST).map((ids): Part => ({
      signIds: ids,
      wanted: ids.length,
      ...('url' in action && { had: pagesOf(ids) }),
      ...ASKING,
    }));
    return send({ action, parts });
  }
  const pagesOf = (ids: readonly string[]): Pages =>
    new Map(
      ids.flatMap((id): [string, string | null][] => {
        const sign = seen.live.feed().signs?.get(id);
        return sign ? [[id, sign.url]] : [];
      }),
    );

  // After a gap nobody told what came in between.
  const isLive = createMemo(() => seen.live.feed().step.is === 'live');
  createEffect(
    on(isLive, (is) => {
      const known = run();
      if (!is) return;
      if (known) for (const id of bulkIdsOf(known)) void ((unread.has(id) || !isOver(progressOf(known))) && read(id));
      else if (isLost) void find();
    }),
  );
  createEffect(on(run, (is) => kept.keep(is ? bulkIdsOf(is) : []), { defer: true }));
  /** Those in the address could not be read. */
  let isLost = false;
  async function find(): Promise<void> {
    const mine = current;
    isLost = false;
    const found = await Promise.all(kept.ids().map(read));
    if (mine !== current) return;
    isLost = found.some((answer) => !answer.ok && mayPass(answer.body));
    const bulks = found.flatMap((answer) => (answer.ok ? answer.body : []));
    const [first] = bulks;
    if (isLost || !first) return;
    const parts = bulks.map((bulk): Part => ({
      signIds: null,
      wanted: bulk.total + (bulk.leftOut ?? 0),
      state: takenOfBulk(bulk),
    }));
    show({ action: 'undo' in first.action ? 'undo' : first.action, parts });
  }
  onMount(find);

  let isGone = false;
  onCleanup(() => (isGone = true));

  return {
    run,
    isGone: () => isGone,
    told,
    isAsking,
    start,
    async sendAgain() {
      const is = run();
      if (!is) return undefined;
      const parts = is.parts.map((part) => (part.state.is === 'unknown' ? { ...part, ...ASKING } : part));
      return send({ ...is, parts });
    },
    undo: (of) => send(undoOf(of, pagesOf), run() ?? of),
    dismiss() {
      current += 1;
      setRun(null);
    },
  };
}
