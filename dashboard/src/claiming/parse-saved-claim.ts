import { LOAD_FAILURE_REASONS } from '@sign-display/contracts/error-codes';
import { NO_SAVED_CLAIM, type SavedClaim } from './saved-claim.ts';

/** What was kept, as another page, another version of us or anybody may have written it. Pure. */

/** Of the form that is written. What another version wrote is not read. */
export const SAVED_CLAIM_VERSION = 1;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isMissing = (value: unknown): boolean => value === undefined;
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
  fields({ is: (is) => is === 'link' || is === 'replace', sign: isSign, note: or(isMissing, isText) }),
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
const isSaid = fields({
  code: isText,
  reason: or(isMissing, (reason) => LOAD_FAILURE_REASONS.some((each) => each === reason)),
  detail: or(isMissing, isText),
  errors: or(isMissing, (errors) => Array.isArray(errors) && errors.every(fields({ path: isText, message: isText }))),
});
const isTextOrMissing = or(isMissing, isText);
const isRefusal: Check = or(
  fields({
    is: (is) => is === 'refused',
    refused: fields({ of: (of) => of === 'attempt', attempt: isAttempt, said: isSaid, ours: isMissing }),
    againAtMs: isNull,
    byItself: (is) => is === false,
  }),
  fields({
    is: (is) => is === 'form',
    focus: or(isNull, (focus) => focus === 'name' || focus === 'location' || focus === 'url'),
    errors: fields({ name: isTextOrMissing, location: isTextOrMissing, url: isTextOrMissing }),
    said: isSaid,
  }),
);
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
  // Missing in what was kept before there were these.
  progress: or(
    isMissing,
    isNull,
    fields({
      sentAtMs: isNumber,
      askedAtMs: or(isNull, isNumber),
      provedAtMs: or(isNull, isNumber),
      leadsTo: isTextOrMissing,
    }),
  ),
  refusal: or(isMissing, isNull, isRefusal),
  refusedWallMs: or(isMissing, isNull, isNumber),
  version: (version) => version === SAVED_CLAIM_VERSION,
});

/** What was kept, of a text that this or another version of us wrote, or anybody; null for what can't be gone on with. */
export function parseSavedClaim(text: string | null): SavedClaim | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isKept(value)) return null;
    const { version: _, ...kept } = value as SavedClaim & { version: number };
    return { ...NO_SAVED_CLAIM, ...kept };
  } catch {
    return null;
  }
}
