import type { Static, TObject } from 'typebox';

/** What a row may hold for a field: what JSON carries, or a time as the database gives it. */
type Viewed<Fields> = { [Name in keyof Fields]: Fields[Name] | (string extends Fields[Name] ? Date : never) };

/** The fields of a schema of the contract, out of a row that has them and maybe more. Times become ISO 8601 in UTC. */
export function viewOf<Schema extends TObject>(schema: Schema, row: Viewed<Static<Schema>>): Static<Schema> {
  const fields = Object.keys(schema.properties).map((name) => {
    const value: unknown = row[name as keyof typeof row];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields) as Static<Schema>;
}
