import type { Server } from 'node:https';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { StartError } from '../start-error.ts';
import type { Certificates, KeyAndCertificate } from './certificate-types.ts';
import { endOf, isUsable, loadOrCreateAuthority, type Authority } from './local-authority.ts';
import { isOwnHost, lanAddresses, type Interfaces } from './local-networks.ts';

/**
 * `npm start -- --https`: a certificate for all that this machine is called in its own networks, signed by the local authority. It lives in memory: each start makes one, and it
 * is made anew when addresses come or go, and long before it ends.
 */

const DAY_MS = 24 * 60 * 60 * 1_000;
const LEAF_LIVES_MS = 30 * DAY_MS;
const LEAF_RENEWED_BEFORE_MS = 10 * DAY_MS;
const BACKDATED_MS = DAY_MS;
/** A laptop that is carried to another network is reached there within this. */
const LOOK_EVERY_MS = 10_000;

const UNSPECIFIED = ['0.0.0.0', '::'];

interface LocalHttps {
  /** For the server to begin with. */
  tls: KeyAndCertificate;
  /** The one that signs now. */
  authority(): Authority;
  /** What the certificate is for, the likeliest address of phones first. */
  hosts(): readonly string[];
  /** What phones are told to open, where PUBLIC_URL says nothing: a host without brackets. */
  likeliest(): string;
  /** When the certificate ends that is served now. */
  endsAtMs(): number;
  /** Keeps the server's certificate right. */
  watch(server: Pick<Server, 'setSecureContext'>): { stop(): void };
}

interface Deps {
  http: Pick<Config['http'], 'host' | 'publicUrl'>;
  dataDirectory: string;
  clock: Clock;
  random: Random;
  certificates: Certificates;
  log: Logger;
  /** What the machine says now (`os.networkInterfaces()`, `os.hostname()`). */
  machine: { interfaces(): Interfaces; hostname(): string };
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** Throws a StartError where nobody could be served: the authority does not vouch for what the public internet has. */
function checkHost(variable: string, host: string): void {
  if (isOwnHost(host)) return;
  throw new StartError(
    `${variable}: ${host} is not on a local network. --https supports only local addresses (such as 192.168.1.20, or names ending in .local or .lan). For a public name, put a TLS proxy in front of the service (docs/operations/proxies.md).`,
  );
}

export async function openLocalHttps(deps: Deps): Promise<LocalHttps> {
  const { http, clock, log, machine } = deps;
  const isEverywhere = UNSPECIFIED.includes(http.host);
  if (http.publicUrl !== null) checkHost('PUBLIC_URL', hostOf(http.publicUrl));
  if (!isEverywhere) checkHost('HOST', http.host);

  const addresses = (): string[] => {
    const all = lanAddresses(machine.interfaces());
    return http.host === '0.0.0.0' ? all.filter((address) => !address.includes(':')) : all;
  };
  /** Names are told by mDNS, where the machine does that. */
  const ownName = `${machine.hostname().split('.')[0]!.toLowerCase()}.local`;
  function namesNow(): string[] {
    const found = isEverywhere ? addresses() : [http.host];
    const named = http.publicUrl === null ? [] : [hostOf(http.publicUrl)];
    const usual = ['localhost', '127.0.0.1', '::1', ...(/^[a-z0-9-]+\.local$/.test(ownName) ? [ownName] : [])];
    return [...new Set([...named, ...found, ...usual])];
  }
  if (isEverywhere && http.publicUrl === null && addresses().length === 0)
    throw new StartError(
      "This machine has no address on a local network, so phones can't reach it. Join the network of the venue, set HOST=localhost to try the service on this machine, or set PUBLIC_URL to the address that phones use.",
    );

  async function keep(): Promise<Authority> {
    const kept = await loadOrCreateAuthority(deps.dataDirectory, deps);
    if (kept.successor !== null)
      log.warn(
        { endsAt: kept.certificate.validToDate, certificates: kept.path },
        'the local certificate authority expires soon: install the next certificate on each phone from the same page, and copy the new file to each kiosk (docs/operations/https.md)',
      );
    return kept;
  }
  /** Never beyond the authority's own end: nobody would take it then. */
  async function issue(authority: Authority, hosts: readonly string[]) {
    const now = clock.now();
    const untilMs = Math.min(now + LEAF_LIVES_MS, endOf(authority));
    const tls = await deps.certificates.issueLeaf(authority, hosts, { fromMs: now - BACKDATED_MS, untilMs });
    return { tls, hosts, untilMs, authority };
  }
  type Issued = Awaited<ReturnType<typeof issue>>;
  const isEnding = ({ untilMs, authority }: Issued): boolean =>
    untilMs - clock.now() <= LEAF_RENEWED_BEFORE_MS && untilMs < endOf(authority);

  let authority = await keep();
  let served = await issue(authority, namesNow());

  return {
    tls: served.tls,
    authority: () => authority,
    hosts: () => served.hosts,
    likeliest: () => served.hosts[0]!,
    endsAtMs: () => served.untilMs,
    watch(server) {
      let cancel = (): void => {};
      let isStopped = false;
      async function look(): Promise<void> {
        const hosts = namesNow();
        const isOther = hosts.join() !== served.hosts.join();
        if (isOther || authority.cert !== served.authority.cert || isEnding(served)) {
          const fresh = await issue(authority, hosts);
          server.setSecureContext(fresh.tls);
          // Only now: what failed is tried again at the next look.
          served = fresh;
          log.info({ hosts }, isOther ? 'addresses changed: certificate made anew' : 'certificate renewed');
        }
        if (isUsable(authority, clock.now())) authority = await keep();
      }
      const again = (): void => {
        if (isStopped) return;
        cancel = clock.after(LOOK_EVERY_MS, () => {
          void look()
            .catch((error: unknown) => log.error({ err: error }, 'certificate not renewed'))
            .then(again);
        });
      };
      again();
      return {
        stop() {
          isStopped = true;
          cancel();
        },
      };
    },
  };
}
