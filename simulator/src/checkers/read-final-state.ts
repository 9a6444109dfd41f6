import type { KioskEvidence, RunEvidence } from '../evidence/evidence-types.ts';
import type { FinalState } from '../plan/plan-types.ts';

/** The final state of one kiosk, from the backend's records and from the machine itself. */

/** The claim in the local store, with the fields that the specification names (2.4). Each is null where there is no claim. */
interface StoredClaim {
  organizationId: string | null;
  eventId: string | null;
  currentUrl: string | null;
}

export function storedClaim(document: unknown): StoredClaim {
  const fields = (document ?? {}) as Record<keyof StoredClaim, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    organizationId: text(fields.organizationId),
    eventId: text(fields.eventId),
    currentUrl: text(fields.currentUrl),
  };
}

/** The sign records that hold any identity that this machine has had. */
export function recordsOf(kiosk: KioskEvidence, run: RunEvidence) {
  return run.signs.filter(({ device }) => device !== null && kiosk.signIds.includes(device.deviceSignId));
}

/** The plan's label for a requestId; null for one that this kiosk's operators never sent. */
export function labelOf(kiosk: KioskEvidence, requestId: string): string | null {
  for (const [label, known] of kiosk.requestIds) if (known === requestId) return label;
  return null;
}

/** The final state as it was seen, in the form that the plan expects it in. */
export function seenFinalState(kiosk: KioskEvidence, run: RunEvidence): FinalState {
  const record = recordsOf(kiosk, run)[0];
  const committed = run.attempts.find(
    (attempt) => attempt.outcome === 'committed' && labelOf(kiosk, attempt.requestId) !== null,
  );
  return {
    claimedBy: record && committed ? labelOf(kiosk, committed.requestId) : null,
    kioskIsClaimed: storedClaim(kiosk.document).organizationId !== null,
    screen: kiosk.screens.at(-1)?.screen.kind ?? 'qr',
    newIdentity: kiosk.signIds.length > 1,
  };
}
