import type {
  ClaimRequest,
  ClaimStartResponse,
  LinkRequest,
  ReplaceRequest,
} from '@sign-display/contracts/rest/claims';
import type { Problem } from '@sign-display/contracts/rest/problem';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { CameraState } from '../camera/camera-state.ts';
import type { PhotoResult } from '../camera/parse-photo-texts.ts';
import type { Scanned, ScanRefusal } from '../camera/parse-scanned-text.ts';
import type { FieldName } from './user-action-types.ts';
import type { EventChoice, KnownSign, Owner, Purpose } from './event-and-sign-types.ts';

export type { EventChoice, KnownSign, Owner, Purpose, TargetSign } from './event-and-sign-types.ts';

/**
 * What the phone knows of a claim, as plain data; docs/phone.md has the picture. Times are of two clocks: `…AtMs` and `…UntilMs` count as `performance.now()` does,
 * which never steps; `…WallMs` are what the phone takes for the time of day, and only decide what is too old to go on with.
 */

/** What was scanned or typed. */
export type Asked = { signId?: string; shortCode: string };

/** A pendingSign, and the device that it holds (docs/claims.md). */
export interface Found {
  /** Null once a handshake of it has failed: then it is used up, and the sign's own code still proves it. */
  pendingId: string | null;
  signId: string;
  shortCode: string;
  device: ClaimStartResponse['device'];
  heldUntilMs: number;
  /** Since when its code blinks, and until when; null where the sign was not asked to. */
  blinks: { sinceMs: number; untilMs: number } | null;
}

export type Form = Record<FieldName, string>;

/**
 * One attempt. Its requestId is made once; whatever is sent under it is the same body, as often as it is sent (contract, section 2). It is in storage before it
 * is sent, and until its outcome is known.
 */
export interface Attempt {
  requestId: string;
  purpose: Purpose;
  body: ClaimRequest | LinkRequest | ReplaceRequest;
  /** For its frames. */
  name: string;
  url: string | null;
  madeWallMs: number;
  /** Nothing of it ever went out; gone from when it is sent first. */
  isUnsent?: true;
  /** The service said last that it never began with it; gone when it is sent again. */
  isUntaken?: true;
}

/** What the service said against it; of what we refuse ourselves the code alone. */
export type Said = Pick<Problem, 'code'> & Partial<Problem>;
/** Why something is not done: null where no reply came. */
export type Why = Said | null;

/** How far an attempt is, as far as the service told; of `performance.now()`. */
export interface Progress {
  sentAtMs: number;
  askedAtMs: number | null;
  provedAtMs: number | null;
  /** The host where the proved page leads, if that is another one. */
  leadsTo?: string;
}

/** The screenshot at the end, taken at a moment of `performance.now()`: `none` where the sign sends no picture in time. */
export type Picture = { is: 'none' | 'awaited' } | { is: 'there'; takenAtMs: number };

export interface Done {
  attempt: Attempt;
  sign: Sign;
  handshake: 'acknowledged' | 'legacy';
  /** Milliseconds; null where the steps were not heard. */
  provedInMs: number | null;
  /** The host where the page leads; null if it is the URL's own, or not known. */
  leadsTo: string | null;
  /** What the page answered the sign; null where that isn't known. */
  httpStatus: number | null;
  picture: Picture;
}

/** Who else than the sign is to blame (service-fault.ts): `restart`: the service was away; `loss`: the attempt's reply was lost on the way, and nobody knows by whom. */
export type Ours = 'restart' | 'loss';

/** What was refused: the search for a sign, an attempt, or what the page begins with. `said` null: no reply came. `ours`: it is not the sign that is to blame. */
export type Refused =
  | { of: 'finding'; said: Said; ours?: Ours }
  | { of: 'attempt'; attempt: Attempt; said: Said; ours?: Ours }
  /** `isOfSign`: of the record that the address names. */
  | { of: 'opening'; said: Why; isOfSign?: true };

/** A request without an answer; `lostAtMs`: the last reply did not come, and `losses` in a row before it. */
export interface Loss {
  atMs: number;
  atWallMs: number;
  inARow: number;
}

/** What the camera or a photo showed that is no sign. */
export type Sheet = ScanRefusal | Exclude<PhotoResult, Scanned>;

/** A link to the claim that is none: by half, or mistyped. `typed`: what of it a code can have. */
export type InvalidLink = { is: 'sign' } | { is: 'code'; typed: string };

/** The places that an address can lead to. */
export type ClaimView = 'scan' | 'type' | 'prepared' | 'events';

export type Place =
  /** Events, and the sign that the address names, are asked for. */
  | { is: 'opening' }
  | { is: 'events' }
  /** `isWrongLink`: the address that led here named no sign, which is said until the person goes on. */
  | { is: 'start'; isWrongLink?: true }
  | { is: 'prepared' }
  /** `passes`: the code that was just turned down, which the phone may still point at. */
  | { is: 'scan'; sheet: Sheet | null; passes: string | null }
  | { is: 'type'; typed: string; isWrongLink?: true }
  /** `isAsked`: the request is on its way. Else the last was lost, and it is asked again when the timer ends. */
  | { is: 'finding'; isAsked: boolean; loss: Loss | null }
  /** `isPicked`: the prepared sign was picked for a device that was found before. */
  | { is: 'found'; isWrongLink?: true; isPicked?: true }
  | { is: 'form'; focus: FieldName | null; errors: Partial<Form>; said: Said | null; isWrongLink?: true }
  /** Not `isAsked`: its answer was lost, or it never went out for want of a network. `sentLastAtMs`: when it was sent last, however often before. */
  | {
      is: 'claiming';
      attempt: Attempt;
      progress: Progress;
      sentLastAtMs: number;
      isAsked: boolean;
      loss: Loss | null;
    }
  /** `againAtMs`: from then on it may be tried again; `byItself`: and it is. */
  | { is: 'refused'; refused: Refused; againAtMs: number | null; byItself: boolean }
  | { is: 'done'; done: Done };

/** What this phone has claimed for an event since it began; the last requestId, so that one claim counts once. */
export interface Tally {
  eventId: string;
  sinceWallMs: number;
  count: number;
  requestId: string;
}

export interface ClaimState {
  userId: string;
  place: Place;
  /** What the address asks for, and what was chosen before; null when it is done. */
  wanted: {
    eventId: string | null;
    signId: string | null;
    view: ClaimView | null;
    code: string | null;
    wrong: InvalidLink | null;
  };
  events: EventChoice[] | null;
  /** This person may make the first. */
  makesEvents: boolean;
  choice: EventChoice | null;
  purpose: Purpose;
  /** What was scanned or typed last, and how: there one goes back to. */
  asked: Asked | null;
  way: 'scan' | 'type';
  /** The pendingSign. */
  found: Found | null;
  form: Form;
  /** The name was typed, not suggested: it is kept when another event's names come. */
  isNameTyped: boolean;
  signs: KnownSign[];
  /** The event has no others. Else those are asked for whose names begin as the next one does. */
  hasAllSigns: boolean;
  /** The newest first. */
  recentLocations: string[];
  recentUrls: string[];
  lastName: string;
  tally: Tally | null;
  /** The last attempt whose outcome may still come under its requestId. */
  open: Attempt | null;
  isOnline: boolean;
  /** Since when there is no network, by the time of day; null where there is one, or that isn't known. */
  offlineSinceWallMs: number | null;
  /** Of the sign that was refused last. */
  owner: Owner | null;
  /** The same person claims that sign, or has, by another phone or tab, or by an attempt that they left. */
  elsewhere: { signId: string; isDone: boolean } | null;
  camera: CameraState | null;
  /** The torch is wanted. */
  isLit: boolean;
  /** Who may help where the role does not suffice. */
  admins: string[];
  /** The hosts that pages may come from, after an address was refused; empty: any, or not known. */
  hosts: string[];
  /** How often in a row the same was asked again by itself, because we were away: each time it waits longer. */
  awayInARow: number;
  /** When the service refused last. */
  refusedWallMs: number | null;
  /** Told apart from answers to earlier questions. */
  nth: number;
  /** Whether storage takes what it is given. */
  isKept: boolean;
  /** A claim was left while it was under way: its outcome is in the list. */
  hasLeft: boolean;
}

export const NEW: Purpose = { is: 'new' };
export const EMPTY_FORM: Form = { name: '', location: '', url: '' };
