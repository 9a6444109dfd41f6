import { addressOf, pathOf } from '@sign-display/contracts/pages';
import { isLoopbackHost } from './url-policy.ts';

/** The hosts of a service that listens at every address: a phone can't go there. */
const UNSPECIFIED = new Set(['0.0.0.0', '[::]']);

/** The page to claim signs with (contract, section 4.2), below the service's public address; null where no other machine reaches that. */
export function claimUrlOf(publicUrl: string): string | null {
  const url = new URL(publicUrl);
  if (isLoopbackHost(url) || UNSPECIFIED.has(url.hostname)) return null;
  return addressOf(publicUrl, pathOf('claim'));
}
