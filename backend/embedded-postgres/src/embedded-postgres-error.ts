export type EmbeddedPostgresReason =
  /** There is no build for this system, or its package was not installed. */
  | 'unsupported_platform'
  /** The build is there and this system doesn't run it. */
  | 'cannot_run'
  /** Running as root, and there is no other account to run PostgreSQL as. */
  | 'no_account'
  | 'init_failed'
  | 'start_failed';

/** The embedded server can't be run on this machine, whatever the data directory. `message` says what to do instead. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly reason: EmbeddedPostgresReason;

  constructor(reason: EmbeddedPostgresReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
