import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { Effect } from '../state/effects.ts';
import { assertPromise } from './assert-promise.ts';
import type { SignWorld } from './sign-world.ts';

/** K7 at every step, over all of a sign's boots: the far end keeps a batchId once, as the backend does. */
export interface AnalyticsMemory {
  /** Reported by the shell; each has an address of its own. */
  reported: number;
  /** What the backend has: entries by batchId. */
  kept: Map<string, readonly unknown[]>;
  /** As they were first sent. */
  sent: Map<string, readonly unknown[]>;
}

export const newAnalyticsMemory = (): AnalyticsMemory => ({ reported: 0, kept: new Map(), sent: new Map() });

const urlsOf = (entries: readonly unknown[]): string[] =>
  entries.flatMap((entry) => {
    const { kind, url } = entry as { kind: string; url?: string };
    return kind === 'content_fetch' && url !== undefined ? [url] : [];
  });

export function checkBatchEffect(world: SignWorld, memory: AnalyticsMemory, effect: Effect): void {
  if (effect.type !== 'send_batch') return;
  const { batchId, entries } = effect.message;
  assertPromise(
    isDeepStrictEqual(world.batches.get(batchId)?.entries, entries),
    'K7: a batch is on disk before it is sent',
  );
  const before = memory.sent.get(batchId) ?? entries;
  assertPromise(isDeepStrictEqual(before, entries), 'K7: a batchId stands for the same entries for ever');
  memory.sent.set(batchId, entries);
}

export function reportFetch(world: SignWorld, memory: AnalyticsMemory): void {
  memory.reported += 1;
  const url = `https://example.org/asset-${memory.reported}`;
  const report = { url, durationMs: 5, status: 200, bytes: 10, fromCache: false, error: null };
  world.act({ type: 'fetched', report });
}

/** The oldest write of a batch that was asked for is on disk. */
export function writeBatch(world: SignWorld): void {
  const document = world.batchWrites.shift();
  if (document === undefined) return;
  world.batches.set(document.batchId, document);
  const { batchId, entries } = document;
  world.act({ type: 'batch_written', batchId, entries: entries.length, error: null });
}

export const BATCH_FATES = ['kept', 'kept, reply lost', 'lost', 'refused for now'] as const;

/** What becomes of the batch that is on its way. */
export function endBatch(world: SignWorld, fate: (typeof BATCH_FATES)[number], memory: AnalyticsMemory): void {
  const sent = world.sentBatch;
  if (sent === null) return;
  world.sentBatch = null;
  const { batchId, entries } = sent.message;
  if (fate === 'kept' || fate === 'kept, reply lost') {
    if (!memory.kept.has(batchId)) memory.kept.set(batchId, entries);
    const urls = [...memory.kept.values()].flatMap(urlsOf);
    assertPromise(new Set(urls).size === urls.length, 'K7: no entry is kept twice');
  }
  const refusal = { ok: false, error: { code: 'unavailable', detail: 'not now' } };
  const reply = fate === 'kept' ? { ok: true } : fate === 'refused for now' ? refusal : null;
  world.act({ type: 'batch_replied', connection: sent.connection, batchId, reply });
}

/** When nothing is in the way any more, whatever was on disk for this claim is with the backend. */
export function checkAnalyticsSettled(world: SignWorld, memory: AnalyticsMemory, onDisk: readonly string[]): void {
  // The newest may still be growing.
  assertPromise(world.batches.size <= 1, 'K7: nothing is left behind');
  const kept = new Set([...memory.kept.values()].flatMap(urlsOf));
  assertPromise(
    onDisk.every((url) => kept.has(url)),
    'K7: what was on disk is sent until it is kept',
  );
}

export const urlsOnDisk = (world: SignWorld): string[] =>
  [...world.batches.values()].flatMap(({ entries }) => urlsOf(entries));

export const anyBatchFate = fc.constantFrom(...BATCH_FATES);
