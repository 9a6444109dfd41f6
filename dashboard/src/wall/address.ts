import { filterOf, queryOf, type Filter, type FilterQuery } from '../event/filter.ts';
import { COLUMNS, type Column, type Sort } from './sorted.ts';

/** What of a wall is in its address, so that a link shows to another person what this one sees. Pure. */

export const VIEWS = ['map', 'cards', 'table'] as const;
export type View = (typeof VIEWS)[number];

/** From one sign to another, both included, in the order of places and names. */
export type Run = readonly [from: string, to: string];
/** Signs that are chosen: everything that the filter shows, or runs. */
export type Chosen = 'all' | readonly Run[];

export interface WallState extends Filter {
  /** Null: the largest in which everything fits. */
  view: View | null;
  /** Null: status, the gravest first. */
  sort: Sort | null;
  /** Null: all for which there is room. */
  columns: readonly Column[] | null;
  /** The map's pitch in whole px, and the sign in its middle (null: whichever is there); null: everything is in view. */
  near: { pitch: number; at: string | null } | null;
  peek: string | null;
  chosen: Chosen;
}

export type WallQuery = FilterQuery &
  Partial<Record<'view' | 'sort' | 'columns' | 'zoom' | 'at' | 'peek' | 'select', string | undefined>>;

/** With more of them an address would be cut by what stands between a browser and the service. */
export const RUNS_MOST = 32;

const ID = /^[\w-]{1,64}$/;
const idOf = (text: string | undefined): string | null => (text !== undefined && ID.test(text) ? text : null);

const isColumn = (text: string): text is Column => COLUMNS.some((column) => column === text);

function sortOf(text: string | undefined): Sort | null {
  const isDescending = text?.startsWith('-') ?? false;
  const column = isDescending ? text!.slice(1) : (text ?? '');
  return isColumn(column) ? { column, isDescending } : null;
}

function chosenOf(text: string | undefined): Chosen {
  if (text === 'all') return 'all';
  const runs = (text ?? '').split('.').slice(0, RUNS_MOST);
  return runs.flatMap((run): [string, string][] => {
    const [from, to = from, more] = run.split('_').map(idOf);
    return from && to && more === undefined ? [[from, to]] : [];
  });
}

/** Of an address that anybody may have typed: what is not understood is left out. */
export function stateOf(query: WallQuery): WallState {
  const at = idOf(query.at);
  const pitch = /^\d{1,4}$/.test(query.zoom ?? '') ? Number(query.zoom) : 0;
  const near = pitch > 0 ? { pitch, at } : null;
  const columns = (query.columns ?? '').split('.').filter(isColumn);
  return {
    ...filterOf(query),
    // Only a map has a pitch: the same link shows the same place where cards would fit, too.
    view: VIEWS.find((view) => view === query.view) ?? (near && 'map'),
    sort: sortOf(query.sort),
    columns: columns.length > 0 ? COLUMNS.filter((column) => columns.includes(column)) : null,
    near,
    peek: idOf(query.peek),
    chosen: chosenOf(query.select),
  };
}

const sayChosen = (chosen: Chosen): string | undefined => {
  if (chosen === 'all') return chosen;
  if (chosen.length === 0 || chosen.length > RUNS_MOST) return undefined;
  return chosen.map(([from, to]) => (from === to ? from : `${from}_${to}`)).join('.');
};

/** What the address says of it; undefined is left out of it. More runs than it can hold are left out. */
export function wallQueryOf(state: WallState): Record<keyof WallQuery, string | undefined> {
  const { view, sort, columns, near, peek, chosen } = state;
  return {
    ...queryOf(state),
    view: view ?? undefined,
    sort: sort ? `${sort.isDescending ? '-' : ''}${sort.column}` : undefined,
    columns: columns?.join('.'),
    zoom: near ? String(near.pitch) : undefined,
    at: near?.at ?? undefined,
    peek: peek ?? undefined,
    select: sayChosen(chosen),
  };
}

/** Whether it is a step that leads back: another view, filter or peek. What is looked for is not, of which each letter is another. */
export const isStep = (from: WallState, to: WallState): boolean =>
  from.view !== to.view || from.status !== to.status || from.place !== to.place || from.peek !== to.peek;

/** The signs of runs; of a run with an unknown end the other end alone. `order`: of all signs; `shown`: those that the filter shows. */
export function chosenIds(chosen: Chosen, order: readonly string[], shown: readonly string[]): string[] {
  if (chosen === 'all') return [...shown];
  const at = new Map(order.map((id, index) => [id, index]));
  return chosen.flatMap(([from, to]) => {
    const ends = [at.get(from), at.get(to)].filter((end) => end !== undefined);
    return ends.length === 0 ? [] : order.slice(Math.min(...ends), Math.max(...ends) + 1);
  });
}

/** The fewest runs that have these signs and no other of `order`. */
export function runsOf(ids: ReadonlySet<string>, order: readonly string[]): [string, string][] {
  const runs: [string, string][] = [];
  let isOpen = false;
  for (const id of order) {
    const has = ids.has(id);
    if (has && isOpen) runs.at(-1)![1] = id;
    else if (has) runs.push([id, id]);
    isOpen = has;
  }
  return runs;
}

export const areSameRuns = (some: readonly Run[], others: readonly Run[]): boolean =>
  some.length === others.length && some.every(([from, to], at) => from === others[at]![0] && to === others[at]![1]);
