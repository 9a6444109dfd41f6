import { PROFILES, lengthen, type Profile, type Stage } from './profiles.ts';
import { SCENARIOS, type Role, type Scenario } from './scenarios.ts';
import type { Settings } from './settings.ts';
import { durationMs, staysOf, stormsOf } from './kiosk-connection-times.ts';

/** A run, worked out: the same in k6's script and in the program around it. */
export interface Plan {
  settings: Settings;
  stages: readonly Stage[];
  roles: Partial<Record<Role, number>>;
  endsAtFirstFailure: boolean;
  durationMs: number;
  stormsMs: readonly number[];
  /** Virtual users of the fleet; each has every `fleetUsers`-th kiosk. */
  fleetUsers: number;
  /** Signs that are claimed before the run begins: the fleet. */
  claimedSigns: number;
  /** Registrations that the fleet must come to. */
  registrations: number;
  subscribers: number;
  subscriberUsers: number;
  commanders: number;
}

/** A wall for so many signs. */
const SIGNS_PER_SUBSCRIBER = 50;
const SUBSCRIBERS_MOST = 200;
const SUBSCRIBERS_PER_USER = 25;
/** One operator's socket is told of so many commands a second. */
const COMMANDS_PER_COMMANDER = 50;

export function planRun(settings: Settings): Plan {
  const { kiosks, kiosksPerVu, rate } = settings;
  const scenario: Scenario = SCENARIOS[settings.scenario];
  const profile: Profile = PROFILES[settings.profile];
  const stages = lengthen(profile.stages, settings.minutes);
  const every = scenario.stormEverySeconds;
  const stormsMs = every === undefined ? [] : stormsOf(stages, every * 1_000);
  const { roles } = scenario;
  const hasFleet = roles.fleet !== undefined;
  let registrations = 0;
  if (hasFleet)
    for (let index = 0; index < kiosks; index += 1) registrations += staysOf(stages, index, kiosks, stormsMs).length;
  const subscribers = roles.subscribers
    ? Math.min(SUBSCRIBERS_MOST, Math.max(5, Math.ceil(kiosks / SIGNS_PER_SUBSCRIBER)))
    : 0;
  return {
    settings,
    stages,
    roles,
    endsAtFirstFailure: profile.endsAtFirstFailure === true,
    durationMs: durationMs(stages),
    stormsMs,
    fleetUsers: hasFleet ? Math.ceil(kiosks / kiosksPerVu) : 0,
    claimedSigns: hasFleet ? kiosks : 0,
    registrations,
    subscribers,
    subscriberUsers: Math.ceil(subscribers / SUBSCRIBERS_PER_USER),
    commanders: roles.commanders ? Math.ceil((rate * roles.commanders) / COMMANDS_PER_COMMANDER) : 0,
  };
}
