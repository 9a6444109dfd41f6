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
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

export const PAGES_POLICY = Object.entries(DIRECTIVES)
  .map(([name, sources]) => `${name} ${sources}`)
  .join(';');
