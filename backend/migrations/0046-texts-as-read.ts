import { sql, type Kysely, type RawBuilder } from 'kysely';

/** `asRead` of contracts/src/allowed-characters.ts: composed letters, and each run of blanks of any kind as one space. */
const asRead = (column: RawBuilder<unknown>) => sql`btrim(
  regexp_replace(normalize(${column}, NFC), E'[ \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]+', ' ', 'g'))`;

const COLUMNS = {
  organization: ['name'],
  user: ['name'],
  event: ['name', 'venue'],
  sign: ['name', 'location'],
  outage: ['sign_name', 'location'],
};

/**
 * Names and places that people read as the same were stored in several forms; now in one. An older node can run beside it: what that stores meanwhile is
 * found by its own form alone, until somebody saves it again. `sign_search` follows by its trigger. The audit log stays as it was written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns) {
      const [name, read] = [sql.ref(column), asRead(sql.ref(column))];
      await sql`
        update ${sql.table(table)} set ${name} = ${read}
        where ${name} !~ '^[!-~]*( [!-~]+)*$' and ${name} is distinct from ${read}`.execute(db);
    }
}
