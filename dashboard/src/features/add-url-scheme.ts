/** A local name, IP address or `[IPv6]`: browsers open it over http. */
const IS_LOCAL =
  /^(?:localhost|[^.:/?#]+|\[[^\]]*\]|\d+(?:\.\d+){3}|[^:/?#]+\.(?:local|localhost|lan|internal|home|test))(?:[:/?#]|$)/i;
/** `https:`, `data:` or `mailto:`; in `localhost:3699/x` the part after the colon is a port. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/i;

/** A mistyped scheme, as in `ht!tp://`. The service answers with how a URL must start; a second scheme would hide that. */
const HAS_BAD_SCHEME = /^[^/?#]+:\/\//;

/** Completes `menu.example/bar` or `localhost:3699/x` to the URL that a browser would open. Pure. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  if (text === '' || HAS_SCHEME.test(text) || HAS_BAD_SCHEME.test(text)) return text;
  const bare = text.replace(/^\/\//, '');
  return `${IS_LOCAL.test(bare) ? 'http' : 'https'}://${bare}`;
}
