import { Type, type Static, type TSchema } from 'typebox';
import { LIMITS } from './limits.ts';
import { NAME_PATTERN, ONE_LINE_PATTERN } from './allowed-characters.ts';

/** The small pieces that messages are made of. */

export const UUID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
export const UUID_V4_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
export const Uuid = Type.String({
  pattern: UUID_PATTERN,
  description: 'lowercase UUID',
});
export const UuidV4 = Type.String({
  pattern: UUID_V4_PATTERN,
  description: 'lowercase UUID, version 4',
});
export const MacAddress = Type.String({
  pattern: '^([0-9a-f]{2}:){5}[0-9a-f]{2}$',
  description: 'MAC address in lowercase, with colons between the bytes',
});
export const Secret = Type.String({ pattern: '^[0-9a-f]{64}$', description: '256 bits in lowercase hexadecimal' });
/**
 * ISO 8601 in UTC (`2026-11-20T19:00:00.000Z`). The format refuses days that the calendar does not have; the pattern refuses what
 * the format lets through and `Date` or Postgres would not read: other offsets, leap seconds, the year 0.
 */
export const Timestamp = Type.String({
  format: 'date-time',
  pattern: '^[12]\\d{3}-\\d\\d-\\d\\dT\\d\\d:[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?Z$',
  maxLength: 30,
});
/** As it travels on the socket; REST routes and the QR normalise what a person typed first. */
export const ShortCode = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{6}$' });
/** What a person typed: normalised by `normalizeShortCode`, on every route that takes one. */
export const TypedShortCode = Type.String({ minLength: 1, maxLength: 32 });
/** Postgres keeps neither NUL nor half a surrogate pair: a text with one is refused at the door, not in the database (A5). */
const KEEPABLE = '^[^\\u0000\\p{Cs}]*$';
/** A free text from outside, to be kept and shown. */
export const text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength, pattern: KEEPABLE });

/** The URL of a page. The URL policy decides whether the page may be shown, and refuses with `invalid_url`. */
export const PageUrl = text(LIMITS.urlLength, 1);
/**
 * A name or a location: one line of visible text without misleading characters (allowed-characters.ts). Every name from
 * outside has this schema.
 */
export const Name = Type.String({ minLength: 1, maxLength: LIMITS.nameLength, pattern: NAME_PATTERN });
/** A short text that stands beside names (a venue, a kiosk's version): one line without characters that mislead. */
export const line = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: ONE_LINE_PATTERN });
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** A length of time: up to thirty years, so that no sum or rounding of it leaves the safe integers. */
export const Milliseconds = Type.Number({ minimum: 0, maximum: 1e12 });
/** A free text from a kiosk: bounded, because it is kept and shown. */
export const Detail = text(2_000);

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** One of these words. */
export const oneOf = <const Words extends string[]>(words: readonly [...Words]): Type.TEnum<Words> =>
  Type.Enum(words) as Type.TEnum<Words>;
/** A REST body or query: unknown fields are refused (contract, introduction). */
export const strictObject = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
/** A page of a list. */
export const page = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), nextCursor: nullable(Type.String()) });
/** The last line of NDJSON that can be told from one that was cut off; `total`: how many lines stand before it. */
export const LinesEnd = Type.Object({ end: Type.Literal(true), total: Count });
export type LinesEnd = Static<typeof LinesEnd>;
/** The query of a list, to be spread into a `strictObject` beside its filters. */
export const PageQuery = {
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSizeMost, default: LIMITS.pageSize })),
};
/** The query of a list without filters. */
export const ListQuery = strictObject(PageQuery);

const SETTINGS = {
  zoom: Type.Number({ minimum: 0.25, maximum: 4 }),
  rotation: Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
  muted: Type.Boolean(),
  showCursor: Type.Boolean(),
  reloadEverySeconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  reachabilityIntervalMs: Type.Integer({ minimum: 1_000, maximum: 3_600_000 }),
  screenshotEverySeconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  idleMessage: text(500),
  logLevel: oneOf(['debug', 'info', 'warn', 'error'] as const),
};
type Settings = typeof SETTINGS;
const mapped = <Result>(form: (schema: TSchema) => TSchema): Result =>
  Object.fromEntries(Object.entries(SETTINGS).map(([name, schema]) => [name, Type.Optional(form(schema))])) as Result;
const settings = mapped<{ [Name in keyof Settings]: Type.TOptional<Settings[Name]> }>((schema) => schema);
const changes =
  mapped<{ [Name in keyof Settings]: Type.TOptional<Type.TUnion<[Settings[Name], Type.TNull]>> }>(nullable);

/** The settings of a sign (contract, 3.1). An absent setting was never set, or was removed. */
export const SignSettings = strictObject(settings);
export type SignSettings = Static<typeof SignSettings>;
/**
 * The same settings on the socket and in a response, where unknown settings of a newer version are ignored and not
 * refused.
 */
export const OpenSignSettings = Type.Object(settings);
/**
 * A change of settings in a REST body. The change is merged into the present settings, and null removes a setting
 * (promise D27).
 */
export const SettingsPatch = strictObject(changes);
export type SettingsPatch = Static<typeof SettingsPatch>;
/** The same change on the socket. */
export const OpenSettingsPatch = Type.Object(changes);

/** Returns the settings after a change. Pure. */
export const patchedSettings = (before: SignSettings, patch: SettingsPatch): SignSettings =>
  Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null)) as SignSettings;

export const Screen = Type.Object({
  width: Type.Integer({ minimum: 1, maximum: 100_000 }),
  height: Type.Integer({ minimum: 1, maximum: 100_000 }),
  scaleFactor: Type.Number({ exclusiveMinimum: 0, maximum: 16 }),
});
export type Screen = Static<typeof Screen>;

/** An IANA time zone, by its form; whether it exists is the backend's to check (`validation_failed` where not). */
export const TimeZone = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' });
/** REST routes bring an international domain into its ASCII form first (`anna@müller.example` is `anna@xn--mller-kva.example`). */
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'e-mail address; an international domain is accepted in Unicode or ASCII form and stored in ASCII',
});
/** better-auth's own identifiers: text, not always a UUID. */
export const UserId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' });
/** Who did it, by the name they had then. */
export const Actor = Type.Object({ id: Type.String(), name: Type.String() });
export const IdParams = strictObject({ id: Uuid });
/** The body of a 204: none. */
export const NoContent = Type.Null();
