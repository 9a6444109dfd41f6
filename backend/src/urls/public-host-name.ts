import { isIP } from 'node:net';
import { isPrivateHost } from './url-policy.ts';

/** Names that the DNS of the internet never has (RFC 6761), beside those of networks of one's own. */
const NEVER = /\.(test|invalid|localdomain)$/;

/** Whether a host is a name of the internet's DNS: no address, and no name of a network of one's own. It is not looked up. Pure. */
export function isPublicName(host: string): boolean {
  const url = URL.parse(`https://${host}/`);
  if (url === null || url.href !== `https://${url.hostname}/`) return false;
  const name = url.hostname.replace(/\.$/, '');
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0 && !isPrivateHost(url) && !NEVER.test(name);
}
