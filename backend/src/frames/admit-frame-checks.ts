import type { ErrorCode } from '@sign-display/contracts/error-codes';
import { BROWSER_PLATFORM } from '@sign-display/contracts/browser-mac-address';
import type { FrameCheck, SocketRefusal } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { findAllowedHosts } from '../access/is-page-url-allowed.ts';
import { findAwaitingClaims } from '../claims/claims-repository.ts';
import type { Db } from '../db/database-types.ts';
import { createAllowances } from '../flow/token-bucket.ts';
import { createFairGate } from '../flow/fair-gate.ts';
import { findSignsOfDevices } from '../signs/signs-repository.ts';
import { shownNow } from '../signs/content/update-page-to-show.ts';
import type { KioskSocket } from '../sockets/kiosk-transport-types.ts';
import { parsePageUrl, type PrivatePages } from '../urls/url-policy.ts';
import type { CheckFrame } from './frame-check.ts';

/**
 * `sign:frame_check`: which sign may check which page, and how often. The service fetches a page for no other reason.
 */

/**
 * The number of checks that one node runs in parallel: each holds a connection for up to 5 s. One organization's hanging
 * checks leave half of them to the others, and organizations take turns.
 */
const PARALLEL = { atOnce: 16, atOnceEach: 8 };

const refusal = (code: ErrorCode, detail: string, retryAfterMs?: number): SocketRefusal => ({
  ok: false,
  error: { code, detail, ...(retryAfterMs !== undefined && { retryAfterMs }) },
});

const hrefOf = (url: string | null | undefined): string | null =>
  url === null || url === undefined ? null : (parsePageUrl(url)?.href ?? null);

/**
 * The organization for which the device shows the page or is about to prove it; null: the page is not one of this
 * device.
 */
async function organizationOf(db: Db, deviceSignId: string, url: string): Promise<string | null> {
  const asked = hrefOf(url);
  if (asked === null) return null;
  const sign = (await findSignsOfDevices(db, [deviceSignId])).get(deviceSignId)?.sign;
  const pages = sign ? [sign.url, shownNow(sign).content?.url] : [];
  if (sign && pages.some((page) => hrefOf(page) === asked)) return sign.organizationId;
  const claim = (await findAwaitingClaims(db, [deviceSignId])).get(deviceSignId);
  return claim && hrefOf(claim.url) === asked ? claim.organizationId : null;
}

export function createFrameChecks(deps: {
  db: Db;
  clock: Clock;
  /** The setting PRIVATE_PAGES. */
  privatePages: PrivatePages;
  checkFrame: CheckFrame;
}) {
  const { db, clock, privatePages, checkFrame } = deps;
  const allowances = createAllowances(clock, { atOnce: LIMITS.frameChecksPerMinute, wholeAgainAfterMs: 60_000 });
  const gate = createFairGate(PARALLEL);
  /**
   * Devices with a running check. One connection runs its checks one after the other, so this only matters when a new
   * connection takes over the device.
   */
  const underWay = new Set<string>();

  return async function check(
    { signId, platform, socket }: { signId: string; platform: string | null; socket: KioskSocket },
    url: string,
  ): Promise<FrameCheck | SocketRefusal> {
    if (platform !== BROWSER_PLATFORM) return refusal('forbidden', 'Only signs in a browser tab can check frames.');
    const waitMs = underWay.has(signId) ? LIMITS.frameCheckMs : allowances.take(signId);
    if (waitMs !== null) return refusal('rate_limited', 'This sign checks its page too often.', waitMs);
    underWay.add(signId);
    try {
      const organizationId = await organizationOf(db, signId, url);
      if (organizationId === null) return refusal('not_found', 'This is not the page of this sign.');
      const allowedHosts = await findAllowedHosts(db, organizationId);
      if (allowedHosts === null) return refusal('not_found', 'This is not the page of this sign.');
      return await gate.run(organizationId, () =>
        checkFrame(url, { allowedHosts, privatePages }, socket.browserHeaders),
      );
    } finally {
      underWay.delete(signId);
    }
  };
}

export type FrameChecks = ReturnType<typeof createFrameChecks>;
