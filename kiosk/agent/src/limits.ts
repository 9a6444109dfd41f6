import { LIMITS } from '@sign-display/contracts/limits';

/**
 * The agent's numbers. Those of the contract (section 5) come from there; the backend's own values replace three of them at every
 * register. The rest are the agent's, each with its reason.
 */
export const AGENT_LIMITS = {
  heartbeatIntervalMs: LIMITS.heartbeatIntervalMs as number,
  loadTimeoutMs: LIMITS.loadTimeoutMs as number,
  reachabilityIntervalMs: LIMITS.reachabilityIntervalMs as number,
  reachabilityFailures: LIMITS.reachabilityFailures as number,
  reconnectFirstMs: LIMITS.reconnectFirstMs as number,
  reconnectLongestMs: LIMITS.reconnectLongestMs as number,
  reconnectStableMs: LIMITS.reconnectStableMs as number,
  /** An answer to a claim is kept for the pendingSign's time-to-live (contract, section 2), whatever the backend has set that to. */
  ackKeptMs: LIMITS.pendingTtlMostMs as number,
  /** More claims than this of one sign in a row is not an operator. */
  ackCacheSize: 20,
  /** Presence calls a sign offline after three intervals without a heartbeat; so does the sign its backend. */
  missedHeartbeats: 3,
  /** The handshake may take one heartbeat interval and 2 s while a clone is ruled out; the rest is a slow network. */
  connectTimeoutMs: 30_000,
  /** Registering is one row of the database: longer than this and the node is better left alone. */
  replyTimeoutMs: 10_000,
  /** Drivers bring interfaces up in the first seconds after power-on. */
  interfaceRetryMs: 1_000,
  /** After this long without a physical interface a virtual one is taken at first boot: it is a container or a VM. */
  interfacePatienceMs: 10_000,
  contentRetryFirstMs: 5_000,
  contentRetryLongestMs: 60_000,
  /** What a shell may need beyond `timeoutMs` to say that a page timed out; then the agent says it. */
  proofGraceMs: 2_000,
  /** How long after its deadline a proved page waits for `sign:claimed` before its memory is given back. */
  proofKeptMs: 30_000,
  storeRetryFirstMs: 1_000,
  storeRetryLongestMs: 30_000,
  /** Content reports kept while there is no connection. */
  unsentReports: 20,
  /** Commands remembered, so that a repeated one is not run twice (promise K6). */
  recentCommands: 50,
};

export type AgentLimits = typeof AGENT_LIMITS;
