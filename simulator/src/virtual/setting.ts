import { createHmac } from 'node:crypto';
import type { Role } from '@sign-display/contracts/roles';
import { sha256 } from '@sign-display/contracts/sha256';
import { EPOCH_MS } from './timeline.ts';

/**
 * What there is before anything happens: the same in every run, and part of the database that each is cloned from. People sign in
 * long before; what they do from then on goes through the service.
 */

export const AUTH_SECRET = 'the secret of all nodes of a virtual run';
export const PUBLIC_URL = 'http://service.virtual';

const idOf = (name: string): string => {
  const hex = Buffer.from(sha256(`virtual setting ${name}`)).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export interface Person {
  name: string;
  id: string;
  email: string;
  /** What a request of theirs shows. */
  authorization: string;
  /** By organization. */
  roles: Readonly<Record<string, Role>>;
}

export interface Organization {
  name: string;
  id: string;
  /** Commits claims at once (promise C9). */
  isLegacy: boolean;
  events: readonly { id: string; name: string; timeZone: string }[];
}

const organization = (name: string, isLegacy: boolean, timeZones: string[]): Organization => ({
  name,
  id: idOf(name),
  isLegacy,
  events: timeZones.map((timeZone, index) => ({
    id: idOf(`${name} event ${index}`),
    name: `${name} ${index + 1}`,
    timeZone,
  })),
});

export const ORGANIZATIONS = {
  fair: organization('Fair', false, ['Europe/Vienna', 'America/New_York']),
  opera: organization('Opera', false, ['Europe/Berlin']),
  legacy: organization('Legacy', true, ['UTC']),
} as const;

const tokenOf = (name: string): string =>
  Buffer.from(sha256(`virtual token ${name}`))
    .toString('hex')
    .slice(0, 32);

function person(name: string, roles: Person['roles']): Person {
  const token = tokenOf(name);
  const signature = createHmac('sha256', AUTH_SECRET).update(token).digest('base64');
  return {
    name,
    id: idOf(name),
    email: `${name}@people.virtual`,
    authorization: `Bearer ${encodeURIComponent(`${token}.${signature}`)}`,
    roles,
  };
}

const { fair, opera, legacy } = ORGANIZATIONS;
export const PEOPLE = {
  ada: person('ada', { [fair.id]: 'owner', [legacy.id]: 'owner' }),
  ben: person('ben', { [fair.id]: 'admin' }),
  cleo: person('cleo', { [fair.id]: 'operator', [legacy.id]: 'operator' }),
  dan: person('dan', { [fair.id]: 'operator' }),
  eve: person('eve', { [fair.id]: 'viewer' }),
  fritz: person('fritz', { [opera.id]: 'owner' }),
} as const satisfies Record<string, Person>;
export type PersonName = keyof typeof PEOPLE;

type Row = Record<string, unknown>;

/** The rows, by table, in the order in which they may be inserted. */
export function settingRows(): [table: string, rows: Row[]][] {
  const at = new Date(EPOCH_MS - 86_400_000);
  const times = { created_at: at, updated_at: at };
  const people = Object.values(PEOPLE) as Person[];
  const organizations = Object.values(ORGANIZATIONS) as Organization[];
  return [
    [
      'organization',
      organizations.map(({ id, name, isLegacy }) => ({
        id,
        name,
        link_handshake_enabled: !isLegacy,
        ...times,
      })),
    ],
    [
      'event',
      organizations.flatMap(({ id, events }) =>
        events.map((event) => ({
          id: event.id,
          organization_id: id,
          name: event.name,
          time_zone: event.timeZone,
          ...times,
        })),
      ),
    ],
    ['user', people.map(({ id, name, email }) => ({ id, name, email, email_verified: true, ...times }))],
    [
      'member',
      people.flatMap(({ id, roles }) =>
        Object.entries(roles).map(([organizationId, role]) => ({
          organization_id: organizationId,
          user_id: id,
          role,
          created_at: at,
        })),
      ),
    ],
    [
      'session',
      people.map(({ id, name }) => ({
        id: idOf(`session ${name}`),
        token: tokenOf(name),
        user_id: id,
        // Young enough that nobody prolongs it in a run of some days.
        expires_at: new Date(EPOCH_MS + 7 * 86_400_000),
        ...times,
      })),
    ],
  ];
}
