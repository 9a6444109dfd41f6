/**
 * What virtual time puts a node together from, beside `buildApp`, and checks its audit log by: the second door of this package. `main.ts` and
 * `process/` do the same for a process of its own.
 */
export { verifyChain } from './audit/verify-chain.ts';
export { readConfig } from './config/config.ts';
export { CLIENT_SETTINGS, DATABASE_PLUGINS } from './db/open-database.ts';
export { migrateDatabase } from './db/migrate.ts';
export type { Database } from './db/database-types.ts';
export type { Carrier } from './cluster/node-messaging.ts';
export type { KioskSocket, KioskTransport, KioskTransportHandlers } from './sockets/kiosk-transport-types.ts';
export { createMetrics, type Metrics } from './metrics/metrics.ts';
