import type { Random } from '@sign-display/contracts/clock-and-random';
import { clearClaims, insertOrganization, type TestOrganization } from '../../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { clearCommands } from './command-node.ts';

/** A database of the test file's own, with an organization whose operator is Alice. */
export interface CommandsDatabase {
  database: TestDatabase;
  gated: GatedDatabase;
  organization: TestOrganization;
  /** Removes every sign, command and node. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function createCommandsDatabase(random: Random): Promise<CommandsDatabase> {
  const database = await createTestDatabase();
  const gated = await createGatedDatabase(database);
  const { db } = database;
  return {
    database,
    gated,
    organization: await insertOrganization(db, { clock: createManualClock(), random }, { alice: 'operator' }),
    async clear() {
      await clearClaims(db);
      await clearCommands(db);
      await db.deleteFrom('node').execute();
    },
    async close() {
      await gated.close();
      await database.drop();
    },
  };
}
