/** Every place where the file uses `variable`s' values. Not where only a type is meant: `x: Date`, `typeof setTimeout` in a type. */
const valuesOf = (references) =>
  references
    .filter((reference) => reference.isValueReference !== false)
    .map(({ identifier }) => identifier)
    .filter(({ parent }) => parent.type !== 'TSTypeQuery');

/** Where the file uses what the platform gives to every file: identifiers that nothing in the file declares. */
export function globalsOf(context) {
  const { globalScope } = context.sourceCode.scopeManager;
  return valuesOf([...globalScope.through, ...globalScope.variables.flatMap(({ references }) => references)]);
}

/** Where the file uses what it imports as `name` from `source`. */
export function importsOf(context, source, name) {
  const { scopes } = context.sourceCode.scopeManager;
  const isIt = ({ type, node, parent }) =>
    type === 'ImportBinding' && node.imported?.name === name && parent.source.value === source;
  const variables = scopes.flatMap((scope) => scope.variables).filter((variable) => variable.defs.some(isIt));
  return valuesOf(variables.flatMap(({ references }) => references));
}

/** The name that is read of `identifier`, as in `process.env`; undefined where it is handed on, taken apart or asked by a variable. */
export function memberOf(identifier) {
  const { parent } = identifier;
  return parent.type === 'MemberExpression' && parent.object === identifier && !parent.computed
    ? parent.property.name
    : undefined;
}

/** Every way to name a module, with where the name stands. Types count: who knows a type knows the module. */
const WAYS = {
  ImportDeclaration: (node) => node.source,
  ExportNamedDeclaration: (node) => node.source,
  ExportAllDeclaration: (node) => node.source,
  ImportExpression: (node) => node.source,
  TSImportType: (node) => node.source,
  TSExternalModuleReference: (node) => node.expression,
};

/** Visitors that hand `check` each import of the file, and the node that names its module. */
export const eachImport = (check) =>
  Object.fromEntries(Object.entries(WAYS).map(([type, nameOf]) => [type, (node) => check(node, nameOf(node))]));
