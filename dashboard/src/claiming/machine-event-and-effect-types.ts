import type { ClaimResponse } from '@sign-display/contracts/rest/claims';
import type { CameraState } from '../camera/camera-state.ts';
import type { PhotoResult } from '../camera/parse-photo-texts.ts';
import type { Scanned } from '../camera/parse-scanned-text.ts';
import type { ServiceLife } from './service-fault.ts';
import type { Press } from './user-action-types.ts';
import type {
  Asked,
  Attempt,
  ClaimView,
  EventChoice,
  Found,
  KnownSign,
  Owner,
  TargetSign,
  Why,
  InvalidLink,
} from './claim-state.ts';

/** What else than a person moves the claim on: answers, the socket, the camera, the network, timers. */
export type ClaimEvent =
  | Press
  | { type: 'events'; events: EventChoice[] }
  | { type: 'no-events'; why: Why }
  | { type: 'no-target'; signId: string; why: Why }
  /** The sign that the address names. */
  | { type: 'target'; sign: TargetSign; isLinked: boolean }
  /** `isWhole`: the event has no others. */
  | { type: 'signs'; eventId: string; signs: KnownSign[]; isWhole: boolean }
  /** More of the event's signs: those whose names begin alike. */
  | { type: 'more-signs'; eventId: string; signs: KnownSign[] }
  | { type: 'admins'; names: string[] }
  /** That pages may come from; none: any public one. */
  | { type: 'hosts'; organizationId: string; hosts: string[] }
  | { type: 'owner'; owner: Owner }
  | { type: 'scanned'; scanned: Scanned }
  | { type: 'photo-read'; result: PhotoResult }
  | { type: 'camera'; camera: CameraState }
  | { type: 'found'; nth: number; found: Found }
  /** `service`: where it may be the service that is to blame; null where that isn't known. */
  | { type: 'not-found'; nth: number; why: Why; service?: ServiceLife | null }
  | { type: 'claimed'; requestId: string; answer: ClaimResponse }
  | { type: 'not-claimed'; requestId: string; why: Why; service?: ServiceLife | null }
  /** `signId`: of the device. */
  | {
      type: 'step';
      requestId: string;
      signId?: string;
      step: 'sent' | 'acknowledged' | 'committed' | 'failed';
      /** With `acknowledged`: where the page leads, and what of it did not answer. */
      detail?: string;
    }
  /** The sign as it is now; `takenAtMs`: its picture, of `performance.now()`; `httpStatus`: of its page. `isLast`: nothing more comes. */
  | {
      type: 'looked';
      signId: string;
      sign: ClaimResponse['sign'];
      takenAtMs: number | null;
      httpStatus: number | null;
      isLast: boolean;
    }
  | { type: 'network'; isOnline: boolean }
  | { type: 'timer'; name: TimerName };

export type TimerName = 'held' | 'again' | 'lost';

/** What the edge does. What is kept, which timers run and whether the socket is open are functions of the state instead. */
export type Effect =
  | { do: 'ask-events' }
  | { do: 'ask-target'; signId: string }
  | { do: 'ask-signs'; choice: EventChoice }
  /** `stem` null: every sign. */
  | { do: 'ask-more-signs'; choice: EventChoice; stem: string | null }
  | { do: 'ask-admins'; organizationId: string }
  | { do: 'ask-owner'; organizationId: string; asked: Asked }
  | { do: 'ask-hosts'; organizationId: string }
  | { do: 'start'; nth: number; asked: Asked }
  | { do: 'end-pending'; pendingId: string }
  | { do: 'send'; attempt: Attempt }
  | { do: 'look'; signId: string }
  | {
      do: 'go';
      to: 'sign-in' | 'claims' | 'walls' | 'new-event' | 'reload';
      eventId: string | null;
      code: string | null;
    };

/** The moment of a step. `newId`: a fresh UUID, which the step may use for an attempt. */
export interface Moment {
  nowMs: number;
  wallMs: number;
  newId: string;
}

/** What the claim begins with: who is signed in, what the address asks for, and what was kept. */
export interface Opening {
  userId: string;
  eventId: string | null;
  signId: string | null;
  code: string | null;
  view: ClaimView | null;
  /** The address names no sign, though it was meant to. */
  wrong: InvalidLink | null;
  /** This person may make events, in one of their organizations. */
  makesEvents: boolean;
  isOnline: boolean;
}
