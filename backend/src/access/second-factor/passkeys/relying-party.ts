import { isIP } from 'node:net';
import type { RestRefusal } from '../../../http/problem.ts';

/** The service as Web Authentication names it: passkeys belong to the host name of PUBLIC_URL and are used on pages of its origin alone. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

const NAME = 'Sign Display Service';

/** Null where PUBLIC_URL has an IP address, for which browsers have no passkeys (Web Authentication, level 3, section 5.1.2). Pure. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isAddress ? null : { id: hostname, name: NAME, origin };
}

export const NEEDS_HOST_NAME: RestRefusal = {
  code: 'conflict',
  detail:
    'Passkeys need a host name, but the service is reached by an IP address. Ask the operator of the service to use a host name in PUBLIC_URL.',
};
