/**
 * Which pages may use a browser's session. Cookies are SameSite=Lax, but to a browser every port of a machine and every subdomain is
 * the same site: so what a page of another origin asks for with a cookie is refused, on REST and on the socket alike.
 */

export interface OriginHeaders {
  origin?: string | undefined;
  host?: string | undefined;
}

/** The service's own machine has three names; a browser that uses another than PUBLIC_URL's is at the same place. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!LOOPBACK.includes(hostname)) return [origin];
  return LOOPBACK.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/**
 * Whether a request comes from a page of another origin: neither PUBLIC_URL's nor that of the address which the browser itself asked
 * (`host`, which a page cannot forge). Where PUBLIC_URL is https, a page that came by http is foreign whatever its host: anybody on the way could
 * have written it. What sends no `origin` is no page, or is reading only.
 */
export function isForeignOrigin({ origin, host }: OriginHeaders, publicUrl: string): boolean {
  if (origin === undefined || ownOrigins(publicUrl).includes(origin)) return false;
  if (!URL.canParse(origin)) return true;
  const { protocol, host: ofPage } = new URL(origin);
  return ofPage !== host || (publicUrl.startsWith('https:') && protocol !== 'https:');
}
