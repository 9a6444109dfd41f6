import { fileOf, isTest } from './repository-paths.js';
import { ORDER, READS_ABOVE, READS_BELOW, UNSEEN_TABLES } from './rule-lists.js';
import { OWNERS, SOURCE, judgeTables } from './read-table-owners.js';
import { UNSEEN, WRITERS, isStatement, tablesOfCall, tablesOfText, textOfTemplate } from './find-sql-tables.js';

/** A string without the `sql` tag may be English (`delete from the list`), so only known tables count in it. */
const isKnown = ({ table }) => table === UNSEEN || OWNERS.has(table);

const PLACE = '.ci/architecture-rules/rule-lists.js';

/** Whether a string holds the name of a writing method, so that a variable can call it. `db['insertInto'](…)` and types don't count. */
function hidesWriter({ value, parent }) {
  const isNamed = parent.type === 'MemberExpression' || parent.type === 'TSLiteralType';
  return WRITERS.includes(value) && !isNamed;
}

/** What is wrong with a table that `room` names; null for nothing. */
function judge(room, { table, writes }) {
  const owner = OWNERS.get(table);
  if (table === UNSEEN)
    return `name the table and the method in plain strings where they are used, so that this rule sees whose table it is (or UNSEEN_TABLES in ${PLACE})`;
  if (!writes || owner === room) return null;
  return owner
    ? `only ${owner} writes ${table} (its tables.ts owns it): call a function of ${owner}, or let the caller hand it in`
    : `${table} is in no tables.ts: a table that is written has an owner`;
}

/** Whether the owner of `table` is above `room` in ORDER, or in the same layer. */
function isAbove(room, table) {
  const layerOf = (name) => ORDER.backend.findIndex((rooms) => rooms.includes(name));
  return layerOf(OWNERS.get(table)) <= layerOf(room);
}

/** What is wrong with one of the two lists, compared with `read`, the tables that the file reads in that direction; null for nothing. */
function compare(listName, list, file, read) {
  const listed = list[file]?.tables ?? [];
  const more = read.filter((table) => !listed.includes(table));
  const less = listed.filter((table) => !read.includes(table));
  const whose = (table) => `${table} (of ${OWNERS.get(table)})`;
  const place = `${listName} (.ci/architecture-rules/allowed-cross-module-reads.js)`;
  if (more.length > 0)
    return `reads ${more.map(whose).join(', ')}: ask the owner, or list it with the reason in ${place}`;
  return less.length > 0 ? `reads no such table: take ${less.join(', ')} off ${place}` : null;
}

/** What is wrong with the tables of other rooms that a file of `room` reads; null for nothing. */
function judgeReads(room, file, read) {
  const above = read.filter((table) => isAbove(room, table));
  const below = read.filter((table) => !isAbove(room, table));
  return compare('READS_ABOVE', READS_ABOVE, file, above) ?? compare('READS_BELOW', READS_BELOW, file, below);
}

export const tables = {
  meta: {
    type: 'problem',
    docs: {
      description:
        'only the module that owns a table may write to it, and every other module that reads it must be listed',
    },
  },
  create(context) {
    const file = fileOf(context);
    if (!file.startsWith(SOURCE) || isTest(file)) return {};
    const [room, name] = file.slice(SOURCE.length).split('/');
    const read = new Set();
    const report = (node, message) => message && context.report({ node, message });
    const seen = (node, found) => {
      for (const one of found) {
        if (!UNSEEN_TABLES.includes(file) || one.table !== UNSEEN) report(node, judge(room, one));
        if (!one.writes && OWNERS.has(one.table) && OWNERS.get(one.table) !== room) read.add(one.table);
      }
    };
    return {
      Program: (node) => name === 'tables.ts' && report(node, judgeTables(room)),
      'Program:exit': (node) => report(node, judgeReads(room.replace(/\.ts$/, ''), file, [...read])),
      CallExpression: (node) =>
        seen(
          node,
          tablesOfCall(node, (table) => OWNERS.has(table)),
        ),
      TemplateLiteral(node) {
        const found = tablesOfText(textOfTemplate(node));
        if (node.parent.type === 'TaggedTemplateExpression') seen(node, found);
        else if (isStatement(textOfTemplate(node))) seen(node, found.filter(isKnown));
      },
      Literal(node) {
        if (hidesWriter(node)) seen(node, [{ table: UNSEEN, writes: true }]);
        if (isStatement(node.value)) seen(node, tablesOfText(node.value).filter(isKnown));
      },
      // `const put = db.insertInto` hides which table it writes; so does `({ insertInto: put })`.
      MemberExpression(node) {
        const isCalled = node.parent.type === 'CallExpression' && node.parent.callee === node;
        if (!isCalled && WRITERS.includes(node.property.name)) seen(node, [{ table: UNSEEN, writes: true }]);
      },
      Property(node) {
        const isRenamed = node.parent.type === 'ObjectPattern' && node.value.name !== node.key.name;
        if (isRenamed && WRITERS.includes(node.key.name)) seen(node, [{ table: UNSEEN, writes: true }]);
      },
    };
  },
};
