import { PAGES } from '@sign-display/contracts/pages';
import type { MeResponse } from '@sign-display/contracts/rest/session';

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Where a phone opens the claim: as the service knows its own public address, else as this browser has reached it. Null where both lead to the machine that they
 * are read on: a phone would look at itself. Pure.
 */
export function claimAddress({ claimUrl }: Pick<MeResponse, 'claimUrl'>, origin: string): string | null {
  if (claimUrl !== undefined) return claimUrl;
  return isLoopback(new URL(origin).hostname) ? null : origin + PAGES.claim;
}
