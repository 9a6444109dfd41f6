import { fileOf, isTest, packageOf, resolve } from './repository-paths.js';
import { BUILDERS, MIGRATIONS, ORDER } from './rule-lists.js';
import { eachImport } from './identifier-references.js';

const PLACE = '.ci/architecture-rules/rule-lists.js';

/** The room that `file` is in: the first folder below its package's `src/`, or the name of a loose file. Null for what is outside of `src/`. */
function roomOf(file, from) {
  const source = `${from}/src/`;
  if (!file.startsWith(source)) return null;
  const [first, ...rest] = file.slice(source.length).split('/');
  return rest.length > 0 ? first : first.replace(/\.\w+$/, '');
}

/** What is wrong with an import of `target`, a file in the repository, in `room` of the package `from`; null for nothing. */
function judge(from, room, target) {
  if (target === null || packageOf(target) !== from || isTest(target)) return null;
  const other = roomOf(target, from);
  const levelOf = (name) => ORDER[from].findIndex((rooms) => rooms.includes(name));
  if (other === null || other === room || levelOf(other) > levelOf(room) || levelOf(other) < 0) return null;
  const where = levelOf(other) === levelOf(room) ? 'stands beside it' : 'stands above it';
  return `${room} may not import ${other}, which ${where} in ORDER['${from}'] (${PLACE}): move what both need to a lower room, or let the caller hand in the function or the value`;
}

const isPlaced = (file, from) =>
  file.startsWith(`${from}/src/`) || file.startsWith(MIGRATIONS) || BUILDERS.includes(file) || file.includes('/dist/');
const refuseFile = (context, message) => ({ Program: (node) => context.report({ node, message }) });

export const layers = {
  meta: { type: 'problem', docs: { description: 'within a package, a module may import only from modules below it' } },
  create(context) {
    const file = fileOf(context);
    const from = packageOf(file);
    if (from && !isPlaced(file, from))
      return refuseFile(
        context,
        `code of ${from} stands below ${from}/src/, where the rules for layers and tables see it`,
      );
    const room = from && ORDER[from] && !isTest(file) ? roomOf(file, from) : null;
    if (room === null) return {};
    if (!ORDER[from].some((rooms) => rooms.includes(room)))
      return refuseFile(context, `${room} is not in ORDER['${from}'] (${PLACE}): put it into a layer`);
    return eachImport((node, name) => {
      const message = typeof name?.value === 'string' && judge(from, room, resolve(file, name.value));
      if (message) context.report({ node, message });
    });
  },
};
