import type { ScenarioName } from '../plan/scenarios.ts';

/** More than any run does. */
const NO_LIMIT = '1000000000';

/** The limits for one address, session and operator: a load test is one address with few sessions, and would measure them in place of the service. */
export const RAISED_LIMITS: Record<string, string> = {
  RATE_LIMIT_PER_MINUTE: NO_LIMIT,
  SIGN_IN_LIMIT_PER_MINUTE: NO_LIMIT,
  SHORT_CODE_FAILURES: NO_LIMIT,
  SOCKETS_PER_ADDRESS: NO_LIMIT,
  UNAUTHORIZED_PER_ADDRESS: NO_LIMIT,
  NEW_KIOSKS_PER_ADDRESS: NO_LIMIT,
};

/** Late acks come after the deadline: with the default of 20 s such a race takes half a minute. */
const SHORT_DEADLINES = { LOAD_TIMEOUT_MS: '2000', ACK_TIMEOUT_MS: '3000' };

/** The settings of a service that is started for one run. */
export const settingsFor = (scenario: ScenarioName): Record<string, string> => ({
  ...RAISED_LIMITS,
  ...(scenario === 'ack-race' ? SHORT_DEADLINES : {}),
});

const RAISED = Object.entries(RAISED_LIMITS)
  .map(([name, value]) => `  ${name}=${value}`)
  .join('\n');

/** After a run that met limits `times`. */
export const tooStrict = (times: number): string =>
  `The service refused ${times} requests because of its limits per address, session or person (429), so this run has measured those limits. The service needs these settings:\n${RAISED}`;

/** What a service needs that is there already, in words. */
export const neededSettings = (): string =>
  `The service at --url needs these settings. Without them, it refuses many requests from one address, and the run measures those limits:
${RAISED}
The account must be an admin or owner of an organization. The run makes an event there and deletes it with its signs afterwards.
Never run this against a service that people use.`;
