import { inSql } from './owners.js';

// Which tables a piece of SQL names, in a text or in a call of Kysely's. A table is told as `{ table, writes }`, named as SQL names it.

/** Stands in a text for a value that is put in. */
const HOLE = '\u0001';
/** Stands in a text for a table whose name is put in, and not written here. */
export const UNSEEN = '\u0002';

const PART = `(?:"[^"]+"|${UNSEEN}|${HOLE}|[a-z_][\\w$]*)`;
const NAME = `(?<table>${PART}(?:\\s*\\.\\s*${PART})?)`;
const WRITES = [
  `insert\\s+into\\s+${NAME}`,
  `update\\s+(?:only\\s+)?${NAME}(?:\\s+(?:as\\s+)?${PART})?\\s+set\\b`,
  `delete\\s+from\\s+(?:only\\s+)?${NAME}`,
  `merge\\s+into\\s+(?:only\\s+)?${NAME}`,
  `truncate\\s+(?:table\\s+)?(?:only\\s+)?${NAME}`,
  `(?:alter|drop)\\s+table\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?${NAME}`,
].map((pattern) => new RegExp(`\\b${pattern}`, 'gi'));
/** Also the further tables of a list: `from sign as s, device`. */
const ITEM = `(?:only\\s+)?(?:lateral\\s+)?${NAME}(?:\\s+(?:as\\s+)?(?!join\\b|using\\b|from\\b)\\w+)?`;
const ITEMS = new RegExp(ITEM, 'gi');
const READ = new RegExp(
  `(?<!delete\\s+|distinct\\s+)\\b(?:from|join|using)\\s+((?:${ITEM}\\s*,\\s*)*${ITEM})`.replaceAll('?<table>', '?:'),
  'gi',
);

/** The name of a table in a text, as SQL knows it. What is quoted may be Kysely's, in camelCase. */
function nameInText(name) {
  const isQuoted = name.includes('"');
  const plain = name.replace(/["\s]/g, '').replace(/^public\./i, '');
  return isQuoted ? inSql(plain) : plain.toLowerCase();
}

/** The tables that a text of SQL writes and reads. */
export function tablesOfText(text) {
  const plain = text.replace(/--.*$/gm, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ');
  const written = WRITES.flatMap((pattern) => Array.from(plain.matchAll(pattern)));
  const read = Array.from(plain.matchAll(READ)).flatMap(([, list]) => Array.from(list.matchAll(ITEMS)));
  // What is put in where something is read may be rows or a condition. Where something is written it can only be a table.
  const named = ({ groups: { table } }, writes) =>
    table.includes(UNSEEN) || (writes && table.includes(HOLE))
      ? { table: UNSEEN, writes }
      : { table: nameInText(table), writes };
  return [...written.map((match) => named(match, true)), ...read.map((match) => named(match, false))];
}

const STATEMENT =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate|(alter|drop)\s+table|update\s[^]*\sset|select\s[^]*\sfrom)\s/i;
/** Whether a text that nothing marks as SQL looks like it. */
export const isStatement = (text) => typeof text === 'string' && STATEMENT.test(text);

/** The text of a literal; null for anything else. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}

/** What stands in the text for `node`, a part of a template: `sql.table('sign')` is a name. */
function standIn(node) {
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

/** The text of a template, with what is put in where it is known. */
export function textOfTemplate({ quasis, expressions }) {
  const putIn = [...expressions.map(standIn), ''];
  return quasis.map(({ value }, index) => (value.cooked ?? value.raw) + putIn[index]).join('');
}

/** Kysely's methods that name a table. */
export const WRITERS = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const JOINS = ['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'];
const READERS = ['selectFrom', ...JOINS, ...JOINS.map((join) => `${join}Lateral`), 'using', 'from'];

/** The tables that a call of `method` names by `node`, its first argument. */
function tablesOfArgument(method, node) {
  const writes = WRITERS.includes(method);
  if (node.type === 'ArrayExpression') return node.elements.flatMap((one) => tablesOfArgument(method, one));
  const text = textOf(node);
  if (text !== null) return [{ table: inSql(text.split(/\s+as\s+/i)[0].replace(/^public\./, '')), writes }];
  const isName = ['Identifier', 'MemberExpression', 'TemplateLiteral', 'ConditionalExpression', 'BinaryExpression'];
  // `Readable.from(x)` and `format.using(x)` are not Kysely's.
  return writes || (isName.includes(node.type) && !['using', 'from'].includes(method))
    ? [{ table: UNSEEN, writes }]
    : [];
}

/** The tables that a call names, where it is one of Kysely's. */
export function tablesOfCall({ callee, arguments: [first] }) {
  const property = callee.type === 'MemberExpression' ? callee.property : callee;
  const method = property.name ?? textOf(property);
  return first && (WRITERS.includes(method) || READERS.includes(method)) ? tablesOfArgument(method, first) : [];
}
