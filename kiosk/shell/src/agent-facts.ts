import type { Agent } from '@sign-display/kiosk-agent/agent';
import type { NetworkFacts } from './judge-network-checklist.ts';

/** What the agent knows that a person in front of the sign is to see. Times are of this machine's wall clock. */
export interface AgentFacts extends Pick<NetworkFacts, 'connection' | 'clockOffsetMs'> {
  signId: string;
  macAddress: string | null;
  /** When it tries to connect next; null while it tries, or is connected. */
  retryAtMs: number | null;
}

/** Both wall clock and monotonic time tick on between two looks: by whole seconds what has not changed stays the same. */
const seconds = (ms: number): number => Math.round(ms / 1_000) * 1_000;

export function agentFacts(
  { stored, connection, serverClock }: ReturnType<Agent['state']>,
  now: { wallMs: number; monotonicMs: number },
): AgentFacts {
  const aheadMs = now.wallMs - now.monotonicMs;
  const { phase, refusal, attempts, retryAtMs } = connection;
  return {
    signId: stored.identity?.signId ?? '',
    macAddress: stored.identity?.macAddress ?? null,
    connection: { isRegistered: phase === 'registered', refusal, attempts },
    clockOffsetMs: serverClock === null ? null : seconds(aheadMs - (serverClock.serverMs - serverClock.monotonicMs)),
    retryAtMs: retryAtMs === null ? null : seconds(aheadMs + retryAtMs),
  };
}
