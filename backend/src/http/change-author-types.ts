/** Who asked for a change, as the audit log has it. */
export interface Author {
  /** Null: nobody was signed in, or the service itself does it. */
  person: { id: string; name: string; email: string } | null;
  /** Of the HTTP request, as in the log. */
  requestId: string | null;
  ip: string | null;
}

/** The author of what only a signed-in person can ask for. */
export type SignedInAuthor = Author & { person: NonNullable<Author['person']> };
