import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';

/**
 * What to tell whoever starts a service that listens for others than this machine (`host`) where its clients come without https: passwords, sessions
 * and device secrets can be read on the way. Null where there is nothing to tell.
 */
export function plainHttpWarning(host: string, publicUrl: string): string | null {
  if (isLoopbackHost(host) || publicUrl.startsWith('https:')) return null;
  return 'HOST is reachable from other machines and PUBLIC_URL is not https: passwords, sessions and device secrets can be read on the network. Put a proxy with TLS before the service and set PUBLIC_URL to its https address. In a local network, npm start -- --https is enough.';
}
