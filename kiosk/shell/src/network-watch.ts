import type { Checklist } from '@sign-display/kiosk-screen/model';
import type { Cancel, Clock, Random } from '@sign-display/kiosk-agent/ports';
import { judgeNetwork, type Interface, type NetworkFacts } from './judge-network-checklist.ts';
import type { ProbeResult } from './service-answer.ts';

/** Looks at the network while the QR screen is up, and tells each change of the checklist. */
export interface NetworkWatch {
  /** The QR screen is up: looks at once, then again and again. */
  start(): void;
  /** It is not any more: asks nobody anything. */
  stop(): void;
  checklist(): Checklist;
}

export interface NetworkWatchParts {
  clock: Clock;
  random: Random;
  /** The host to look up, and whether it needs a lookup at all. */
  host: { isNumber: boolean; isLoopback: boolean };
  interfaces(): Promise<Interface[]>;
  probeName(): Promise<boolean>;
  probeService(): Promise<ProbeResult>;
  /** How the agent's own connection stands; asked at every look. `retryAtMs`: when it is tried next. */
  connection(): Pick<NetworkFacts, 'connection' | 'clockOffsetMs'> & { retryAtMs: number | null };
  /** Also where the checklist stays and the next try is at another time. */
  onChange(checklist: Checklist): void;
}

/** A cable that is pushed in is seen before the person looks up. Reading a few small files costs nothing. */
const LOOK_EVERY_MS = 2_000;
/** The service is asked in a half to the whole of this: many signs may stand before one that is down. */
const PROBE_EVERY_MS = 10_000;

export function createNetworkWatch(parts: NetworkWatchParts): NetworkWatch {
  const { clock, random, host } = parts;
  /** Counts starts: what an earlier one still asks is not listened to. */
  let run = 0;
  let isRunning = false;
  let cancel: Cancel = () => {};
  let probeAtMs = 0;
  let isProbing = false;
  let interfaces: NetworkFacts['interfaces'] = null;
  let name: NetworkFacts['name'] = host.isNumber ? 'unneeded' : null;
  let probe: ProbeResult | null = null;
  let told = '';

  const judge = (): Checklist =>
    judgeNetwork({ interfaces, isLoopback: host.isLoopback, name, probe, ...parts.connection() });

  function tell(): void {
    const checklist = judge();
    const text = JSON.stringify([checklist, parts.connection().retryAtMs]);
    if (text === told) return;
    told = text;
    parts.onChange(checklist);
  }

  /** What was found on another network, or before the connection that has stood since, says nothing of now. */
  function forget(): void {
    name = host.isNumber ? 'unneeded' : null;
    probe = null;
    probeAtMs = 0;
  }

  async function ask(ours: number): Promise<void> {
    isProbing = true;
    const isFound = host.isNumber || (await parts.probeName().catch(() => false));
    const answer = isFound ? await parts.probeService().catch(() => 'no_answer' as const) : null;
    isProbing = false;
    if (ours !== run) return;
    name = host.isNumber ? 'unneeded' : isFound ? 'found' : 'not_found';
    probe = answer;
    probeAtMs = clock.monotonicMs() + PROBE_EVERY_MS * (0.5 + random.float() / 2);
    tell();
  }

  async function look(ours: number): Promise<void> {
    const found = await parts.interfaces().catch((): Interface[] => []);
    if (ours !== run) return;
    interfaces = found;
    const { isRegistered } = parts.connection().connection;
    const { address } = judge();
    if (isRegistered || address.state !== 'ok') forget();
    tell();
    if (!isRegistered && address.state === 'ok' && !isProbing && clock.monotonicMs() >= probeAtMs) void ask(ours);
    cancel = clock.after(LOOK_EVERY_MS, () => void look(ours));
  }

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      run += 1;
      told = '';
      void look(run);
    },
    stop() {
      isRunning = false;
      run += 1;
      cancel();
      forget();
    },
    checklist: judge,
  };
}
