import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './repository-paths.js';
import { TABLES_OF_LIBRARIES } from './rule-lists.js';

/** The folder whose rooms own tables. */
export const SOURCE = 'backend/src/';

/** The SQL name of what Kysely names in camelCase. */
export const inSql = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row's type that is written out where its table is named; its columns may hold objects. */
const ROW = /\{(?:[^{}]|\{[^{}]*\})*\}/g;
const INTERFACE = new RegExp(`\\bexport interface \\w+Tables \\{((?:[^{}]|${ROW.source})*)\\}`, 'g');

/** The SQL names of the tables that the text of a `tables.ts` declares; null where this function can't read the text. */
export function tablesIn(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const interfaces = Array.from(code.matchAll(INTERFACE), ([, body]) => body);
  if (interfaces.length !== 1) return null;
  const members = interfaces[0]
    .replace(ROW, 'Row')
    .split(';')
    .map((member) => /^\s*(?:(\w+): \w+)?\s*$/.exec(member));
  return members.includes(null) ? null : members.flatMap(([, name]) => (name ? [inSql(name)] : []));
}

/** The rooms that have a `tables.ts`, with the tables that it declares. */
const rooms = (existsSync(join(ROOT, SOURCE)) ? readdirSync(join(ROOT, SOURCE)) : [])
  .map((room) => ({ room, file: join(ROOT, SOURCE, room, 'tables.ts') }))
  .filter(({ file }) => existsSync(file))
  .map(({ room, file }) => ({ room, tables: tablesIn(readFileSync(file, 'utf8')) }));

/** The room that owns each table, by the table's SQL name. */
export const OWNERS = new Map(rooms.flatMap(({ room, tables }) => (tables ?? []).map((table) => [table, room])));
for (const [table, room] of Object.entries(TABLES_OF_LIBRARIES)) OWNERS.set(table, room);

/** What is wrong with the `tables.ts` of `room`; null for nothing. */
export function judgeTables(room) {
  const { tables } = rooms.find((one) => one.room === room);
  if (tables === null)
    return 'write one `export interface XTables { table: TableType; other: { … }; … }`, so that the house can read it';
  const twice = rooms.find((one) => one.room !== room && one.tables?.some((table) => tables.includes(table)));
  return twice ? `${twice.room}/tables.ts names a table of this file: a table has one owner` : null;
}
