/** The address of a server at a host or an IP address; one of IPv6 stands in brackets, its zone escaped (RFC 6874). */
export function httpUrl(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${host.includes(':') ? `[${host.replace('%', '%25')}]` : host}:${port}`;
}
