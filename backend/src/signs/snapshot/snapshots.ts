import type { Readable } from 'node:stream';
import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import { createBatch } from '../../db/combine-queries.ts';
import type { Db } from '../../db/database-types.ts';
import { createGate } from '../../flow/gate.ts';
import { readVersion, type SnapshotScope, type SnapshotVersion } from './snapshot-queries.ts';
import { readSnapshot, type Snapshot } from './read-all-sign-records.ts';
import { snapshotsToEvict } from './snapshot-eviction.ts';

/**
 * Snapshots, each made once for all who ask for it, as long as nothing changes. Whether something has changed the database says, after each asking:
 * messages between nodes may be late or lost, and who has subscribed is told nothing of what was committed before. So a snapshot that was made
 * earlier is what the database held after it was asked for; only the time of an online sign's last heartbeat may be older, by `KEPT_MS` at the most.
 */

/** Walls that are opened one after the other, and the tabs of a browser that starts again. */
const KEPT_MS = 30_000;
/** Those that are kept and those that are still being read: some thirty of 10,000 signs. */
const BYTES_MOST = 24 * 1024 * 1024;
/** A person's that are read at once: more than a browser with some events open needs. Walls that one person is signed in on mostly read the same. */
const READ_MOST = 3;
/** The rest of the pool is for what else there is to do. */
const READ_AT_ONCE = 2;

interface Place {
  key: string;
  kept: Snapshot | null;
  stopKeeping: Cancel;
  /** How many ask now. */
  asking: number;
  find(): Promise<Snapshot>;
}

const isSame = (one: SnapshotVersion, other: SnapshotVersion): boolean =>
  one.total === other.total && one.hash === other.hash;

interface SnapshotsDeps {
  db: Db;
  clock: Clock;
  /** A reader whose snapshot has no place any more. */
  cut(reader: Readable): void;
  /** A snapshot was given: made anew, or as it was kept. */
  observe(source: 'database' | 'cache'): void;
  /** For tests. */
  bytesMost?: number;
}

export function createSnapshots({ db, clock, cut, observe, bytesMost = BYTES_MOST }: SnapshotsDeps) {
  const places = new Map<string, Place>();
  /** All that are in memory with who reads them (by stream, the person), in the order of their making. */
  const held = new Map<Snapshot, Map<Readable, string>>();
  const reading = createGate({ atOnce: READ_AT_ONCE, mostWaiting: Infinity });

  const isKept = (snapshot: Snapshot): boolean => Array.from(places.values()).some(({ kept }) => kept === snapshot);

  function stopKeeping(place: Place): void {
    const { kept } = place;
    place.stopKeeping();
    place.kept = null;
    if (kept && held.get(kept)?.size === 0) held.delete(kept);
    if (place.asking === 0) places.delete(place.key);
  }

  function makeRoomFor(newest: Snapshot): void {
    const isRead = (snapshot: Snapshot): boolean => held.get(snapshot)!.size > 0;
    for (const snapshot of snapshotsToEvict(Array.from(held.keys()), isRead, newest, bytesMost)) {
      const readers = held.get(snapshot)!;
      for (const place of places.values()) if (place.kept === snapshot) stopKeeping(place);
      for (const reader of readers.keys()) cut(reader);
      held.delete(snapshot);
    }
  }

  function keep(place: Place, snapshot: Snapshot): void {
    if (place.kept) stopKeeping(place);
    place.kept = snapshot;
    place.stopKeeping = clock.after(KEPT_MS, () => stopKeeping(place));
    held.set(snapshot, new Map());
    makeRoomFor(snapshot);
  }

  async function look(place: Place, scope: SnapshotScope): Promise<Snapshot> {
    const { kept } = place;
    if (kept && isSame(await readVersion(db, scope), kept.version)) {
      observe('cache');
      return kept;
    }
    const { result: made } = (await reading.run(() => readSnapshot(db, scope)))!;
    observe('database');
    keep(place, made);
    return made;
  }

  function openPlace(key: string, scope: SnapshotScope): Place {
    // Whoever asks while others are answered is answered by the next look, which begins after their asking.
    const find = createBatch<null, Snapshot>(
      async (asking) => {
        const found = await look(place, scope);
        return asking.map(() => found);
      },
      { queriesAtOnce: 1 },
    );
    const place: Place = { key, kept: null, stopKeeping: () => {}, asking: 0, find: () => find(null) };
    places.set(key, place);
    return place;
  }

  return {
    /** The records, each as it was at some moment after this was asked. */
    async find(scope: SnapshotScope): Promise<Snapshot> {
      const key = `${scope.organizationId} ${scope.eventId}`;
      const place = places.get(key) ?? openPlace(key, scope);
      place.asking += 1;
      try {
        return await place.find();
      } finally {
        place.asking -= 1;
        if (place.asking === 0 && !place.kept) places.delete(key);
      }
    },
    /** Whether a person reads as many others at once as anybody may. */
    isOneTooMany(snapshot: Snapshot, userId: string): boolean {
      const others = Array.from(held).filter(([each]) => each !== snapshot);
      return others.filter(([, readers]) => Array.from(readers.values()).includes(userId)).length >= READ_MOST;
    },
    /** The snapshot stays in memory as long as a person's stream reads it, or until it has no place any more. */
    addReader(snapshot: Snapshot, userId: string, reader: Readable): void {
      const readers = held.get(snapshot) ?? new Map<Readable, string>();
      held.set(snapshot, readers.set(reader, userId));
      reader.once('close', () => {
        readers.delete(reader);
        if (readers.size === 0 && !isKept(snapshot)) held.delete(snapshot);
      });
    },
    /** In memory, kept or read. */
    get heldBytes(): number {
      return Array.from(held.keys()).reduce((sum, { bytes }) => sum + bytes, 0);
    },
  };
}

export type Snapshots = ReturnType<typeof createSnapshots>;
