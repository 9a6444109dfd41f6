import type { Plan } from './plan.ts';
import type { Role } from './scenarios.ts';

/** What must hold in every run. No run is without them. */
type Limits = Record<string, string[]>;

const SERVED: Limits = { served: ['rate>0.999'] };

/**
 * The service's own promises where there is one: an operator waits less than a second; signs are back within seconds. 95 of 100 acks within 100 ms finds a loop that
 * stands still for a fifth of the time.
 */
const OF_ROLE: Record<Role, (plan: Plan) => Limits> = {
  fleet: ({ registrations, stormsMs }) => ({
    heartbeat_ack_ms: ['p(95)<100', 'p(99)<500'],
    heartbeat_acked: ['rate>0.999'],
    kiosks_registered: [`count>=${registrations}`],
    kiosk_connect_ms: [stormsMs.length > 0 ? 'p(95)<5000' : 'p(95)<1000'],
    connections_lost: ['count==0'],
    kiosk_errors: ['count==0'],
  }),
  claims: () => ({ ...SERVED, claim_as_expected: ['rate>0.999'], claim_ms: ['p(95)<500', 'p(99)<1000'] }),
  races: () => ({ ...SERVED, race_held: ['rate==1'] }),
  readers: () => ({ ...SERVED, read_ok: ['rate>0.999'], read_ms: ['p(95)<500'] }),
  // A socket gets a patch at most every 250 ms.
  subscribers: () => ({
    patch_gaps: ['count==0'],
    patches_disordered: ['count==0'],
    subscribed: ['rate==1'],
    patch_lag_ms: ['p(95)<1000'],
  }),
  commanders: () => ({ ...SERVED, command_acked: ['rate>0.999'], command_acked_ms: ['p(95)<1000'] }),
  watcher: () => ({ server_memory_growth: ['value<1.5'] }),
};

/** Metrics whose threshold means nothing where nothing was counted. A run that did none of it has not passed (`verdict/`). */
export const mustHaveSamples = (metric: string): boolean =>
  !/^(dropped_iterations|kiosk_errors|connections_lost|patch_gaps|patches_disordered)$/.test(metric);

export const thresholdsOf = (plan: Plan): Limits =>
  Object.assign(
    { dropped_iterations: ['count==0'], left_behind: ['count==0'] } satisfies Limits,
    ...Object.keys(plan.roles).map((role) => OF_ROLE[role as Role](plan)),
  );
