/**
 * What the dashboard's pages may do, as the header `content-security-policy`: load from this service alone, nothing inline. `'self'` covers the socket
 * (ws and wss of the same host). Pictures also come from memory (screenshots are fetched) and from `data:`.
 */
const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  // The dashboard frames the virtual sign beside its claim.
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

const policyOf = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';');

export const PAGES_POLICY = policyOf(DIRECTIVES);

/** The policy of `/sign`: it may frame any page, and pages of this service may frame it. */
export const SIGN_POLICY = policyOf({ ...DIRECTIVES, 'frame-src': 'http: https:', 'frame-ancestors': "'self'" });
