import {
  ALSO_FOR_SIMULATIONS,
  BUILDERS,
  COMPOSITION_ROOTS,
  ENTRY_POINTS,
  DYNAMIC_IMPORTERS,
  HARMLESS_ADAPTERS,
  IMPORTS_BY_PATH,
  LAZY_IMPORTERS,
  NAMES,
  OUTSIDE,
  PACKAGES,
} from './rule-lists.js';
import { fileOf, isAdapter, isTest, nameOf, packageOf, resolve } from './repository-paths.js';
import { eachImport } from './identifier-references.js';

/** What is wrong with an import of another package by name; null for nothing. */
function crossing(from, to, source) {
  if (!PACKAGES[from].includes(to)) return `${from} may not import ${to} (docs/STYLE.md, imports point one way)`;
  const door = source.slice(Object.keys(NAMES).find((name) => NAMES[name] === to).length + 1) || '.';
  if (ENTRY_POINTS[to] && !ENTRY_POINTS[to].includes(door))
    return `${to} is entered through ${ENTRY_POINTS[to].join(', ')} only, not ${door}`;
  return null;
}

/** What is wrong with `source` in `file`; null for nothing. */
function judge(file, source) {
  const from = packageOf(file);
  const target = resolve(file, source);
  if (target === null) {
    if (/^(\/|#|file:|data:|@sign-display\/)/.test(source)) return `${source} is no name of a package of ours`;
    if (OUTSIDE[from] && !isTest(file) && !BUILDERS.includes(file) && !OUTSIDE[from](source))
      return `${from} may not import ${source}: OUTSIDE (.ci/architecture-rules/rule-lists.js) has what it may`;
    return null;
  }
  const to = packageOf(target);
  if (to !== from) {
    const isByPath = source.startsWith('.');
    if (isByPath && !Object.hasOwn(IMPORTS_BY_PATH, file))
      return `${source} leaves ${from}: import the package by its name`;
    const wrong = crossing(from, to, isByPath ? nameOf(target) : source);
    if (wrong) return wrong;
  }
  if (isTest(file)) return null;
  if (isTest(target) && !(from === 'simulator' && ALSO_FOR_SIMULATIONS.includes(target)))
    return `${source} is made for tests`;
  if (isAdapter(target) && !isAdapter(file) && !COMPOSITION_ROOTS.includes(file) && !HARMLESS_ADAPTERS.includes(target))
    return `${source} is an adapter, which composition roots alone import (.ci/architecture-rules/rule-lists.js): take the port`;
  return null;
}

/** What is wrong with the form of an import of `source`; null for nothing. oxlint's import/no-cycle sees only declarations. */
function judgeForm(file, { type }, source) {
  const isDeclaration = type.endsWith('Declaration');
  const isOwn = packageOf(resolve(file, source) ?? '') === packageOf(file);
  if (isDeclaration || !isOwn || isTest(file) || DYNAMIC_IMPORTERS.includes(file)) return null;
  if (type === 'ImportExpression' && Object.hasOwn(LAZY_IMPORTERS, file)) return null;
  return `${source} is imported by a declaration at the top, so that circles are seen`;
}

export const imports = {
  meta: {
    type: 'problem',
    docs: { description: 'imports must point one way, and only composition roots may choose adapters' },
  },
  create(context) {
    const file = fileOf(context);
    if (!packageOf(file)) return {};
    const check = (node, name) => {
      if (!name) return;
      if (typeof name.value === 'string') {
        const message = judge(file, name.value) ?? judgeForm(file, node, name.value);
        if (message) context.report({ node, message });
      } else if (!isTest(file) && !DYNAMIC_IMPORTERS.includes(file)) {
        context.report({ node, message: 'what is imported is told in a plain string, so that it can be checked' });
      }
    };
    return eachImport(check);
  },
};
