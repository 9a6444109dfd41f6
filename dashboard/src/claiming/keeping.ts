import { isOutcomeUnknown } from './attempts.ts';
import type { Moment } from './happenings.ts';
import { EMPTY_FORM, NEW, type Attempt, type ClaimState, type EventChoice, type Found } from './state.ts';
import type { Form, Purpose, Asked, Tally } from './state.ts';

/**
 * What of the claim outlives its page, and how it is read back: what a person typed and chose, the pendingSign, and the attempt whose outcome isn't known. Pure;
 * storage.ts reads and writes it.
 */
export interface Kept {
  choice: EventChoice | null;
  recentLocations: string[];
  recentUrls: string[];
  lastName: string;
  tally: Tally | null;
  form: Form;
  isNameTyped: boolean;
  purpose: Purpose;
  asked: Asked | null;
  way: 'scan' | 'type';
  /** Its times are of the time of day, because `performance.now()` begins anew with each page. */
  found: Found | null;
  isInForm: boolean;
  attempt: Attempt | null;
  /** The last one whose outcome isn't final, though the person went back to the form: the same form goes under its requestId. */
  open: Attempt | null;
}

export const NOTHING_KEPT: Kept = {
  choice: null,
  recentLocations: [],
  recentUrls: [],
  lastName: '',
  tally: null,
  form: EMPTY_FORM,
  isNameTyped: false,
  purpose: NEW,
  asked: null,
  way: 'scan',
  found: null,
  isInForm: false,
  attempt: null,
  open: null,
};

/** Of the form that is written. What another version wrote is not read. */
export const KEPT_VERSION = 1;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNull = (value: unknown): boolean => value === null;
type Check = (value: unknown) => boolean;
const or =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
const fields =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isRecord(value) && Object.entries(checks).every(([key, check]) => check(value[key]));

const isSign = fields({
  id: isText,
  organizationId: isText,
  eventId: isText,
  name: isText,
  location: isText,
  url: or(isText, isNull),
  shortCode: or(isText, isNull),
});
const isPurpose: Check = or(
  fields({ is: (is) => is === 'new' }),
  fields({ is: (is) => is === 'link' || is === 'replace', sign: isSign }),
);
const isDevice = fields({
  appVersion: isText,
  platform: isText,
  connectedSince: isText,
  screen: fields({ width: isNumber, height: isNumber }),
});
const isFound = fields({
  pendingId: or(isText, isNull),
  signId: isText,
  shortCode: isText,
  device: isDevice,
  heldUntilMs: isNumber,
  blinks: or(isNull, fields({ sinceMs: isNumber, untilMs: isNumber })),
});
const isAttempt = fields({
  requestId: isText,
  purpose: isPurpose,
  body: fields({ shortCode: isText }),
  name: isText,
  url: or(isText, isNull),
  madeWallMs: isNumber,
  isUnsent: (is) => is === undefined || is === true,
  isUntaken: (is) => is === undefined || is === true,
});
const isKept = fields({
  choice: or(
    isNull,
    fields({
      organizationId: isText,
      organization: isText,
      role: isText,
      eventId: isText,
      event: isText,
      timeZone: isText,
      startsAt: or(isText, isNull),
    }),
  ),
  recentLocations: isTexts,
  recentUrls: isTexts,
  lastName: isText,
  tally: or(isNull, fields({ eventId: isText, sinceWallMs: isNumber, count: isNumber, requestId: isText })),
  form: fields({ name: isText, location: isText, url: isText }),
  isNameTyped: (is) => typeof is === 'boolean',
  purpose: isPurpose,
  asked: or(isNull, fields({ shortCode: isText })),
  way: (way) => way === 'scan' || way === 'type',
  found: or(isNull, isFound),
  isInForm: (is) => typeof is === 'boolean',
  attempt: or(isNull, isAttempt),
  open: or(isNull, isAttempt),
  version: (version) => version === KEPT_VERSION,
});

/** What was kept, of a text that this or another version of us wrote, or anybody; null for what can't be gone on with. */
export function readKept(text: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isKept(value)) return null;
    const { version: _, ...kept } = value as Kept & { version: number };
    return kept;
  } catch {
    return null;
  }
}

/** An attempt that is older was of another shift: its sign is claimed or free by now, and the list of claims has its outcome. */
const TOO_OLD_MS = 12 * 60 * 60 * 1_000;
/** A pendingSign lives ten minutes; a clock that was set since makes no longer one of it. */
const HELD_MOST_MS = 24 * 60 * 60 * 1_000;

const move = (found: Found, byMs: number): Found => ({
  ...found,
  heldUntilMs: found.heldUntilMs + byMs,
  blinks: found.blinks && { sinceMs: found.blinks.sinceMs + byMs, untilMs: found.blinks.untilMs + byMs },
});

/** The attempt that must not be lost: it is on its way, or it is not known what came of it. */
function attemptToKeep({ place }: ClaimState): Attempt | null {
  if (place.is === 'claiming') return place.attempt;
  if (place.is !== 'refused' || place.refused.of !== 'attempt') return null;
  return isOutcomeUnknown(place.refused.said) ? place.refused.attempt : null;
}

export function keptOf(state: ClaimState, { nowMs, wallMs }: Pick<Moment, 'nowMs' | 'wallMs'>): Kept {
  const { choice, recentLocations, recentUrls, lastName, tally, form, isNameTyped, purpose, asked, way, found } = state;
  return {
    choice,
    recentLocations,
    recentUrls,
    lastName,
    tally,
    form,
    isNameTyped,
    purpose,
    asked,
    way,
    found: found && move(found, Math.round(wallMs - nowMs)),
    isInForm: state.place.is !== 'found',
    attempt: attemptToKeep(state),
    open: state.open,
  };
}

/** What is still good of it: an attempt of yesterday and a pendingSign that ran out are dropped. */
export function restored(kept: Kept, { nowMs, wallMs }: Pick<Moment, 'nowMs' | 'wallMs'>): Kept {
  const found = kept.found && move(kept.found, Math.round(nowMs - wallMs));
  const heldMs = (found?.heldUntilMs ?? 0) - nowMs;
  const ageMs = Math.abs(wallMs - (kept.attempt?.madeWallMs ?? wallMs));
  return {
    ...kept,
    found: heldMs > 0 && heldMs <= HELD_MOST_MS ? found : null,
    attempt: ageMs <= TOO_OLD_MS ? kept.attempt : null,
  };
}
