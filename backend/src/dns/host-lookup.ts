import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createFairGate } from '../flow/fair-gate.ts';

/**
 * Resolves the host of a page or of a push endpoint, which users choose. Most lookups ask the name servers over a socket, because a thread of libuv's pool can't
 * be cancelled: with `dns.lookup`, a few slow names delay every other lookup in the process
 * (docs/decisions/0044-lookups-without-threads.md).
 */

/** Resolves a name to all of its addresses. Rejects with the system's error, and when `signal` aborts. */
export type LookUpAll = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/** A lost packet is sent again after a second; a check ends after five. */
const QUERIES = { timeout: 1_000, tries: 2 };
const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Names that every machine resolves to itself (RFC 6761). */
const LOOPBACK_NAME = /^(?:.+\.)?localhost$/;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** Names that only the operating system can resolve: by mDNS, or with a search domain. */
const SYSTEM_NAME = /^[^.]+$|\.local$/;

/** The addresses of `host` in the text of a hosts file. Pure. */
export function readHosts(text: string, host: string): LookupAddress[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some((name) => name.toLowerCase() === host) ? [{ address, family }] : [];
  });
}

interface NameServers {
  /** `127.0.0.1:5353`; absent: the servers of the machine's settings. */
  servers?: readonly string[];
  queries?: { timeout: number; tries: number };
}

async function askNameServers(
  host: string,
  signal: AbortSignal,
  { servers, queries = QUERIES }: NameServers,
): Promise<LookupAddress[]> {
  const resolver = new Resolver(queries);
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    // "No address of this family" explains less than the other family's error.
    throw errors.find((error) => (error as NodeJS.ErrnoException).code !== 'ENODATA') ?? errors[0];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Settles as `task` does, or rejects with the signal's reason once it aborts. */
async function unlessAborted<Value>(task: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => (stop = () => reject(signal.reason as Error)));
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([task, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const askSystem = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true });

export function createLookUp({
  hostsFile = HOSTS_FILE,
  bySystem = askSystem,
  ...nameServers
}: NameServers & { hostsFile?: string; bySystem?: typeof askSystem } = {}): LookUpAll {
  /** The operating system resolves one name at a time, so that all of these lookups occupy one thread of the pool. */
  const gate = createFairGate({ atOnce: 1 });
  /** By name: its lookup, which every check of the name shares, and how many checks wait for it. */
  const underWay = new Map<string, { waiting: number; found: Promise<LookupAddress[]> | null }>();

  async function askSystemOnce(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const one = underWay.get(host) ?? { waiting: 0, found: null };
    underWay.set(host, one);
    one.waiting += 1;
    one.found ??= gate.run(host, async () => {
      try {
        // Every check of this name may have ended while it waited for its turn.
        if (one.waiting === 0) throw new Error('no lookup is pending for this name');
        return await bySystem(host);
      } finally {
        underWay.delete(host);
      }
    });
    try {
      return await unlessAborted(one.found, signal);
    } finally {
      one.waiting -= 1;
    }
  }

  return async function lookUpAll(typed, signal) {
    const host = typed.replace(/\.$/, '').toLowerCase();
    const named = readHosts(await readFile(hostsFile, 'utf8').catch(() => ''), host);
    signal.throwIfAborted();
    if (named.length > 0) return named;
    if (LOOPBACK_NAME.test(host)) return LOOPBACK;
    if (!SYSTEM_NAME.test(host)) return await askNameServers(host, signal, nameServers);
    return await askSystemOnce(host, signal);
  };
}
