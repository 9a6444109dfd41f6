import { isOwnMachineHost } from '@sign-display/contracts/loopback-hosts';
import { PAGES } from '@sign-display/contracts/page-paths';
import type { MeResponse } from '@sign-display/contracts/rest/session';

/**
 * Where a phone opens the claim: as the service knows its own public address, else as this browser has reached it. Null where both lead to the machine that they
 * are read on: a phone would look at itself. Pure.
 */
export function claimAddress({ claimUrl }: Pick<MeResponse, 'claimUrl'>, origin: string): string | null {
  if (claimUrl !== undefined) return claimUrl;
  return isOwnMachineHost(new URL(origin).hostname) ? null : origin + PAGES.claim;
}
