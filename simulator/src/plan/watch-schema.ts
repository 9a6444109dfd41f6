import { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { Type, type Static, type TProperties } from 'typebox';

/** The part `watch` of a scenario: the incidents, and who is told of them (behaviour N3 to N7). All times in milliseconds. */

const strict = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: false });
const Milliseconds = (minimum: number) => Type.Integer({ minimum, maximum: 1_200_000 });
const Share = Type.Number({ exclusiveMinimum: 0, maximum: 1 });
/** When an incident begins, counted from the start of the incidents. */
const AtMs = Milliseconds(0);
const list = <Fields extends TProperties>(fields: Fields) =>
  Type.Optional(Type.Array(strict(fields), { minItems: 1, maxItems: 20 }));

/** A group of people with the same subscription. */
const Subscribers = strict({
  count: Type.Integer({ minimum: 1, maximum: 20 }),
  channels: Type.Array(NotificationChannel, { uniqueItems: true, minItems: 1 }),
  kinds: Type.Array(NotificationKind, { uniqueItems: true, minItems: 1 }),
  /** Absent: the service's default. */
  graceSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
  /** How long after the start of the incidents their quiet hours end (at the next full minute). Absent: they have none. */
  quietForMs: Type.Optional(AtMs),
});
export type Subscribers = Static<typeof Subscribers>;

export const Watch = strict({
  /** The size of the fleet, unless --kiosks says another. */
  kiosks: Type.Integer({ minimum: 1, maximum: 20_000 }),
  /** The signs stand in so many places, in turn. Absent: each in a place of its own. */
  places: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** Limits of the run's own backend. */
  limits: strict({
    offlineAfterMs: Milliseconds(500),
    warmUpMs: Milliseconds(0),
    offlineGraceMs: Milliseconds(0),
    groupWindowMs: Milliseconds(0),
  }),
  /** The events share the fleet. The service subscribes the maker of each event by itself. */
  events: Type.Array(
    strict({
      name: Type.String({ pattern: '^[\\w ]+$', maxLength: 60 }),
      share: Share,
      subscribers: Type.Array(Subscribers, { maxItems: 20 }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
  incidents: strict({
    /** Signs lose their power and boot again. `share`: the share of each event's signs. */
    power_cut: list({ share: Share, atMs: AtMs, forMs: Milliseconds(100) }),
    /**
     * The switch of one place dies: so many signs of it lose their power within two seconds, and have it again after `forMs`. Somebody acknowledges the outages
     * `acknowledgedAfterMs` after it; absent: nobody does.
     */
    switch_dies: list({
      signs: Type.Integer({ minimum: 3, maximum: 10_000 }),
      atMs: AtMs,
      forMs: Milliseconds(100),
      acknowledgedAfterMs: Type.Optional(AtMs),
    }),
    /** An operator tells signs to restart (`reboot`), and their machines are away for so long (promise N9). `share`: the share of each event's signs. */
    ordered_restarts: list({ share: Share, atMs: AtMs, awayMs: Milliseconds(100) }),
    /** The backend is killed (SIGKILL), and started again after a while. */
    backend_kill: list({ atMs: AtMs, downMs: Milliseconds(0) }),
    /** Signs lose their network `times` times. Each time they keep it for `onMs` after they have connected again. */
    wifi_flaps: list({
      share: Share,
      atMs: AtMs,
      times: Type.Integer({ minimum: 1, maximum: 50 }),
      offMs: Milliseconds(100),
      onMs: Milliseconds(100),
    }),
    /** The mail server answers "not now" (421). */
    smtp_refuses: list({ atMs: AtMs, forMs: Milliseconds(100) }),
  }),
  /** How long the run listens for messages that must not come, after all that must come did. */
  silenceMs: Milliseconds(0),
  /** How long the run waits for messages that must come, after the last incident. */
  mostMs: Milliseconds(1_000),
});
export type Watch = Static<typeof Watch>;

/** Checks what the schema can't express. Returns what is wrong, or null. */
export function complaintOf({ events, incidents, places }: Watch): string | null {
  const shares = events.reduce((sum, { share }) => sum + share, 0);
  if (Math.abs(shares - 1) > 0.001) return `/watch/events: the shares make ${shares}, and must make 1`;
  if (new Set(events.map(({ name }) => name)).size < events.length) return '/watch/events: two have one name';
  if (incidents.switch_dies && places === undefined) return '/watch/places: a switch is that of a place';
  if (Object.values(incidents).every((each) => each === undefined)) return '/watch/incidents has none';
  return null;
}
