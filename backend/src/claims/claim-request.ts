import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { ROLES, roleSuffices, type Role } from '@sign-display/contracts/roles';
import { deriveShortCode, normalizeShortCode } from '@sign-display/contracts/short-code';
import type { ClaimRequest, LinkRequest } from '@sign-display/contracts/rest/claims';
import { checkPageUrl } from '../content/url-policy.ts';
import type { Database } from '../db/schema.ts';
import { findUnclaimedDevicesByShortCode } from '../devices/devices-repository.ts';
import type { KioskGateway } from '../realtime/kiosk-gateway.ts';
import type { ClaimRow } from './claims-repository.ts';

/** What a request for a claim means, before anything is decided about the device. */

export interface Operator {
  id: string;
  name: string;
}

/** Where the device is to go, and what the operator may do there. */
export interface ClaimTarget {
  organizationId: string;
  eventId: string;
  name: string;
  location: string;
  url: string | null;
  /** The existing record of a link or a replace; null where the claim makes one. */
  signRecordId: string | null;
  handshakeEnabled: boolean | null;
}

const NOT_FOUND: Refusal = { code: 'not_found' };

type Found = { organization: { allowedUrlHosts: string[]; linkHandshakeEnabled: boolean | null }; role: Role };

async function findMembership(db: Kysely<Database>, operatorId: string, organizationId: string): Promise<Found | null> {
  const row = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['member.role', 'organization.allowedUrlHosts', 'organization.linkHandshakeEnabled'])
    .where('member.organizationId', '=', organizationId)
    .where('member.userId', '=', operatorId)
    .executeTakeFirst();
  if (!row) return null;
  const { role, ...organization } = row;
  return { role, organization };
}

/**
 * Whether the operator may claim signs for any organization at all. A claim is started before its organization is chosen, and what it
 * shows of a device is not for everybody who can sign in (promise A2).
 */
export async function mayClaimAnywhere(db: Kysely<Database>, operatorId: string): Promise<boolean> {
  const sufficing = ROLES.filter((role) => roleSuffices(role, 'operator'));
  const query = db
    .selectFrom('member')
    .select('userId')
    .where('userId', '=', operatorId)
    .where('role', 'in', sufficing);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Flow A's target. Refuses in the contract's order: a malformed address, what is not there, what the role does not allow. */
export async function resolveClaimTarget(
  db: Kysely<Database>,
  operator: Operator,
  body: ClaimRequest,
): Promise<ClaimTarget | Refusal> {
  const { organizationId, eventId, name, location } = body;
  const url = body.url ?? null;
  const malformed = checkPageUrl(url, []);
  if (malformed) return malformed;
  const [found, event] = await Promise.all([
    findMembership(db, operator.id, organizationId),
    db.selectFrom('event').select('organizationId').where('id', '=', eventId).executeTakeFirst(),
  ]);
  const refused = found && checkPageUrl(url, found.organization.allowedUrlHosts);
  if (refused) return refused;
  if (!found || event?.organizationId !== organizationId) return NOT_FOUND;
  if (!roleSuffices(found.role, 'operator')) return { code: 'forbidden' };
  return {
    organizationId,
    eventId,
    name,
    location,
    url,
    signRecordId: null,
    handshakeEnabled: found.organization.linkHandshakeEnabled,
  };
}

/** The target of a link or a replace: an existing record, with what it was given in advance. */
export async function resolveLinkTarget(
  db: Kysely<Database>,
  operator: Operator,
  signRecordId: string,
): Promise<ClaimTarget | Refusal> {
  const sign = await db.selectFrom('sign').selectAll().where('id', '=', signRecordId).executeTakeFirst();
  const found = sign && (await findMembership(db, operator.id, sign.organizationId));
  if (!sign || !found) return NOT_FOUND;
  if (!roleSuffices(found.role, 'operator')) return { code: 'forbidden' };
  const { organizationId, eventId, name, location, url } = sign;
  // The record may have been made before the organization restricted its hosts (promise A4).
  const refused = checkPageUrl(url, found.organization.allowedUrlHosts);
  if (refused) return refused;
  return {
    organizationId,
    eventId,
    name,
    location,
    url,
    signRecordId,
    handshakeEnabled: found.organization.linkHandshakeEnabled,
  };
}

/** The device that a scan or a typed code names. `codeWasWrong`: the refusal counts against the operator's limit of guesses. */
export type DeviceFound = { signId: string; shortCode: string } | { refusal: Refusal; codeWasWrong: boolean };

export async function resolveDevice(
  deps: { db: Kysely<Database>; gateway: KioskGateway },
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
export function hashRequest(kind: string, signRecordId: string | null, body: ClaimRequest | LinkRequest): string {
  const { requestId: _, ...rest } = body;
  const meant = { ...rest, shortCode: normalizeShortCode(body.shortCode) ?? body.shortCode, kind, signRecordId };
  return createHash('sha256')
    .update(JSON.stringify(meant, Object.keys(meant).toSorted()))
    .digest('hex');
}
