import type { TSchema } from 'typebox';

/** What a schema of the contract may be made of, as far as this looks at it. */
interface Shape {
  type?: string;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  enum?: unknown[];
  const?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words that a property must be one of, where it tells the branches of a union apart. */
const wordsOf = (property: Shape | undefined): unknown[] | null =>
  property?.enum ?? (property !== undefined && 'const' in property ? [property.const] : null);

/** The property by which `branches` can be told apart (a command's name), if each of those that have it has words for it. */
function discriminatorOf(branches: readonly Shape[]): string | null {
  const names = new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)));
  for (const name of names) {
    const having = branches.filter(({ properties = {} }) => Object.hasOwn(properties, name));
    if (having.length > 1 && having.every(({ properties }) => wordsOf(properties?.[name]) !== null)) return name;
  }
  return null;
}

/** The branch that `value` was meant for. */
function branchFor(branches: readonly Shape[], value: Record<string, unknown>): Shape {
  const name = discriminatorOf(branches);
  if (name !== null && Object.hasOwn(value, name)) {
    const fitting = branches.find(({ properties }) => wordsOf(properties?.[name])?.includes(value[name]));
    if (fitting) return fitting;
    // None: what is wrong is the word itself.
    const words = branches.flatMap(({ properties }) => wordsOf(properties?.[name]) ?? []);
    return { type: 'object', properties: { [name]: { enum: words } } };
  }
  const known = ({ properties = {} }: Shape) =>
    Object.keys(properties).filter((key) => Object.hasOwn(value, key)).length;
  return branches.reduce((best, branch) => (known(branch) > known(best) ? branch : best));
}

/**
 * `schema`, narrowed to what `value` was meant to be, so that an error names one field and one rule. Of a union of objects it keeps one branch, of a field that
 * may be null the other form, and it makes one list of allowed words. Only for errors: whether a value fits is decided by the whole schema.
 */
export function narrowUnions(schema: TSchema, value: unknown): TSchema {
  const narrow = (shape: Shape, given: unknown): Shape => {
    const branches = shape.anyOf?.filter(({ type }) => type !== 'null');
    // What is not null was not meant to be: it is asked to be the other.
    if (given !== null && branches?.length === 1) return narrow(branches[0]!, given);
    if (branches?.every((branch) => 'const' in branch)) return { enum: branches.flatMap(wordsOf) };
    if (!isObject(given)) return shape;
    const isUnion = shape.anyOf !== undefined && shape.anyOf.every(({ type }) => type === 'object');
    const chosen = isUnion ? branchFor(shape.anyOf!, given) : shape;
    if (chosen.properties === undefined) return chosen;
    const properties = Object.entries(chosen.properties).map(([name, property]) => [
      name,
      Object.hasOwn(given, name) ? narrow(property, given[name]) : property,
    ]);
    return { ...chosen, properties: Object.fromEntries(properties) as Record<string, Shape> };
  };
  return narrow(schema as Shape, value) as TSchema;
}
