import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/**
 * The signs of a subscription as they are known, by identifier. Never changed in place: a row that is the same object is the same row. Most patches change signs and bring or take none: then
 * `rows` is copied, which takes some µs for 10,000, and nothing else; a `Map` of as many takes a millisecond.
 */
export interface Signs extends ReadonlyMap<string, SignRow> {
  /** In an order that stays as long as no sign comes or goes. */
  readonly rows: readonly SignRow[];
  /** Where each stands in `rows`; the same object as long as no sign comes or goes. */
  readonly places: ReadonlyMap<string, number>;
  /** Lays over the rows what was not read yet, which the next who reads them would wait for. */
  lay(): void;
  /** The signs after `patches`. */
  with(patches: readonly SignsPatch[]): Signs;
}

export type SignsPatch = Pick<DashboardUpdateMessage<'signs:patch'>, 'changes' | 'removed'>;

interface Known {
  rows: readonly SignRow[];
  places: ReadonlyMap<string, number>;
}

/** Patches are laid over the rows when somebody reads them, so that a message takes no longer than reading it takes. Of so many they are not left to wait. */
const UNREAD_MOST = 8;

class KnownSigns implements Signs {
  #known: Known;
  #unread: readonly SignsPatch[];

  constructor(known: Known, unread: readonly SignsPatch[] = []) {
    this.#known = known;
    this.#unread = unread;
  }
  get #read(): Known {
    if (this.#unread.length > 0) this.#known = patched(this.#known, this.#unread);
    this.#unread = [];
    return this.#known;
  }
  with(patches: readonly SignsPatch[]): KnownSigns {
    if (this.#unread.length + patches.length > UNREAD_MOST) return new KnownSigns(patched(this.#read, patches));
    return new KnownSigns(this.#known, [...this.#unread, ...patches]);
  }
  lay() {
    void this.#read;
  }
  get rows() {
    return this.#read.rows;
  }
  get places() {
    return this.#read.places;
  }
  get size() {
    return this.rows.length;
  }
  get(id: string) {
    const place = this.places.get(id);
    return place === undefined ? undefined : this.rows[place];
  }
  has(id: string) {
    return this.places.has(id);
  }
  keys() {
    return this.places.keys();
  }
  values() {
    return this.rows.values();
  }
  *entries(): MapIterator<[string, SignRow]> {
    for (const row of this.rows) yield [row.id, row];
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  forEach(tell: (row: SignRow, id: string, all: ReadonlyMap<string, SignRow>) => void) {
    for (const row of this.rows) tell(row, row.id, this);
  }
}

const placesOf = (rows: readonly SignRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ id }, place) => [id, place]));

/** A change of an unknown sign is a new sign, and whole. One that is not is of a sign that was deleted before the list was read: its removal follows. */
const isWhole = (change: object): change is SignRow => 'createdAt' in change && 'name' in change;

/** What a wall shows of it. */
function shown(change: SignsPatch['changes'][number]): Omit<typeof change, 'settings'> {
  if (!('settings' in change)) return change;
  const { settings: _, ...rest } = change;
  return rest;
}

function patched(known: Known, patches: readonly SignsPatch[]): Known {
  let rows = known.rows.slice();
  let { places } = known;
  for (const { changes, removed } of patches) {
    if (removed.some((id) => places.has(id))) {
      const gone = new Set(removed);
      rows = rows.filter(({ id }) => !gone.has(id));
      places = placesOf(rows);
    }
    const added = new Map<string, SignRow>();
    for (const told of changes) {
      const change = shown(told);
      const place = places.get(change.id);
      const before = place === undefined ? added.get(change.id) : rows[place];
      // The text that is there already: its hash is known.
      const after = before && { ...before, ...change, id: before.id };
      if (after && place !== undefined) rows[place] = after;
      else if (after) added.set(after.id, after);
      else if (isWhole(change)) added.set(change.id, change);
    }
    if (added.size === 0) continue;
    rows.push(...added.values());
    places = placesOf(rows);
  }
  return { rows, places };
}

/** The signs after `patches`, in the order in which they were sent. */
export const withPatches = (signs: Signs, patches: readonly SignsPatch[]): Signs =>
  patches.length === 0 ? signs : signs.with(patches);

/** Of two rows of one sign the later is taken. */
export const signsOf = (all: readonly SignRow[]): Signs => {
  const rows = Array.from(new Map(all.map((row) => [row.id, row])).values());
  return new KnownSigns({ rows, places: placesOf(rows) });
};
