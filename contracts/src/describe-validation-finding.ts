import type { TSchema } from 'typebox';
import { FIELD_MESSAGES } from './field-messages.ts';
import { STRIPS_MOST } from './limits.ts';
import { NAME_PATTERN, ONE_LINE_PATTERN, PATTERN_RULES } from './allowed-characters.ts';
import { STRIPS_PATTERN } from './rest/event-figures.ts';
import { UrlHost } from './rest/organizations.ts';
import { AttemptOutcomes } from './rest/claims.ts';
import { BASE64URL_PATTERN } from './rest/passkeys.ts';
import { CalendarDay, Recurrence } from './rest/schedules.ts';
import { TotpCode } from './rest/second-factor.ts';
import { ClockTime, PushPoint, PushSecret } from './rest/subscriptions.ts';
import { JobId } from './rest/system.ts';
import {
  MacAddress,
  Secret,
  ShortCode,
  TimeZone,
  Timestamp,
  UserId,
  UUID_PATTERN,
  UUID_V4_PATTERN,
  text,
} from './common-schemas.ts';

/** One thing that a validator found: what of JSON Schema failed, with what that keyword asks for. */
interface Finding {
  keyword: string;
  params: unknown;
  message?: string;
}

const patternOf = (schema: TSchema): unknown => (schema as { pattern?: unknown }).pattern;

const KEY_RULE = 'must be the browser’s key in base64';
/** What a pattern asks for, in words for a person. */
const PATTERNS: ReadonlyMap<unknown, string | undefined> = new Map<unknown, string | undefined>([
  [ONE_LINE_PATTERN, PATTERN_RULES[ONE_LINE_PATTERN]],
  [NAME_PATTERN, PATTERN_RULES[NAME_PATTERN]],
  [patternOf(text(1)), FIELD_MESSAGES.text],
  [UUID_PATTERN, FIELD_MESSAGES.id],
  [UUID_V4_PATTERN, FIELD_MESSAGES.id],
  [STRIPS_PATTERN, `must be 1 to ${STRIPS_MOST} identifiers with commas between, nothing else`],
  [patternOf(UserId), 'must be a person’s identifier: letters, digits, - and _'],
  [patternOf(MacAddress), 'must be a hardware address in lower case, like 00:1a:2b:3c:4d:5e'],
  [patternOf(Secret), 'must be 64 hex digits in lower case'],
  [patternOf(ShortCode), 'must be a short code: six digits and capital letters, without I, L, O and U'],
  [patternOf(Timestamp), FIELD_MESSAGES.time],
  [patternOf(TotpCode), 'must be six digits'],
  [patternOf(ClockTime), 'must be a time of day, like 22:00'],
  [patternOf(TimeZone), FIELD_MESSAGES.zone],
  [patternOf(Recurrence), 'must be a recurrence rule, like FREQ=WEEKLY;BYDAY=FR'],
  [patternOf(CalendarDay), 'must be a day, like 2027-10-31'],
  [patternOf(UrlHost), 'must be a host, like example.com or *.example.com, without a port'],
  [patternOf(AttemptOutcomes), 'must be one outcome or up to 20 with commas between, each of small letters and _'],
  [patternOf(JobId), 'must be the number of a job, of up to 15 digits'],
  [BASE64URL_PATTERN, 'must be base64url: letters, digits, - and _'],
  [patternOf(PushPoint), KEY_RULE],
  [patternOf(PushSecret), KEY_RULE],
]);
const FORMATS: Readonly<Record<string, string>> = { email: FIELD_MESSAGES.email, 'date-time': FIELD_MESSAGES.time };
/** Findings of these keywords get our own messages only, because the library's would show the expression. */
const OWN_WORDS = ['pattern', 'format'];

/**
 * Describes the error of a field as the rest of a sentence about it ("must be …"), never as a regular expression. Pure.
 */
export function fieldWords({ keyword, params, message = 'does not fit' }: Finding): string {
  const { pattern, format, allowedValues, allowedValue } = params as Record<string, unknown>;
  if (keyword === 'enum' && Array.isArray(allowedValues)) return `must be one of: ${allowedValues.join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`;
  if (!OWN_WORDS.includes(keyword)) return message;
  return PATTERNS.get(pattern) ?? FORMATS[String(format)] ?? 'does not match the schema';
}
