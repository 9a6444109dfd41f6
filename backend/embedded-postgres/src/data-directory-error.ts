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

/**
 * The data directory can't be used, and nothing in it was touched. `message` is one sentence or two for the person who started the
 * service: the path, what is wrong, and what to do.
 */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
  readonly reason: DataDirectoryReason;

  constructor(reason: DataDirectoryReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
