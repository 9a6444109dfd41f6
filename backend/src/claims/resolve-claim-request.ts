import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { roleSuffices } from '@sign-display/contracts/roles';
import { ROUTES } from '@sign-display/contracts/routes';
import { deriveShortCode, normalizeShortCode } from '@sign-display/contracts/short-code';
import type { ClaimRequest, LinkRequest, ReplaceRequest } from '@sign-display/contracts/rest/claims';
import { checkPageForm, checkPageUrl, type PrivatePages } from '../urls/url-policy.ts';
import { membershipsOf, refusalOf, refusalOfAny, type Membership, type RoleHolder } from '../access/role-checks.ts';
import type { Db } from '../db/database-types.ts';
import { findUnclaimedDevicesByShortCode } from '../devices/devices-repository.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import type { ClaimRow } from './claims-repository.ts';
import { oldestOfFailures, waitAfterFailures, type DeviceFound, type ShortCodeLimit } from './short-code-failures.ts';

/** What a request for a claim means, before anything is decided about the device. */

/** Where the device is to go. */
export interface ClaimPlace {
  organizationId: string;
  eventId: string;
  name: string;
  location: string;
  url: string | null;
  /** The existing record of a link or a replace; null where the claim makes one. */
  signRecordId: string | null;
}

/** With what the operator may do there. */
export interface ClaimTarget extends ClaimPlace {
  handshakeEnabled: boolean | null;
  /** How long the operator must wait until another short code may be typed, in milliseconds; 0: now. */
  guessWaitMs: number;
  /** The requestId has been used: it may be the same request. */
  isRequestKnown: boolean;
}

const NEEDED = ROUTES['POST /api/signs/claim/start'].role;

const NOT_FOUND: Refusal = { code: 'not_found' };

/** What holds for the operator when they ask: read with what they may do, because every claim needs all of it. */
interface Asking {
  requestId: string;
  guesses: ShortCodeLimit;
  privatePages: PrivatePages;
  nowMs: number;
}

/** The operator's membership in each organization, with what codes they have guessed wrongly, and whether they ask again. */
const memberships = (db: Db, operatorId: string, { requestId, guesses, nowMs }: Asking) =>
  db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['member.role', 'organization.mfaRequired'])
    .select(['organization.allowedUrlHosts', 'organization.linkHandshakeEnabled'])
    .select(oldestOfFailures(operatorId, guesses, nowMs).as('oldestFailure'))
    .select(sql<boolean>`exists (select from claim where request_id = ${requestId})`.as('isRequestKnown'))
    .where('member.userId', '=', operatorId);

/**
 * The identifiers of the organizations that the operator may claim signs for. A claim is started before its organization is chosen: it may be for any
 * of these, and what it shows of a device is not for everybody who can sign in (promise A2).
 */
export async function organizationsToClaimFor(db: Db, operatorId: string): Promise<string[]> {
  const memberships = [...(await membershipsOf(db, operatorId))];
  return memberships.filter(([, { role }]) => roleSuffices(role, NEEDED)).map(([organizationId]) => organizationId);
}

/** Null where the operator may start a claim: for at least one of these organizations, which is open to their session. */
export async function refuseClaimStart(db: Db, operator: RoleHolder): Promise<Refusal | null> {
  return refusalOfAny((await membershipsOf(db, operator.userId)).values(), operator, NEEDED);
}

/**
 * Flow A's target. Refuses in the contract's order: a malformed URL, what is not there, what the role does not allow, a session without the second
 * factor that the organization requires, a URL that the organization does not allow.
 */
export async function resolveClaimTarget(
  db: Db,
  operator: RoleHolder,
  body: ClaimRequest,
  asking: Asking,
): Promise<ClaimTarget | Refusal> {
  const { organizationId, eventId, name, location } = body;
  const url = body.url ?? null;
  const malformed = checkPageForm(url);
  if (malformed) return malformed;
  const found = await memberships(db, operator.userId, asking)
    .leftJoin('event', (join) =>
      join.on('event.id', '=', eventId).onRef('event.organizationId', '=', 'organization.id'),
    )
    .select('event.id as foundEventId')
    .where('organization.id', '=', organizationId)
    .executeTakeFirst();
  if (!found || found.foundEventId === null) return NOT_FOUND;
  return targetOf(found, operator, { organizationId, eventId, name, location, url, signRecordId: null }, asking);
}

/** The target of a link or a replace: an existing record, with what it was given in advance. */
export async function resolveLinkTarget(
  db: Db,
  operator: RoleHolder,
  signRecordId: string,
  asking: Asking,
): Promise<ClaimTarget | Refusal> {
  const found = await memberships(db, operator.userId, asking)
    .innerJoin('sign', 'sign.organizationId', 'organization.id')
    .select(['sign.organizationId', 'sign.eventId', 'sign.name', 'sign.location', 'sign.url'])
    .where('sign.id', '=', signRecordId)
    .executeTakeFirst();
  if (!found) return NOT_FOUND;
  const { organizationId, eventId, name, location, url } = found;
  // The record may have been made before the organization restricted its hosts (promise A4).
  return targetOf(found, operator, { organizationId, eventId, name, location, url, signRecordId }, asking);
}

function targetOf(
  found: Membership & {
    allowedUrlHosts: string[];
    linkHandshakeEnabled: boolean | null;
    oldestFailure: Date | null;
    isRequestKnown: boolean;
  },
  operator: RoleHolder,
  place: ClaimPlace,
  { guesses, privatePages, nowMs }: Asking,
): ClaimTarget | Refusal {
  const policy = { allowedHosts: found.allowedUrlHosts, privatePages };
  const refused = refusalOf(found, operator, NEEDED) ?? checkPageUrl(place.url, policy);
  if (refused) return refused;
  const guessWaitMs = waitAfterFailures(found.oldestFailure, guesses, nowMs);
  const { linkHandshakeEnabled: handshakeEnabled, isRequestKnown } = found;
  return { ...place, handshakeEnabled, guessWaitMs, isRequestKnown };
}

export async function resolveDevice(
  deps: { db: Db; gateway: KioskGateway },
  proof: { shortCode: string; signId?: string },
  pending: ClaimRow | null,
): Promise<DeviceFound> {
  const shortCode = normalizeShortCode(proof.shortCode);
  const wrong = (code: 'short_code_mismatch' | 'short_code_unknown') =>
    ({ refusal: { code }, codeWasWrong: true }) as const;
  const signId = proof.signId ?? pending?.deviceSignId;
  if (signId !== undefined) {
    if (shortCode === null || shortCode !== deriveShortCode(signId)) return wrong('short_code_mismatch');
    return { signId, shortCode };
  }
  if (shortCode === null) return wrong('short_code_unknown');
  const shown: string[] = [];
  for (const device of await findUnclaimedDevicesByShortCode(deps.db, shortCode)) {
    if (await deps.gateway.connectionOf(device.signId)) shown.push(device.signId);
  }
  if (shown.length > 1) return { refusal: { code: 'short_code_ambiguous' }, codeWasWrong: false };
  return shown[0] === undefined ? wrong('short_code_unknown') : { signId: shown[0], shortCode };
}

/**
 * The fingerprint by which a repeated requestId is known to ask for the same thing (promise C4): SHA-256, in hex, of the body without
 * the requestId, the short code as it was meant, the keys in one order.
 */
export function hashRequest(
  kind: string,
  signRecordId: string | null,
  body: ClaimRequest | LinkRequest | ReplaceRequest,
): string {
  const { requestId: _, ...rest } = body;
  const meant = { ...rest, shortCode: normalizeShortCode(body.shortCode) ?? body.shortCode, kind, signRecordId };
  return createHash('sha256')
    .update(JSON.stringify(meant, Object.keys(meant).toSorted()))
    .digest('hex');
}
