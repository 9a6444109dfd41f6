import type { Asked, ClaimState, Refused } from './claim-state.ts';

/** Which device is asked for: by its id where that is known, because two devices can show one code, and by the code alone where that was typed. Pure. */

/** What was asked for when it was refused; null where nothing was, as of a QR that contradicts itself. */
export function requestedDeviceOf({ asked }: Pick<ClaimState, 'asked'>, refused: Refused): Asked | null {
  if (refused.of !== 'attempt') return refused.of === 'finding' ? asked : null;
  const { signId, shortCode } = refused.attempt.body;
  return { shortCode, ...(signId !== undefined && { signId }) };
}

export const isRequestedDevice = (
  { signId, shortCode }: Asked,
  device: { deviceSignId: string; shortCode: string } | null,
): boolean =>
  device !== null && (signId === undefined ? device.shortCode === shortCode : device.deviceSignId === signId);
