import type { Sign } from '@sign-display/contracts/rest/signs';

/** Events and sign records, as far as the claim reads them. */

/** An event that signs can be claimed for, with its organization. */
export interface EventChoice {
  organizationId: string;
  organization: string;
  role: string;
  eventId: string;
  event: string;
  timeZone: string;
  startsAt: string | null;
}

/** What the claim is for: a new sign, or a device for a record that is there. */
/** `note`: why a device is replaced, as typed so far. */
export type Purpose =
  { is: 'new' } | { is: 'link'; sign: TargetSign } | { is: 'replace'; sign: TargetSign; note?: string };
export type TargetSign = Pick<Sign, 'id' | 'organizationId' | 'eventId' | 'name' | 'location' | 'url'> & {
  /** Of the device that goes, in a replace. */
  shortCode: string | null;
};

/** A sign of the event: what the form suggests, and the prepared ones. */
export type KnownSign = Pick<Sign, 'id' | 'name' | 'location' | 'url' | 'status'>;

/** The record of the person's own organization that has the sign that was refused, and its device. `by`: who claimed it, and when; null where that isn't known. */
export interface Owner {
  sign: TargetSign;
  device: { deviceSignId: string; shortCode: string };
  by: { userId: string; name: string; atWallMs: number } | null;
}

/** True for a prepared sign: it has no device yet. */
export const isPrepared = ({ status }: Pick<KnownSign, 'status'>): boolean => status === 'unlinked';
