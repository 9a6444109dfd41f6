import type { LoadFailureReason, RestErrorCode } from '@sign-display/contracts/error-codes';
import type { Duty } from './operator-actions-and-outcomes.ts';
import type { LinkFault, Page } from './scenario-terms.ts';

/** How a person writes down the six characters they see. */
export interface Spelling {
  lowerCase: boolean;
  separator: '' | '-' | ' ';
  /** `0` typed as the letter O, `1` as I or L. */
  lookAlikes: boolean;
}

/** How the operator names the sign: by the QR they scan or the code they type, right or with a mistake. */
export type Proof =
  { by: 'qr'; code: 'right' | 'wrong' } | { by: 'typed'; code: 'right' | 'unknown'; spelling: Spelling };

/** One POST /api/signs/claim (with a claim/start before it where `startFirst`). */
export interface ClaimStep {
  do: 'claim';
  /** A label for the requestId: the same label means the same requestId. */
  request: string;
  operator: 'own' | 'other';
  proof: Proof;
  page: Page;
  /** `changed`: another name under the same requestId. `borrowed`: another person under it. */
  body: 'planned' | 'changed' | 'borrowed';
  startFirst: boolean;
  fault: LinkFault;
}

export type KioskTurn = 'reboot' | 'power_cut' | 'mac_swap' | 'cable_out' | 'cable_in';
export type Step = ClaimStep | DutyStep | { do: KioskTurn };

/** Something that operators do with the claimed sign. */
interface DutyStep {
  do: 'duty';
  duty: Duty;
}

/** Everything that is decided about one kiosk before the run. A function of seed, scenario and index only. */
export interface KioskPlan {
  index: number;
  sign: { name: string; location: string };
  /** The hardware addresses before and after a swap. */
  macAddresses: [string, string];
  /** The kiosk boots with its cable out. */
  bootsOffline: boolean;
  steps: Step[];
}

/** An answer that an operator got, reduced to what is the same in every run of a seed. */
export interface Told {
  /** Index into the plan's steps. */
  step: number;
  request: string;
  action: 'start' | 'claim';
  /** HTTP status; null where no reply came. */
  status: number | null;
  code: 'started' | 'claimed' | 'no_reply' | RestErrorCode;
  reason: LoadFailureReason | null;
}

/** The state at the end of a kiosk's story. */
export interface FinalState {
  /** The request whose claim stands in the sign record; null where there must be no record. */
  claimedBy: string | null;
  /** Whether the kiosk that runs at the end is the claimed one (a swapped machine is not). */
  kioskIsClaimed: boolean;
  screen: 'qr' | 'claiming' | 'splash' | 'page';
  /** The machine was swapped and has made a new identity. */
  newIdentity: boolean;
}
