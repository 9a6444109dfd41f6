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
    says: 'signs that are connected and beat every 5 s, spread evenly: how long acks take, and whether one is missed',
    roles: { fleet: 1 },
    profile: 'average',
  },
  claim: {
    says: 'new signs that are claimed over HTTP and prove their page; some fail to load it, some claims are repeated',
    roles: { claims: 1 },
    profile: 'average',
  },
  'ack-race': {
    says: 'forged, foreign, duplicate and late acks beside the genuine one, and repeated requests: only the genuine ack counts',
    roles: { races: 1 },
    profile: 'average',
  },
  'reconnect-storm': {
    says: 'all signs lose their connections at the same moment and come back at once',
    roles: { fleet: 1 },
    stormEverySeconds: 8,
    profile: 'average',
  },
  dashboard: {
    says: 'people who read lists and signs, and walls that are told what changes',
    roles: { fleet: 1, readers: 1, subscribers: 1 },
    profile: 'average',
  },
  commands: {
    says: 'commands to connected signs, until the operator is told that each is done',
    roles: { fleet: 1, commanders: 1 },
    profile: 'average',
  },
  mixed: { says: 'a venue’s whole day at once, but for races and storms', roles: EVERYTHING, profile: 'average' },
  soak: {
    says: 'mixed, for hours, with an eye on the service’s memory',
    roles: { ...EVERYTHING, watcher: 1 },
    profile: 'soak',
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
