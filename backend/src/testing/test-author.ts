import type { SignedInAuthor } from '../http/change-author-types.ts';

/** A person of `insertOrganization` as the author of a change that came over no HTTP. */
export const authorOf = (name: string): SignedInAuthor => ({
  person: { id: name, name, email: `${name}@example.com` },
  requestId: null,
  ip: null,
});
