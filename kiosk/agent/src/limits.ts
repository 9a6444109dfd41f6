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
  /** More reloads in a row because the page changed, and the page counts as one that changes at every request. */
  changesMost: 3,
  /** The pages whose host the sign remembers: those of a schedule, and some that were shown by hand. */
  hostsKept: 50,
  reconnectFirstMs: LIMITS.reconnectFirstMs as number,
  reconnectLongestMs: LIMITS.reconnectLongestMs as number,
  reconnectStableMs: LIMITS.reconnectStableMs as number,
  /** An answer to a claim is kept for the pendingSign's time-to-live (contract, section 2), whatever the backend has set that to. */
  ackKeptMs: LIMITS.pendingTtlMostMs as number,
  /** So long the QR screen says why the last claim failed: whoever tried it has gone away by then. */
  failureShownMs: 600_000,
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
  /** Commands remembered, so that a repeated one is not run twice (promise K6): far more than come while one can come again. */
  commandsKept: 256,
  /** A command can come again until it expires; nodes' clocks may differ by this much. */
  commandClockSlackMs: 60_000,
  /** The longest that a command can live (contract, 3.1), for those that do not say. */
  commandLifeMs: 86_400_000,
  /** Answers sent at a register, or when earlier ones have arrived: well below the 20 messages a second of the contract. */
  answersAtOnce: 20,
  /** A command that comes again so soon after its answer was sent has crossed it on the way. */
  answersCrossMs: 2_000,
  /** A shell that has not done a command by then is not going to. */
  commandTimeoutMs: 60_000,
  /** Promise K6: so many boots by command in so long a time are a loop. */
  rebootsMost: 3,
  rebootWindowMs: 600_000,
  /** How stale the note of the backend's clock may get: one write an hour, for a sign whose own clock forgets at power-off. */
  clockNoteEveryMs: 3_600_000,
  /** The sign's clock was set, or drifts. */
  clockNoteShiftMs: 10_000,
  /** Analytics: how old a batch gets before it leaves, how many bytes wait for a backend that is away (a day and a half of checks). */
  batchEveryMs: 60_000,
  outboxBytes: 1_048_576,
  /** Over this time a fleet that comes back brings its first batches; afterwards each sign sends one a second at most. */
  batchSpreadMs: 10_000,
  batchPaceMs: 1_000,
  batchRetryFirstMs: 5_000,
  batchRetryLongestMs: 300_000,
  /** Numbers of the machine also for times without a connection; heartbeats carry them otherwise. */
  resourceEveryMs: 300_000,
  /** Promise K9: how often the view is looked at, and how many looks in a row must find one colour. */
  sampleEveryMs: 30_000,
  blankSamples: 2,
  /** Log lines kept in memory, of this start and those before it. */
  logLines: 2_000,
};

export type AgentLimits = typeof AGENT_LIMITS;
