import { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { Type, type Static, type TProperties } from 'typebox';

/** The part `watch` of a scenario: who is told what when signs go away (behaviour N3 to N7). All times in milliseconds. */

const strict = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: false });
const Milliseconds = (minimum: number) => Type.Integer({ minimum, maximum: 1_200_000 });
const Share = Type.Number({ exclusiveMinimum: 0, maximum: 1 });
/** From the moment at which incidents begin. */
const AtMs = Milliseconds(0);
const list = <Fields extends TProperties>(fields: Fields) =>
  Type.Optional(Type.Array(strict(fields), { minItems: 1, maxItems: 20 }));

/** Several people who want the same. */
const Subscribers = strict({
  count: Type.Integer({ minimum: 1, maximum: 20 }),
  channels: Type.Array(NotificationChannel, { uniqueItems: true, minItems: 1 }),
  kinds: Type.Array(NotificationKind, { uniqueItems: true, minItems: 1 }),
  /** Absent: the service's default. */
  graceSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
  /** They have quiet hours, which end so long after the incidents begin (at the next full minute). Absent: none. */
  quietForMs: Type.Optional(AtMs),
});
export type Subscribers = Static<typeof Subscribers>;

export const Watch = strict({
  /** The size of the fleet, where --kiosks says no other. */
  kiosks: Type.Integer({ minimum: 1, maximum: 20_000 }),
  /** Limits of the run's own backend. */
  limits: strict({
    offlineAfterMs: Milliseconds(500),
    warmUpMs: Milliseconds(0),
    offlineGraceMs: Milliseconds(0),
    groupWindowMs: Milliseconds(0),
  }),
  /** Each with its share of the fleet. Its maker is subscribed as the service does by itself. */
  events: Type.Array(
    strict({
      name: Type.String({ pattern: '^[\\w ]+$', maxLength: 60 }),
      share: Share,
      subscribers: Type.Array(Subscribers, { maxItems: 20 }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
  incidents: strict({
    /** Signs lose their power without a word, and boot again. `share`: of each event's signs. */
    power_cut: list({ share: Share, atMs: AtMs, forMs: Milliseconds(100) }),
    /** The backend is killed (SIGKILL), and started again after a while. */
    backend_kill: list({ atMs: AtMs, downMs: Milliseconds(0) }),
    /** Signs lose their network without a word, so many times: each time it is back for `onMs` after they have found the backend again. */
    wifi_flaps: list({
      share: Share,
      atMs: AtMs,
      times: Type.Integer({ minimum: 1, maximum: 50 }),
      offMs: Milliseconds(100),
      onMs: Milliseconds(100),
    }),
    /** The mail server says "not now" (421). */
    smtp_refuses: list({ atMs: AtMs, forMs: Milliseconds(100) }),
  }),
  /** How long the run listens for what must not come, when all has come that must. */
  silenceMs: Milliseconds(0),
  /** How long it waits, after the last incident, for what must come. */
  mostMs: Milliseconds(1_000),
});
export type Watch = Static<typeof Watch>;

/** What no schema can say; null where nothing is wrong. */
export function complaintOf({ events, incidents }: Watch): string | null {
  const shares = events.reduce((sum, { share }) => sum + share, 0);
  if (Math.abs(shares - 1) > 0.001) return `/watch/events: the shares make ${shares}, and must make 1`;
  if (new Set(events.map(({ name }) => name)).size < events.length) return '/watch/events: two have one name';
  if (Object.values(incidents).every((each) => each === undefined)) return '/watch/incidents has none';
  return null;
}
