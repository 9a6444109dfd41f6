import type { ProfileName } from './profiles.ts';

/** What virtual users do. Each is a function of `roles/`, and an export of `main.ts`. */
export const ROLES = ['fleet', 'claims', 'races', 'readers', 'subscribers', 'commanders', 'watcher'] as const;
export type Role = (typeof ROLES)[number];

export interface Scenario {
  says: string;
  /** Who takes part, with the share of the run's `rate` that each does (1 where it has no rate). */
  roles: Partial<Record<Role, number>>;
  /** So many seconds lie between two moments at which the whole fleet loses its connections. */
  stormEverySeconds?: number;
  /** Where none is asked for. */
  profile: ProfileName;
}

const EVERYTHING = { fleet: 1, claims: 0.2, readers: 1, subscribers: 1, commanders: 0.4 } as const;

export const SCENARIOS = {
  heartbeat: {
    says: 'connected signs send a heartbeat every 5 s, spread evenly: measures how long acks take, and whether one is missed',
    roles: { fleet: 1 },
    profile: 'average',
  },
  claim: {
    says: 'new signs are claimed over HTTP and prove their page; some fail to load the page, and some claims are repeated',
    roles: { claims: 1 },
    profile: 'average',
  },
  'ack-race': {
    says: 'forged, foreign, duplicate and late acks arrive beside the genuine one, and requests are repeated: only the genuine ack may count',
    roles: { races: 1 },
    profile: 'average',
  },
  'reconnect-storm': {
    says: 'all signs lose their connections at the same moment and reconnect at once',
    roles: { fleet: 1 },
    stormEverySeconds: 8,
    profile: 'average',
  },
  dashboard: {
    says: 'people read lists and signs, and walls receive changes',
    roles: { fleet: 1, readers: 1, subscribers: 1 },
    profile: 'average',
  },
  commands: {
    says: 'operators send commands to connected signs and wait until each command is done',
    roles: { fleet: 1, commanders: 1 },
    profile: 'average',
  },
  mixed: {
    says: 'all scenarios of an ordinary day together, except races and storms',
    roles: EVERYTHING,
    profile: 'average',
  },
  soak: {
    says: 'the mixed scenario for hours, with the memory of the service measured',
    roles: { ...EVERYTHING, watcher: 1 },
    profile: 'soak',
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
