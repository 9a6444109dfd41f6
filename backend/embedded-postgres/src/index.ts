/**
 * The data directory of the service, and the real PostgreSQL that npm installed and that runs in it. This is the package's one door. Functions throw
 * a `DataDirectoryError` where the folder can't be used, and an `EmbeddedPostgresError` where this machine can't run PostgreSQL.
 */
export { prepareDataDirectory, type DataDirectory } from './data-directory.ts';
export { DataDirectoryError, type DataDirectoryReason } from './data-directory-error.ts';
export { EmbeddedPostgresError, type EmbeddedPostgresReason } from './embedded-postgres-error.ts';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.ts';
export { findRunningServer } from './running.ts';
export type { Exit, Log } from './server.ts';
