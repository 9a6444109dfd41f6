/**
 * The project's own metrics, beside k6's. A trend is of milliseconds unless its name says otherwise. `speed` marks what a busy machine makes worse; all else is
 * right or wrong on any machine (`verdict/`).
 */
export const METRICS = {
  heartbeat_ack_ms: { kind: 'trend', says: 'from when a heartbeat was due to its ack' },
  heartbeat_late_ms: { kind: 'trend', says: 'how long after it was due k6 sent a heartbeat: k6’s own lateness' },
  heartbeat_acked: { kind: 'rate', says: 'heartbeats that were acked within an interval' },
  kiosk_connect_ms: { kind: 'trend', says: 'from when a kiosk was to come to its registration, with all retries' },
  kiosks_registered: { kind: 'counter', says: 'registrations of the fleet' },
  connects_refused: { kind: 'counter', says: 'tries to connect that failed, by reason' },
  connections_lost: { kind: 'counter', says: 'connections that ended although nobody of ours ended them' },
  kiosk_errors: { kind: 'counter', says: 'messages that the backend refused, by code' },
  sockets_begun: { kind: 'counter', says: 'WebSockets that were begun' },
  sockets_opened: { kind: 'counter', says: 'WebSockets that opened' },
  sockets_failed: { kind: 'counter', says: 'WebSockets that ended before they opened' },
  limited: {
    kind: 'counter',
    says: 'what was refused because one address, session or person asked too much (429), by what',
  },
  served: {
    kind: 'rate',
    says: 'claims, races, reads and commands that the service had time for (all others it answered with 503)',
  },
  claim_ms: { kind: 'trend', says: 'from the claim to its answer; the kiosk acks at once' },
  claim_outcomes: { kind: 'counter', says: 'answers to claims, by code' },
  claim_as_expected: { kind: 'rate', says: 'claims that ended as the kiosk’s answer says' },
  race_held: { kind: 'rate', says: 'races of acks after which the truth was the genuine ack’s, by race' },
  read_ms: { kind: 'trend', says: 'from a request to the end of its answer, by what was read' },
  read_ok: { kind: 'rate', says: 'reads with the right answer' },
  patch_lag_ms: { kind: 'trend', says: 'from a change to its patch on a subscriber’s socket' },
  patches: { kind: 'counter', says: 'patches that subscribers got' },
  patch_gaps: { kind: 'counter', says: 'patches whose cursor jumped: the service tells the wall to read anew' },
  patches_disordered: { kind: 'counter', says: 'patches whose cursor was not above the one before' },
  subscribed: { kind: 'rate', says: 'subscriptions that the backend confirmed' },
  command_acked_ms: { kind: 'trend', says: 'from when a command was due to the operator’s news that the sign did it' },
  command_acked: { kind: 'rate', says: 'commands that signs did' },
  server_memory_growth: { kind: 'gauge', says: 'the service’s memory at the end over that after the first tenth' },
  left_behind: { kind: 'counter', says: 'what could not be removed after the run' },
} as const satisfies Record<string, { kind: 'trend' | 'counter' | 'rate' | 'gauge'; says: string }>;

export type Metric = keyof typeof METRICS;

/** Whether the metric (with or without `{tags}`) tells of speed: k6’s trends. */
export const isSpeed = (name: string): boolean => {
  const metric = METRICS[name.replace(/\{.*$/, '') as Metric];
  return metric === undefined ? /_duration$|^iteration_/.test(name) : metric.kind === 'trend';
};
