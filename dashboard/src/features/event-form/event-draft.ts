import type { CreateEventRequest, Event, PatchEventRequest } from '@sign-display/contracts/rest/events';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import { instantOf, isZone, wallTimeOf } from '../../times/convert-wall-time.ts';

/** An event as it is typed, and as the service takes it. Times are typed on the wall clock of the event's zone. Pure. */

export type EventDraft = Record<'name' | 'timeZone' | 'venue' | 'startsAt' | 'endsAt' | 'offlineGraceSeconds', string>;

export const GRACE_SECONDS_MOST = 86_400;

/** On whose wall clock times are typed: of a zone that this browser doesn't know, it knows no clock either. */
const clockOf = (timeZone: string): string => (isZone(timeZone) ? timeZone : 'UTC');
const wallOf = (at: string | null, timeZone: string): string =>
  at === null ? '' : wallTimeOf(Date.parse(at), clockOf(timeZone));

/** What the form begins with: the event, or nothing but the zone. */
export const draftOf = (event: Event | undefined, viewerZone: string): EventDraft => ({
  name: event?.name ?? '',
  timeZone: event?.timeZone ?? viewerZone,
  venue: event?.venue ?? '',
  startsAt: event ? wallOf(event.startsAt, event.timeZone) : '',
  endsAt: event ? wallOf(event.endsAt, event.timeZone) : '',
  offlineGraceSeconds: event?.offlineGraceSeconds?.toString() ?? '',
});

/** The body that makes it. Whether a zone that this browser doesn't know exists, the service says. */
export function bodyOf(draft: EventDraft): CreateEventRequest {
  const timeZone = draft.timeZone.trim();
  const timeOf = (wall: string): string | null => {
    const at = wall === '' ? null : instantOf(wall, clockOf(timeZone));
    return at === null ? null : new Date(at).toISOString();
  };
  return {
    name: draft.name.trim(),
    timeZone,
    venue: draft.venue.trim() || null,
    startsAt: timeOf(draft.startsAt),
    endsAt: timeOf(draft.endsAt),
    offlineGraceSeconds: draft.offlineGraceSeconds.trim() === '' ? null : Number(draft.offlineGraceSeconds),
  };
}

type Details = keyof CreateEventRequest;

/** What of the body is another than the event has; null where nothing is. Only that is sent, so that two people may change different things. */
export function changesOf(event: Event, body: CreateEventRequest): PatchEventRequest | null {
  const isTime = (key: Details) => key === 'startsAt' || key === 'endsAt';
  const same = (key: Details): boolean => {
    const [before, after] = [event[key], body[key] ?? null];
    if (!isTime(key) || before === null || after === null) return before === after;
    // A field of the browser's knows minutes: seconds of the event are kept where nobody changed the minute.
    return Math.floor(Date.parse(String(before)) / 60_000) === Math.floor(Date.parse(String(after)) / 60_000);
  };
  const changed = (Object.keys(body) as Details[]).filter((key) => !same(key));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((key) => [key, body[key] ?? null]));
}

/** What is wrong with a number of seconds, as the service says it. */
function wrongInGrace(seconds: number | null | undefined): string[] {
  if (seconds == null) return [];
  if (!Number.isInteger(seconds)) return [FIELD_MESSAGES.wholeNumber];
  if (seconds < 0) return ['must be >= 0'];
  return seconds > GRACE_SECONDS_MOST ? [`must be <= ${GRACE_SECONDS_MOST}`] : [];
}

/** What the service would say of a draft that can't be sent, or has not said yet: it looks at the order of the times only when every field is right alone. */
function wrongIn(draft: EventDraft): FieldError[] {
  const { name, timeZone, startsAt, endsAt, offlineGraceSeconds } = bodyOf(draft);
  const endsFirst = startsAt && endsAt && Date.parse(endsAt) < Date.parse(startsAt);
  return [
    ...(name === '' ? [{ path: '/name', message: FIELD_MESSAGES.required }] : []),
    ...(timeZone === '' ? [{ path: '/timeZone', message: FIELD_MESSAGES.required }] : []),
    ...(endsFirst ? [{ path: '/endsAt', message: FIELD_MESSAGES.beforeStart }] : []),
    ...wrongInGrace(offlineGraceSeconds).map((message) => ({ path: '/offlineGraceSeconds', message })),
  ];
}

/** What was told of a draft, `more` and whatever else is wrong with it: who mends a form hears of all fields at once, of each once. */
export function allWrong(
  told: readonly FieldError[],
  draft: EventDraft,
  more: readonly FieldError[] = [],
): FieldError[] {
  const paths = new Set(told.map(({ path }) => path));
  return [...told, ...[...more, ...wrongIn(draft)].filter(({ path }) => !paths.has(path))];
}

/** Whether a zone is typed that this browser doesn't know. */
export const isUnknownZone = ({ timeZone }: EventDraft): boolean => timeZone.trim() !== '' && !isZone(timeZone.trim());

/** Whether it would send times of a zone that this browser doesn't know: nobody can say which instants are meant. Those of `event` that stay as they are aren't sent. */
export function hasUnknownTimes(draft: EventDraft, event: Event | undefined): boolean {
  if (!isUnknownZone(draft)) return false;
  const body = bodyOf(draft);
  const { startsAt, endsAt } = (event === undefined ? body : changesOf(event, body)) ?? {};
  return Boolean(startsAt ?? endsAt);
}
