import type { TSchema } from 'typebox';

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** So many items and unknown fields are more than is ever told of. */
const KEPT = 50;

/**
 * What of a value that does not fit `schema` is enough to say why: of a list that is too long one item too many, of unknown fields the first.
 * To find errors in a megabyte of them takes longer than anybody may be kept waiting. Only for errors, and only where the whole does not fit.
 */
export function shortenInvalid(schema: TSchema, value: unknown): unknown {
  const cut = (shape: Shape, given: unknown): unknown => {
    if (Array.isArray(given)) {
      const { items, maxItems = KEPT } = shape;
      const kept = given.slice(0, maxItems + 1);
      return items ? kept.map((item) => cut(items, item)) : kept;
    }
    if (!isObject(given) || shape.properties === undefined) return given;
    const { properties } = shape;
    const known = Object.entries(properties).filter(([name]) => Object.hasOwn(given, name));
    const unknown: [string, unknown][] = [];
    for (const name in given) {
      if (unknown.length === KEPT) break;
      if (!Object.hasOwn(properties, name)) unknown.push([name, given[name]]);
    }
    return Object.fromEntries([
      ...known.map(([name, property]) => [name, cut(property, given[name])] as const),
      ...unknown,
    ]);
  };
  return cut(schema as Shape, value);
}
