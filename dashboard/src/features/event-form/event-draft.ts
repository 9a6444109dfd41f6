import type { CreateEventRequest, Event, PatchEventRequest } from '@sign-display/contracts/rest/events';
import { instantOf, offsetMsAt, wallTimeOf } from '../../times/instants.ts';

/** An event as it is typed, and as the service takes it. Times are typed on the wall clock of the event's zone. Pure. */

export type EventDraft = Record<'name' | 'timeZone' | 'venue' | 'startsAt' | 'endsAt' | 'offlineGraceSeconds', string>;

const wallOf = (at: string | null, timeZone: string): string =>
  at === null ? '' : wallTimeOf(Date.parse(at), timeZone);

/** What the form begins with: the event, or nothing but the zone. */
export const draftOf = (event: Event | undefined, viewerZone: string): EventDraft => ({
  name: event?.name ?? '',
  timeZone: event?.timeZone ?? viewerZone,
  venue: event?.venue ?? '',
  startsAt: event ? wallOf(event.startsAt, event.timeZone) : '',
  endsAt: event ? wallOf(event.endsAt, event.timeZone) : '',
  offlineGraceSeconds: event?.offlineGraceSeconds?.toString() ?? '',
});

function isZone(timeZone: string): boolean {
  try {
    offsetMsAt(0, timeZone);
    return true;
  } catch {
    return false;
  }
}

/** The body that makes it. In a zone that doesn't exist no time can be told: the service says what is wrong with the zone. */
export function bodyOf(draft: EventDraft): CreateEventRequest {
  const timeZone = draft.timeZone.trim();
  const timeOf = (wall: string): string | null => {
    const at = wall === '' || !isZone(timeZone) ? null : instantOf(wall, timeZone);
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
