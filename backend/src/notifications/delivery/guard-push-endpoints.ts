import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createLookUp } from '../../dns/host-lookup.ts';
import { isPublicAddress } from '../../urls/address-kind.ts';
import { isPrivateHost } from '../../urls/url-policy.ts';

/**
 * Where push messages may go: a browser says where, so this service could be made to ask its own network (promise A5). An endpoint is https,
 * and all of its addresses are public. Its name may mean another address a moment later: so it is checked at each connection, on the addresses
 * that are connected to, and at the subscription only so that its person hears of it.
 */

/** Something is at an address that this service does not talk to. */
class PrivateEndpointError extends Error {
  override readonly name = 'PrivateEndpointError';
  readonly code = 'EPRIVATE';
  constructor() {
    super('The push endpoint is at a private address.');
  }
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** The endpoint as a URL, or what is wrong with its form. */
function parseEndpoint(endpoint: string, allowPrivate: boolean): URL | string {
  const url = URL.parse(endpoint);
  if (url === null) return 'expected a URL';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'expected an https URL';
  if (url.username !== '' || url.password !== '') return 'expected a URL without user info';
  if (!allowPrivate && isPrivateHost(url)) return 'expected a public address';
  return url;
}

type LookUpAll = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/** The lookup of an endpoint holds no thread, because anybody who subscribes chooses its name (decision 44). */
function withoutThreads(): LookUpAll {
  const lookUp = createLookUp();
  const { signal } = new AbortController();
  return (host, done) =>
    void lookUp(host, signal).then(
      (addresses) => done(null, [...addresses]),
      (error: Error) => done(error, []),
    );
}

/** `allowPrivate`: PUSH_ALLOW_PRIVATE, for tests. */
export function createPushEndpoints(deps: { allowPrivate: boolean; lookUpAll?: LookUpAll }) {
  const { allowPrivate, lookUpAll = withoutThreads() } = deps;
  const guardedLookUp: LookupFunction = (host, { all }, done) =>
    lookUpAll(host, (error, addresses) => {
      const refusal =
        error ??
        (!allowPrivate && addresses.some(({ address }) => !isPublicAddress(address))
          ? new PrivateEndpointError()
          : null);
      if (refusal !== null || all) return done(refusal, refusal === null ? addresses : []);
      return done(null, addresses[0]!.address, addresses[0]!.family);
    });
  const options = { keepAlive: true, maxSockets: 8, lookup: guardedLookUp };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };

  return {
    /** What is wrong with an endpoint, in words, or null. A name that can't be looked up now is checked when it is used. */
    async check(endpoint: string): Promise<string | null> {
      const url = parseEndpoint(endpoint, allowPrivate);
      if (typeof url === 'string' || allowPrivate) return typeof url === 'string' ? url : null;
      return await new Promise((resolve) =>
        lookUpAll(bareHost(url), (error, addresses) =>
          resolve(
            error === null && addresses.some(({ address }) => !isPublicAddress(address))
              ? 'expected a public address'
              : null,
          ),
        ),
      );
    },
    /** Where to send, and through what; throws a PrivateEndpointError where it may not be. */
    open(endpoint: string): { url: URL; agent: HttpAgent | HttpsAgent } {
      const url = parseEndpoint(endpoint, allowPrivate);
      if (typeof url === 'string') throw new PrivateEndpointError();
      return { url, agent: agents[url.protocol as keyof typeof agents] };
    },
    close(): void {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

export type PushEndpoints = ReturnType<typeof createPushEndpoints>;
