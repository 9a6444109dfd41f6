import type { Checklist } from '@sign-display/kiosk-screen/model';
import type { NetworkInterface } from '@sign-display/kiosk-agent/ports';
import type { ProbeResult } from './service-answer.ts';

/** A network interface as the checklist shows it. */
export interface Interface extends NetworkInterface {
  kind: 'ethernet' | 'wifi' | 'other';
  /** A cable is in, or a wireless network is joined. */
  hasLink: boolean;
  /** IPv4 first; without link-local ones, which a machine gives itself when the network gives it none. */
  addresses: readonly string[];
}

/**
 * The NetworkChecklist (promise K8): interface → address → DNS → backend → clock. What needs an earlier one that is not in order waits, so that a person sees the first
 * thing that is wrong and nothing that follows from it.
 */
export interface NetworkFacts {
  /** Null: not asked yet. */
  interfaces: readonly Interface[] | null;
  /** The service is on this very machine: no network is needed. */
  isLoopback: boolean;
  /** `unneeded`: the service's address is a number. Null: not asked yet. */
  name: 'found' | 'not_found' | 'unneeded' | null;
  probe: ProbeResult | null;
  connection: {
    isRegistered: boolean;
    /** The code with which the backend refused the last connection; null where it did not. */
    refusal: string | null;
    /** Tries since the last connection that was stable. */
    attempts: number;
  };
  /** This machine's clock less the service's; null where that was never heard. */
  clockOffsetMs: number | null;
}

/** Certificates and schedules are off by no more than this unnoticed. */
const CLOCK_TOLERANCE_MS = 120_000;
/** The service lives and its socket is never opened: something between does not let it through. */
const ATTEMPTS_WITHOUT_SOCKET = 3;

const WAITING = { state: 'waiting' } as const;
const OK = { state: 'ok' } as const;
const FAILED = { state: 'failed' } as const;
type Judged<Line extends keyof Checklist> = Checklist[Line];

/** Those with hardware; a container or a virtual machine may have none. */
function ofHardware(interfaces: readonly Interface[]): readonly Interface[] {
  const physical = interfaces.filter((one) => one.physical);
  return physical.length > 0 ? physical : interfaces.filter(({ macAddress }) => !/^(00:)*00$/.test(macAddress));
}

function judgeInterface({ isLoopback, interfaces }: NetworkFacts): Judged<'interface'> {
  if (isLoopback) return { state: 'ok', link: 'other' };
  if (interfaces === null) return WAITING;
  const linked = ofHardware(interfaces).filter(({ hasLink }) => hasLink);
  const best = linked.find(({ connected }) => connected) ?? linked[0];
  return best ? { state: 'ok', link: best.kind } : FAILED;
}

function judgeAddress({ isLoopback, interfaces }: NetworkFacts): Judged<'address'> {
  if (isLoopback) return { state: 'ok', address: 'localhost' };
  const [address] = ofHardware(interfaces ?? []).flatMap(({ hasLink, addresses }) => (hasLink ? addresses : []));
  return address === undefined ? FAILED : { state: 'ok', address };
}

function judgeName({ name, connection }: NetworkFacts): Judged<'dns'> {
  if (name === 'unneeded') return { state: 'ok', needed: false };
  if (connection.isRegistered || name === 'found') return { state: 'ok', needed: true };
  return name === null ? WAITING : FAILED;
}

function judgeBackend({ connection, probe }: NetworkFacts): Judged<'backend'> {
  const { isRegistered, refusal, attempts } = connection;
  if (isRegistered) return OK;
  if (refusal !== null) return { state: 'failed', why: 'refused', code: refusal };
  if (probe === null) return WAITING;
  if (probe !== 'ours') return { state: 'failed', why: probe };
  return attempts < ATTEMPTS_WITHOUT_SOCKET ? WAITING : { state: 'failed', why: 'no_answer' };
}

function judgeClock({ clockOffsetMs }: NetworkFacts): Judged<'clock'> {
  if (clockOffsetMs === null) return WAITING;
  return Math.abs(clockOffsetMs) <= CLOCK_TOLERANCE_MS ? OK : { state: 'warned', offsetMs: Math.round(clockOffsetMs) };
}

export function judgeNetwork(facts: NetworkFacts): Checklist {
  let goesOn = true;
  const after = <Line extends { state: string }>(judge: (facts: NetworkFacts) => Line): Line | typeof WAITING => {
    const line = goesOn ? judge(facts) : WAITING;
    goesOn = goesOn && line.state === 'ok';
    return line;
  };
  return {
    interface: after(judgeInterface),
    address: after(judgeAddress),
    dns: after(judgeName),
    backend: after(judgeBackend),
    clock: after(judgeClock),
  };
}
