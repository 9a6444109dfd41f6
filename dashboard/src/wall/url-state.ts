import { filterOf, queryOf, type Filter, type FilterQuery } from '../event/sign-filter.ts';
import { COLUMNS, type Column, type Sort } from './sort-signs.ts';

/** What of a wall is in its address, so that a link shows to another person what this one sees. Pure. */

export const VIEWS = ['map', 'cards', 'table'] as const;
export type View = (typeof VIEWS)[number];

/** Signs that are chosen, by identifier. `many`: more than an address holds, or an address that does not say which. */
export type Chosen = 'many' | readonly string[];

export interface WallState extends Filter {
  /** Null: the map where a pitch is named, else the largest in which everything fits. */
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
export const CHOSEN_MOST = 64;

const UUID = /^[\da-f-]{36}$/;
const ID = /^[\w-]{1,64}$/;
const idOf = (text: string | undefined): string | null => (text !== undefined && ID.test(text) ? text : null);

const isColumn = (text: string): text is Column => COLUMNS.some((column) => column === text);

function sortOf(text: string | undefined): Sort | null {
  const isDescending = text?.startsWith('-') ?? false;
  const column = isDescending ? text!.slice(1) : (text ?? '');
  return isColumn(column) ? { column, isDescending } : null;
}

/** Only signs that it names: what stands between two of them, or what a filter shows, may be others by now. */
function chosenOf(text: string | undefined): Chosen {
  if (!text) return [];
  const ids = text.split('.');
  const isSaid = ids.length <= CHOSEN_MOST && ids.every((id) => UUID.test(id));
  return isSaid ? ids : 'many';
}

/** Of an address that anybody may have typed: what is not understood is left out. */
export function stateOf(query: WallQuery): WallState {
  const at = idOf(query.at);
  const pitch = /^\d{1,4}$/.test(query.zoom ?? '') ? Number(query.zoom) : 0;
  const near = pitch > 0 ? { pitch, at } : null;
  const columns = (query.columns ?? '').split('.').filter(isColumn);
  return {
    ...filterOf(query),
    view: VIEWS.find((view) => view === query.view) ?? null,
    sort: sortOf(query.sort),
    columns: columns.length > 0 ? COLUMNS.filter((column) => columns.includes(column)) : null,
    near,
    peek: idOf(query.peek),
    chosen: chosenOf(query.select),
  };
}

const sayChosen = (chosen: Chosen): string | undefined =>
  chosen === 'many' || chosen.length > CHOSEN_MOST ? 'many' : chosen.join('.') || undefined;

/** What the address says of it; undefined is left out of it. */
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

/** The view that is shown. Only a map has a pitch: the same link shows the same place where cards would fit, too. `largest`: in which everything fits. */
export const viewOf = ({ view, near }: Pick<WallState, 'view' | 'near'>, largest: View): View =>
  view ?? (near === null ? largest : 'map');

/** How the address names it: null where it is shown without a word. */
export const namedView = (view: View, near: WallState['near'], largest: View): View | null =>
  viewOf({ view: null, near }, largest) === view ? null : view;

/** Whether it is a step that leads back: another view, filter or peek. What is looked for is not, of which each letter is another. */
export const isStep = (from: WallState, to: WallState): boolean =>
  from.view !== to.view || from.status !== to.status || from.place !== to.place || from.peek !== to.peek;
