import type { Plan } from './plan.ts';
import type { Role } from './scenarios.ts';
import { thresholdsOf } from './thresholds.ts';

/** What k6 is told. Only what k6 1.8 and 2 both know. */

/** The last heartbeats' acks, the last answers. */
const AFTERWARDS_SECONDS = 30;
/** Signs claimed a second in `setup`, on a slow machine. */
const CLAIMS_A_SECOND = 10;
/** For what is removed afterwards: a service whose limits are not raised makes it wait for a minute. */
const REMOVAL_SECONDS = 150;
const LONGEST_STAGE_UNIT = '60s';

/** Users that are there from begin to end, each for one long iteration: a socket can't outlive its iteration. They are all there at once, so no ramp of k6's can fail to start one. */
const lasting = (role: Role, users: number, plan: Plan) => ({
  executor: 'per-vu-iterations',
  exec: role,
  vus: users,
  iterations: 1,
  maxDuration: `${Math.ceil(plan.durationMs / 1_000) + AFTERWARDS_SECONDS}s`,
  gracefulStop: '5s',
});

/** An iteration lasts so long at the most, as a rule; with fewer users iterations would be dropped. */
const LONGEST_ITERATION_SECONDS: Partial<Record<Role, number>> = { claims: 3, races: 6, readers: 2 };

/** Something done at a rate, however long it takes. All users are made before: one that is made in the run comes late, or never. */
function arriving(role: Role, plan: Plan) {
  const rate = plan.settings.rate * (plan.roles[role] ?? 0);
  const users = Math.min(1_000, Math.ceil(rate * (LONGEST_ITERATION_SECONDS[role] ?? 1)) + 5);
  return {
    executor: 'ramping-arrival-rate',
    exec: role,
    startRate: 0,
    timeUnit: LONGEST_STAGE_UNIT,
    preAllocatedVUs: users,
    maxVUs: users,
    stages: plan.stages.map(({ seconds, share }) => ({
      duration: `${seconds}s`,
      target: Math.round(rate * 60 * share),
    })),
    gracefulStop: `${AFTERWARDS_SECONDS}s`,
  };
}

function executorOf(role: Role, plan: Plan) {
  switch (role) {
    case 'fleet':
      return lasting(role, plan.fleetUsers, plan);
    case 'subscribers':
      return lasting(role, plan.subscriberUsers, plan);
    case 'commanders':
      return lasting(role, plan.commanders, plan);
    case 'watcher':
      return lasting(role, 1, plan);
    default:
      return arriving(role, plan);
  }
}

export function optionsOf(plan: Plan) {
  const limits = Object.entries(thresholdsOf(plan));
  return {
    scenarios: Object.fromEntries(Object.keys(plan.roles).map((role) => [role, executorOf(role as Role, plan)])),
    thresholds: Object.fromEntries(
      limits.map(([metric, expressions]) => [
        metric,
        // What is counted up to a number is not there before the end.
        expressions.map((threshold) =>
          plan.endsAtFirstFailure && !threshold.startsWith('count>=')
            ? { threshold, abortOnFail: true, delayAbortEval: '30s' }
            : threshold,
        ),
      ]),
    ),
    summaryTrendStats: ['min', 'med', 'avg', 'p(90)', 'p(95)', 'p(99)', 'max', 'count'],
    setupTimeout: `${60 + Math.ceil(plan.claimedSigns / CLAIMS_A_SECOND)}s`,
    teardownTimeout: `${REMOVAL_SECONDS + Math.ceil(plan.claimedSigns / CLAIMS_A_SECOND)}s`,
    // Without these, every request has a series of its own address, and every socket of its own.
    systemTags: ['scenario', 'name', 'method', 'status', 'error_code'],
  };
}
