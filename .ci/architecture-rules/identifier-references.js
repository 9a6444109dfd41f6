/** The identifiers among `references` that use a value. A use as a type does not count: `x: Date`, `typeof setTimeout` in a type. */
const valuesOf = (references) =>
  references
    .filter((reference) => reference.isValueReference !== false)
    .map(({ identifier }) => identifier)
    .filter(({ parent }) => parent.type !== 'TSTypeQuery');

/** The identifiers that use a global value: no declaration in the file has their name. */
export function globalsOf(context) {
  const { globalScope } = context.sourceCode.scopeManager;
  return valuesOf([...globalScope.through, ...globalScope.variables.flatMap(({ references }) => references)]);
}

/** The identifiers that use what the file imports as `name` from `source`. */
export function importsOf(context, source, name) {
  const { scopes } = context.sourceCode.scopeManager;
  const isIt = ({ type, node, parent }) =>
    type === 'ImportBinding' && node.imported?.name === name && parent.source.value === source;
  const variables = scopes.flatMap((scope) => scope.variables).filter((variable) => variable.defs.some(isIt));
  return valuesOf(variables.flatMap(({ references }) => references));
}

/** The member that is read of `identifier`: `env` in `process.env`. Undefined where the whole value is passed on or destructured, or a variable names the member. */
export function memberOf(identifier) {
  const { parent } = identifier;
  return parent.type === 'MemberExpression' && parent.object === identifier && !parent.computed
    ? parent.property.name
    : undefined;
}

/** Every syntax that imports a module, with the node that holds its name. Imports of types count too. */
const WAYS = {
  ImportDeclaration: (node) => node.source,
  ExportNamedDeclaration: (node) => node.source,
  ExportAllDeclaration: (node) => node.source,
  ImportExpression: (node) => node.source,
  TSImportType: (node) => node.source,
  TSExternalModuleReference: (node) => node.expression,
};

/** Visitors that call `check` for each import of the file, with the node that names the module. */
export const eachImport = (check) =>
  Object.fromEntries(Object.entries(WAYS).map(([type, nameOf]) => [type, (node) => check(node, nameOf(node))]));
