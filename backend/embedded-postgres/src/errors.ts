/** `message` is one sentence or two for the person who started the service: what is wrong, and what to do. */
class ReasonedError<Reason extends string> extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type DataDirectoryReason =
  /** It holds things, and nothing says that they are this service's. */
  | 'not_ours'
  /** Its cluster was made by another major version of PostgreSQL. */
  | 'other_major'
  /** Another process serves from it. */
  | 'in_use'
  /** It, or a folder above it, can't be entered, read or written by who must. */
  | 'no_access'
  /** Its disk is full, or too small for a new database. */
  | 'no_space';

/** The data directory can't be used, and nothing in it was touched. `message` names the path. */
export class DataDirectoryError extends ReasonedError<DataDirectoryReason> {
  override readonly name = 'DataDirectoryError';
}

export type EmbeddedPostgresReason =
  /** There is no build for this system, or its package was not installed. */
  | 'unsupported_platform'
  /** The build is there and this system doesn't run it. */
  | 'cannot_run'
  /** Running as root, and there is no other account to run PostgreSQL as. */
  | 'no_account'
  | 'init_failed'
  | 'start_failed';

/** The embedded server can't be run on this machine, whatever the data directory. */
export class EmbeddedPostgresError extends ReasonedError<EmbeddedPostgresReason> {
  override readonly name = 'EmbeddedPostgresError';
}
