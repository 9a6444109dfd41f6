import { BULK_SIGNS_MOST } from '@sign-display/contracts/limits';
import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import type { Command } from '@sign-display/contracts/rest/commands';
import { createEffect, createMemo, createSignal, on, onCleanup, onMount, type Accessor } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import type { Seen } from '../../event/event-page.tsx';
import { partsOf } from '../../outages/acknowledging.ts';
import { useWallTools } from '../../wall-tools.tsx';
import {
  bulkIdsOf,
  isOver,
  progressOf,
  takenNow,
  undoableOf,
  whyNothing,
  withNews,
  withState,
  type Deed,
  type Part,
  type Run,
} from './bulk.ts';

/** The thin edge of a bulk: its requests, what the service tells of them, and its undoing. One at a time is shown, the newest. */

export interface Bulk {
  run: Accessor<Run | null>;
  /** The newest row of the run's command by sign, as far as it was told here. */
  told: Accessor<ReadonlyMap<string, Command>>;
  /** Until the service has answered, whether it is shown or not; nothing else is begun meanwhile. */
  isAsking: Accessor<boolean>;
  /** Resolves with why nothing of it was taken, or with undefined. */
  start(deed: BulkAction, signIds: readonly string[]): Promise<Trouble | undefined>;
  /** Sends again what the service did not answer, though it may have taken it. Resolves as `start`. */
  sendAgain(): Promise<Trouble | undefined>;
  undo(): Promise<Trouble | undefined>;
  /** It is shown no more; it goes on all the same. */
  dismiss(): void;
}

const ASKING = { state: { is: 'asking' } } as const;

interface Kept {
  /** Of the bulk requests in the address. */
  ids(): string[];
  keep(ids: readonly string[]): void;
}

export function createBulk(seen: Seen, kept: Kept): Bulk {
  const { client, page } = useWallTools();
  const [run, setRun] = createSignal<Run | null>(null);
  const rows = new Map<string, Command>();
  const [told, setTold] = createSignal<ReadonlyMap<string, Command>>(rows, { equals: false });
  /** How often the service told of each: what was asked for before it told is older. */
  const news = new Map<string, number>();
  const [isAsking, setAsking] = createSignal(false);
  let isDrawn = true;
  /** Of the run that is shown. */
  let current = 0;

  onCleanup(
    seen.live.onBulk(({ bulkId, total, counts }) => {
      news.set(bulkId, (news.get(bulkId) ?? 0) + 1);
      setRun((is) => is && withNews(is, bulkId, { total, counts }));
    }),
  );
  onCleanup(
    seen.live.onCommand(({ signId, ...row }) => {
      const deed = run()?.deed;
      if (deed === undefined || deed === 'undo' || !('command' in deed) || deed.command !== row.command) return;
      const before = rows.get(signId);
      if (before && before.commandId !== row.commandId && before.createdAt > row.createdAt) return;
      rows.set(signId, row);
      if (!isDrawn) return;
      isDrawn = false;
      page.atNextFrame(() => {
        isDrawn = true;
        setTold(rows);
      });
    }),
  );

  /** Reads how far it is; resolves with false where there is none of that name, or it can't be read now. */
  async function read(bulkId: string) {
    const before = news.get(bulkId);
    const answer = await asked(client.call('GET /api/bulk/:id', { params: { id: bulkId } }));
    if (!answer.ok) return null;
    const { total, counts, createdAt, undoableUntil } = answer.body;
    const rest = {
      createdAtMs: Date.parse(createdAt),
      undoableUntilMs: undoableUntil === null ? null : Date.parse(undoableUntil),
    };
    setRun((is) => is && withNews(is, bulkId, news.get(bulkId) === before ? { total, counts, ...rest } : rest));
    return answer.body;
  }

  /** One part after the other: each is as much as the service takes at once. Where nothing was taken, what was shown before is shown again. */
  async function send(next: Run): Promise<Trouble | undefined> {
    if (isAsking()) return undefined;
    const before = run();
    current += 1;
    const mine = current;
    rows.clear();
    setTold(rows);
    setRun(next);
    setAsking(true);
    let after = next;
    for (const [nth, part] of next.parts.entries()) {
      if (part.state.is !== 'asking') continue;
      const state = await ask(next.deed, part);
      after = withState(after, nth, state);
      if (mine !== current) continue;
      setRun((is) => is && withState(is, nth, state));
      if (state.is === 'taken') void read(state.bulkId);
    }
    setAsking(false);
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
  function post(deed: Deed, { signIds, undoes }: Part) {
    if (undoes !== undefined) return asked(client.call('POST /api/bulk/:id/undo', { params: { id: undoes } }));
    const target = { signIds: Array.from(signIds ?? []) };
    const body = { organizationId, target, action: deed as BulkAction };
    return asked(client.call('POST /api/signs/bulk', { body }));
  }
  async function ask(deed: Deed, part: Part): Promise<Part['state']> {
    const answer = await post(deed, part);
    if (answer.ok) return takenNow(answer.body.bulkId, answer.body.accepted);
    return answer.body === null ? { is: 'unknown' } : { is: 'refused', why: answer.body };
  }

  async function start(deed: BulkAction, signIds: readonly string[]): Promise<Trouble | undefined> {
    const parts = partsOf(signIds, BULK_SIGNS_MOST).map((ids): Part => ({
      signIds: ids,
      wanted: ids.length,
      ...ASKING,
    }));
    return send({ deed, parts });
  }

  // After a gap nobody told what came in between.
  const isLive = createMemo(() => seen.live.feed().step.is === 'live');
  createEffect(
    on(isLive, (is) => {
      const known = run();
      if (is && known && !isOver(progressOf(known))) for (const id of bulkIdsOf(known)) void read(id);
    }),
  );
  createEffect(on(run, (is) => kept.keep(is ? bulkIdsOf(is) : []), { defer: true }));
  onMount(async () => {
    const mine = current;
    const found = await Promise.all(kept.ids().map(read));
    const parts = found.flatMap((bulk): (Part & { action: BulkAction | { undo: string } })[] => {
      if (!bulk) return [];
      const state = takenNow(bulk.bulkId, bulk.total);
      return [{ signIds: null, wanted: bulk.total, state, action: bulk.action }];
    });
    const [first] = parts;
    if (mine !== current || !first) return;
    const deed = 'undo' in first.action ? 'undo' : first.action;
    show({ deed, parts });
  });

  return {
    run,
    told,
    isAsking,
    start,
    async sendAgain() {
      const is = run();
      if (!is) return undefined;
      const parts = is.parts.map((part) => (part.state.is === 'unknown' ? { ...part, ...ASKING } : part));
      return send({ ...is, parts });
    },
    async undo() {
      const is = run();
      if (!is) return undefined;
      // Whether it is still in time is the service's to say.
      const ids = new Set(undoableOf(is, -Infinity));
      const parts = is.parts.flatMap(({ signIds, state }): Part | [] =>
        state.is === 'taken' && ids.has(state.bulkId)
          ? { signIds, wanted: state.total, undoes: state.bulkId, ...ASKING }
          : [],
      );
      return send({ deed: 'undo', parts });
    },
    dismiss() {
      current += 1;
      setRun(null);
    },
  };
}
