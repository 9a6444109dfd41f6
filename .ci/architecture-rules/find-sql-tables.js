import { inSql } from './read-table-owners.js';

// Finds the tables that a piece of SQL names, in a text or in a call of Kysely. A table is `{ table, writes }`; `table` is its name in SQL.

/** Replaces, in the text of a template, a value that is put in. */
const HOLE = '\u0001';
/** The name of a table whose real name the code does not show. */
export const UNSEEN = '\u0002';

const PART = `(?:"[^"]+"|${UNSEEN}|${HOLE}|[a-z_][\\w$]*)`;
const NAME = `(?<table>${PART}(?:\\s*\\.\\s*${PART})?)`;
/** One table of a list: `sign as s` in `from sign as s, device`. */
const ITEM = `(?:only\\s+)?(?:lateral\\s+)?${NAME}(?:\\s*\\*)?(?:\\s+(?:as\\s+)?(?!join\\b|using\\b|from\\b)\\w+)?`;
const ITEMS = new RegExp(ITEM, 'gi');
const LIST = `((?:${ITEM}\\s*,\\s*)*${ITEM})`.replaceAll('?<table>', '?:');
const WRITES = [
  `insert\\s+into\\s+${NAME}`,
  `(?<!insert\\s+|merge\\s+)into\\s+(?:(?:temp|temporary|unlogged|table)\\s+)*${NAME}`,
  `update\\s+(?:only\\s+)?${NAME}(?:\\s*\\*)?(?:\\s+(?:as\\s+)?${PART})?\\s+set\\b`,
  `delete\\s+from\\s+(?:only\\s+)?${NAME}`,
  `merge\\s+into\\s+(?:only\\s+)?${NAME}`,
  `copy\\s+${NAME}(?:\\s*\\([^()]*\\))?\\s+from\\b`,
].map((pattern) => new RegExp(`\\b${pattern}`, 'gi'));
/** `lock sign`: PostgreSQL lets the word `table` be left out. Only where a statement begins: elsewhere `lock` may be a column. */
const LOCK = '(?<=(?:^|;|\\bbegin)\\s*)lock(?!\\s+table\\b)';
const WRITES_LIST = [
  'truncate(?:\\s+table)?',
  'lock\\s+table',
  LOCK,
  '(?:alter|drop)\\s+table(?:\\s+if\\s+exists)?',
].map((verb) => new RegExp(`\\b${verb}\\s+${LIST}`, 'gi'));
const READS = [
  `(?<!delete\\s+|distinct\\s+)\\b(?:from|join|using)\\s+${LIST}`,
  `\\bcopy\\s+(${NAME.replace('?<table>', '?:')})(?:\\s*\\([^()]*\\))?\\s+to\\b`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** The SQL name of a table that a text names. A quoted name may be written in camelCase, as in Kysely. */
function nameInText(name) {
  const isQuoted = name.includes('"');
  const plain = name.replace(/["\s]/g, '').replace(/^public\./i, '');
  return isQuoted ? inSql(plain) : plain.toLowerCase();
}

/** The tables that a text of SQL writes and reads. */
export function tablesOfText(text) {
  const plain = text.replace(/--.*$/gm, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ');
  const find = (patterns) => patterns.flatMap((pattern) => Array.from(plain.matchAll(pattern)));
  const findInLists = (patterns) => find(patterns).flatMap(([, list]) => Array.from(list.matchAll(ITEMS)));
  const written = [...find(WRITES), ...findInLists(WRITES_LIST)];
  const read = findInLists(READS);
  // A statement that reads may be given rows or a condition as a value. One that writes can only be given a table there.
  const named = ({ groups: { table } }, writes) =>
    table.includes(UNSEEN) || (writes && table.includes(HOLE))
      ? { table: UNSEEN, writes }
      : { table: nameInText(table), writes };
  return [...written.map((match) => named(match, true)), ...read.map((match) => named(match, false))];
}

const STATEMENT =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate|(alter|drop|lock)\s+table|copy\s+[\w."]+(\s*\([^()]*\))?\s+(from|to)|update\s[^]*\sset|select\s[^]*\s(from|into))\s/i;
/** Whether a string without the `sql` tag looks like SQL. */
export const isStatement = (text) => typeof text === 'string' && STATEMENT.test(text);

/** Wrappers around a value that only the type checker reads. */
const TYPE_ONLY = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion'];
const SHELLS = [...TYPE_ONLY, 'ParenthesizedExpression', 'ChainExpression'];

/** The value itself, without casts and parentheses. */
const unwrap = (node) => (SHELLS.includes(node?.type) ? unwrap(node.expression) : node);

/** The text of a literal; null for anything else. */
function textOf(shell) {
  const node = unwrap(shell);
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}

/** The text that replaces an expression in a template: the name for `sql.table('sign')`, a HOLE for a value. */
function standIn(shell) {
  const node = unwrap(shell);
  const builder =
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.property.name;
  if (!['table', 'id', 'ref'].includes(builder)) return HOLE;
  const parts = node.arguments.map(textOf);
  if (parts.includes(null)) return builder === 'table' ? UNSEEN : HOLE;
  return parts
    .flatMap((part) => part.split('.'))
    .map((part) => `"${part}"`)
    .join('.');
}

/** The text of a template. The names of tables that it puts in are filled in where they are known. */
export function textOfTemplate({ quasis, expressions }) {
  const putIn = [...expressions.map(standIn), ''];
  return quasis.map(({ value }, index) => (value.cooked ?? value.raw) + putIn[index]).join('');
}

/** Kysely's methods that name a table. */
export const WRITERS = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const JOINS = ['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'];
const READERS = ['selectFrom', ...JOINS, ...JOINS.map((join) => `${join}Lateral`), 'using', 'from'];

const tableIn = (text) => inSql(text.split(/\s+as\s+/i)[0].replace(/^public\./, ''));

/** The tables that a call of `method` names by `argument`, its first. */
function tablesOfArgument(method, argument) {
  const node = unwrap(argument);
  const writes = WRITERS.includes(method);
  if (node.type === 'ArrayExpression') return node.elements.flatMap((one) => tablesOfArgument(method, one));
  const text = textOf(node);
  if (text !== null) return [{ table: tableIn(text), writes }];
  const isName = ['Identifier', 'MemberExpression', 'TemplateLiteral', 'ConditionalExpression', 'BinaryExpression'];
  return writes || isName.includes(node.type) ? [{ table: UNSEEN, writes }] : [];
}

/** The texts of an argument, or of a list. */
const textsOf = (argument) => {
  const node = unwrap(argument);
  return node?.type === 'ArrayExpression' ? node.elements.flatMap(textsOf) : [textOf(node)];
};

/** The name of the method that `callee` calls; null where a variable has it. */
function methodOf(callee) {
  if (callee.type !== 'MemberExpression') return callee.name ?? null;
  return callee.computed ? textOf(callee.property) : callee.property.name;
}

/** The tables that a call names, where it is one of Kysely's. `isTable`: whether a name is a known table's. */
export function tablesOfCall({ callee: shell, arguments: [first] }, isTable) {
  const callee = unwrap(shell);
  if (!first || (callee.type !== 'MemberExpression' && callee.type !== 'Identifier')) return [];
  const method = methodOf(callee);
  if (method === null) {
    // `db[method]('sign')`: what it does to the table is not seen.
    const namesTable = textsOf(first).some((text) => text !== null && isTable(tableIn(text)));
    return namesTable ? [{ table: UNSEEN, writes: true }] : [];
  }
  // `Readable.from(x)` is not Kysely's.
  const isOfClass = method === 'from' && /^[A-Z]/.test(callee.object?.name ?? '');
  const isKysely = WRITERS.includes(method) || (READERS.includes(method) && !isOfClass);
  return isKysely ? tablesOfArgument(method, first) : [];
}
