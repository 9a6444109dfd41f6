import { isOwnMachineHost } from '@sign-display/contracts/loopback-hosts';
import { addressOf, pathOf } from '@sign-display/contracts/page-paths';

/** The page to claim signs with (contract, section 4.2), below the service's public address; null where no other machine reaches that. */
export function claimUrlOf(publicUrl: string): string | null {
  if (isOwnMachineHost(new URL(publicUrl).hostname)) return null;
  return addressOf(publicUrl, pathOf('claim'));
}
