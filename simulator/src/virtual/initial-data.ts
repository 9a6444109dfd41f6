import { createHmac } from 'node:crypto';
import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
} from '@sign-display/contracts/rest/subscriptions';
import type { Role } from '@sign-display/contracts/roles';
import { sha256 } from '@sign-display/contracts/sha256';
import { EPOCH_MS } from './timeline.ts';

/**
 * What exists before a run begins: the same in every run, and part of the database that each run's is cloned from. People have signed in before;
 * everything that they do in the run goes through the service.
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
  /** The header `authorization` of their requests. */
  authorization: string;
  /** Their role by organization. */
  roles: Readonly<Record<string, Role>>;
}

export interface Organization {
  name: string;
  id: string;
  /** The organization uses the legacy handshake, which commits claims at once (promise C9). */
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

/** Subscriptions that exist from the start. These people never change them, so checkers know what each of them wants. */
export interface Subscriber {
  who: keyof typeof PEOPLE;
  eventId: string;
  kinds: readonly NotificationKind[];
  channels: readonly NotificationChannel[];
  /** Null: the event's time zone. */
  graceSeconds: number | null;
  quietHours: { start: string; end: string; timeZone: string } | null;
}

const [fairVienna, fairNewYork] = fair.events as [Organization['events'][0], Organization['events'][0]];
export const SUBSCRIBERS: readonly Subscriber[] = [
  {
    who: 'ada',
    eventId: fairVienna.id,
    kinds: NOTIFICATION_KINDS,
    channels: ['email', 'inbox'],
    graceSeconds: null,
    quietHours: null,
  },
  {
    who: 'ada',
    eventId: fairNewYork.id,
    kinds: NOTIFICATION_KINDS,
    channels: ['push'],
    graceSeconds: 0,
    quietHours: null,
  },
  {
    who: 'ben',
    eventId: fairVienna.id,
    kinds: ['sign_offline', 'sign_online', 'sign_unstable'],
    channels: ['push', 'inbox'],
    graceSeconds: 5,
    quietHours: null,
  },
  {
    who: 'cleo',
    eventId: fairNewYork.id,
    kinds: ['sign_offline', 'claim_completed'],
    channels: ['email'],
    graceSeconds: 60,
    quietHours: null,
  },
  {
    who: 'eve',
    eventId: fairVienna.id,
    kinds: NOTIFICATION_KINDS,
    channels: ['email', 'inbox'],
    graceSeconds: null,
    // It is 10:00 there when the run begins.
    quietHours: { start: '22:00', end: '10:25', timeZone: 'Europe/Vienna' },
  },
];

/** Who each browser belongs to, by endpoint. */
const BROWSERS: Readonly<Record<string, keyof typeof PEOPLE>> = {
  'https://push.virtual/ada-phone': 'ada',
  'https://push.virtual/ada-desk': 'ada',
  'https://push.virtual/ben': 'ben',
};
/** Keys of a real browser, so that messages can be encrypted for it. */
export const BROWSER_KEYS = {
  p256dh: 'BCtg8djBK4NHsY5QJpDHfvLdISwgjSm3Z_vqxsMk0nuc_Y2SbjElHwuUvYVXHUuBH67FbqGST8WplBVTxidpZLs',
  auth: 'c29tZSBzaXh0ZWVuIGJ5dA',
};

type Row = Record<string, unknown>;

/** The rows by table, in an order in which they can be inserted. */
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
        // So far ahead that the service does not prolong the session in a run of some days.
        expires_at: new Date(EPOCH_MS + 60 * 86_400_000),
        ...times,
      })),
    ],
    [
      'subscription',
      SUBSCRIBERS.map(({ who, eventId, kinds, channels, graceSeconds, quietHours }) => ({
        event_id: eventId,
        user_id: PEOPLE[who].id,
        kinds,
        channels,
        grace_seconds: graceSeconds,
        quiet_hours: quietHours && JSON.stringify(quietHours),
        ...times,
      })),
    ],
    [
      'vapid_key',
      [
        {
          public_key: BROWSER_KEYS.p256dh,
          private_key: 'JcJEjeUXyt4NtOsMqr8l8etN03XJyWEdrfXh_CpBIcc',
          created_at: at,
        },
      ],
    ],
    [
      'push_subscription',
      Object.entries(BROWSERS).map(([endpoint, who]) => ({
        id: idOf(endpoint),
        user_id: PEOPLE[who].id,
        session_id: idOf(`session ${PEOPLE[who].name}`),
        endpoint,
        ...BROWSER_KEYS,
        created_at: at,
      })),
    ],
  ];
}
