import type { TSchema } from 'typebox';
import { LIMITS } from '@sign-display/contracts/limits';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';

/** The worst that each route of the contract's table can be sent: as large, as deep, as many and as baiting as is read at all. */

export interface WorstInput {
  title: string;
  path: string;
  method: string;
  body?: string;
  headers?: Record<string, string>;
}

const UUID = '018f0000-0000-7000-8000-000000000000';

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

/** `text`, as often as fits. */
const fill = (text: string, bytes: number): string => text.repeat(Math.max(1, Math.floor(bytes / text.length)));

/** What regular expressions of addresses, names, zones and times stumble over. */
const BAITS = [
  (bytes: number) => fill('a', bytes),
  (bytes: number) => `${fill('a@', bytes)}.`,
  (bytes: number) => `https://${fill('a.', bytes - 8)}`,
  (bytes: number) => `${fill('0', bytes - 1)}!`,
  (bytes: number) => `${fill(' ', bytes - 1)}x`,
  (bytes: number) => fill('\u{1F469}\u200D', bytes / 2),
];

function propertiesOf(schema: Shape | undefined): [string, Shape][] {
  if (!schema) return [];
  return [...Object.entries(schema.properties ?? {}), ...(schema.anyOf ?? []).flatMap(propertiesOf)];
}

const isList = (shape: Shape): boolean => shape.type === 'array' || (shape.anyOf ?? []).some(isList);

/** Texts of JSON that fit no schema, of every form. */
function* malformed(bytes: number): Generator<[string, string]> {
  const half = Math.floor(bytes / 2) - 8;
  yield ['nested lists', fill('[', half) + fill(']', half)];
  yield ['nested objects', fill('{"a":', bytes * 0.8) + '1' + '}'.repeat(Math.floor((bytes * 0.8) / 5))];
  yield ['nested and cut short', fill('[', bytes)];
  yield ['many numbers', `[${fill('1,', bytes - 4)}1]`];
  yield ['many empty objects', `[${fill('{},', bytes - 6)}{}]`];
  yield ['one large number', fill('9', bytes)];
  yield ['one escaped text', `"${fill('\\u0041', bytes - 4)}"`];
  const keys = Array.from(
    { length: Math.floor(bytes / 12) },
    (_, index) => `"${index.toString(36).padStart(6, 'k')}":1`,
  );
  yield ['many unknown fields', `{${keys.join(',')}}`];
}

/** Bodies with each field of the schema as long, or with as many items, as is read. */
function* byFields(schema: TSchema, bytes: number): Generator<[string, string]> {
  const fields = new Map(propertiesOf(schema as Shape));
  const room = bytes - 200;
  for (const [index, bait] of BAITS.entries())
    for (const name of fields.keys()) {
      const value = bait(Math.floor(room * 0.9));
      const text = JSON.stringify({ [name]: value });
      if (text.length < bytes) yield [`${name}: bait ${index}`, text];
    }
  const short = (at: number) => BAITS[at % BAITS.length]!(Math.floor((room * 0.8) / Math.max(1, fields.size) / 2));
  yield [
    'all fields baited',
    JSON.stringify(Object.fromEntries([...fields.keys()].map((name, at) => [name, short(at)]))),
  ];
  for (const [name, shape] of fields) {
    if (!isList(shape)) continue;
    for (const item of ['{}', '1', `"${UUID}"`, '""', '[]', `{"id":"${UUID}","url":"x"}`])
      yield [`${name}: many ${item}`, `{"${name}":[${fill(`${item},`, room)}${item}]}`];
    yield [`${name}: nested lists`, `{"${name}":${fill('[', room / 2)}${fill(']', room / 2)}}`];
  }
}

/** Rules that held up the service, and what is close to them: as many as a set may have. */
function* schedules(): Generator<[string, string]> {
  const list = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',');
  const ALL = 'MO,TU,WE,TH,FR,SA,SU';
  const rules = [
    'FREQ=WEEKLY;BYSETPOS=300;BYDAY=MO,TU',
    `FREQ=WEEKLY;BYSETPOS=96,-96;BYDAY=${ALL};BYHOUR=${list(0, 23)};BYMINUTE=0,15,30,45`,
    `FREQ=WEEKLY;BYSETPOS=366;BYDAY=${ALL};BYHOUR=${list(0, 23)};BYMINUTE=0,15,30,45`,
    `FREQ=WEEKLY;BYSETPOS=300;BYDAY=MO,TU;BYHOUR=${list(0, 23)};BYMINUTE=${list(0, 59)}`,
    `FREQ=YEARLY;BYSETPOS=366;BYDAY=${ALL};BYHOUR=1`,
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU',
    'FREQ=DAILY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=HOURLY;COUNT=1000;BYMONTHDAY=31;BYMONTH=1',
    `FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=${list(1, 90)};BYDAY=MO`,
    'FREQ=DAILY;BYHOUR=1,2,3,4;BYMINUTE=0,10,20,30,40,50',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=1000',
  ];
  const zones = Intl.supportedValuesOf('timeZone');
  const set = (recurrence: (index: number) => string | null, many: number) =>
    JSON.stringify({
      schedules: Array.from({ length: many }, (_, index) => ({
        url: `https://schedule.example/${index}`,
        startsAt: '1990-01-01T08:00:00.000Z',
        endsAt: '1990-01-01T09:00:00.000Z',
        recurrence: recurrence(index),
        timeZone: zones[index % zones.length],
        priority: 0,
        enabled: true,
      })),
    });
  for (const rule of rules) {
    yield [`one of ${rule}`, set(() => rule, 1)];
    yield [`500 of ${rule}`, set(() => rule, 500)];
  }
  yield ['500 in as many zones', set(() => 'FREQ=WEEKLY;BYDAY=MO', 500)];
  yield ['500 that happen once', set(() => null, 500)];
  yield ['all rules', set((index) => rules[index % rules.length]!, 500)];
}

function* bulk({ organizationId }: Ids): Generator<[string, string]> {
  const signIds = Array.from({ length: 10_000 }, (_, index) => UUID.slice(0, -6) + index.toString().padStart(6, '0'));
  yield [
    '10,000 signs',
    JSON.stringify({ organizationId, target: { signIds }, action: { url: 'https://x.example/' } }),
  ];
  for (const item of ['1', '""', '{}', 'null'])
    yield [
      `10,000 times ${item}`,
      `{"organizationId":"${organizationId}","target":{"signIds":[${fill(`${item},`, 900_000)}1]},"action":{"url":null}}`,
    ];
  const unknown = Array.from({ length: 70_000 }, (_, index) => `"k${index}":1`).join(',');
  for (const where of [
    '"target":{%},"action":{"url":null}',
    '"target":{"filter":{%}},"action":{"url":null}',
    '"target":{"signIds":[]},"action":{%}',
    '"target":{"signIds":[]},"action":{"settings":{%}}',
  ])
    yield [`unknown fields in ${where}`, `{"organizationId":"${organizationId}",${where.replace('%', unknown)}}`];
  yield [
    '10,000 times one',
    JSON.stringify({ organizationId, target: { signIds: signIds.map(() => UUID) }, action: { url: null } }),
  ];
  for (const q of [fill('%', 200), fill('_%', 200), fill('\\', 200)])
    yield [
      `filter by ${q.slice(0, 2)}`,
      JSON.stringify({ organizationId, target: { filter: { q } }, action: { settings: { zoom: 1 } } }),
    ];
}

export interface Ids {
  organizationId: string;
  eventId: string;
  signId: string;
}

function pathOf(path: string, ids: Ids): string {
  const id = path.startsWith('/api/organizations')
    ? ids.organizationId
    : path.startsWith('/api/events')
      ? ids.eventId
      : ids.signId;
  return path.replace(':id', id).replaceAll(/:[A-Za-z]+/g, UUID);
}

/** Queries with each parameter as long as an address may be, and all that fits the schema beside it. */
function* queries(route: Route, { organizationId }: Ids): Generator<[string, string]> {
  const room = 15_000;
  yield ['many parameters', fill('a=1&', room)];
  yield ['many of one', `limit=1${fill('&limit=1', room)}`];
  yield ['escaped', `q=${fill('%25', room)}`];
  yield ['badly escaped', `q=${fill('%', room)}`];
  for (const name of Object.keys((route.query as Shape | undefined)?.properties ?? {}))
    for (const bait of BAITS.slice(0, 5))
      yield [
        `${name} baited`,
        `organizationId=${organizationId}&${name}=${encodeURIComponent(bait(3_000)).slice(0, 14_000)}`,
      ];
  for (const q of ['%', '_%_%', 'a%20'].map((text) => fill(encodeURIComponent(text), 190).replace(/%[^%]?$/, '')))
    yield ['q', `organizationId=${organizationId}&q=${q}`];
}

export function* worstInputs(key: RouteKey, ids: Ids): Generator<WorstInput> {
  const { method, path: template } = routeAddress(key);
  const route: Route = ROUTES[key];
  const path = pathOf(template, ids);
  const bytes = (route.bodyBytes ?? LIMITS.bodyBytes) - 1;
  const json = { 'content-type': 'application/json', ...(route.versioned && { 'if-match': '"0"' }) };
  yield { title: 'as it is', method, path };
  if (template.includes(':'))
    yield { title: 'a long parameter', method, path: template.replaceAll(/:[A-Za-z]+/g, fill('%61', 600)) };
  yield { title: 'large cookies', method, path, headers: { cookie: fill('better-auth.session_token=a.b; ', 15_000) } };
  yield { title: 'a large token', method, path, headers: { authorization: `Bearer ${fill('a.', 15_000)}` } };
  if (method === 'GET')
    for (const [title, query] of queries(route, ids)) yield { title, method, path: `${path}?${query}` };
  if (!route.body) return;
  const bodies = [malformed(bytes), byFields(route.body, bytes)];
  if (template.endsWith('/schedules')) bodies.push(schedules());
  if (template.endsWith('/bulk')) bodies.push(bulk(ids));
  for (const each of bodies) for (const [title, body] of each) yield { title, method, path, body, headers: json };
}
