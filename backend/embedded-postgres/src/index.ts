/**
 * The data directory of the service, and the real PostgreSQL that npm installed and that runs in it. This is the package's one door. Functions throw
 * a `DataDirectoryError` where the folder can't be used, and an `EmbeddedPostgresError` where this machine can't run PostgreSQL.
 */
export { prepareDataDirectory } from './prepare-data-directory.ts';
export * from './errors.ts';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.ts';
export { findRunningServer } from './find-running-server.ts';
export type { Exit, Log } from './spawn-server.ts';
