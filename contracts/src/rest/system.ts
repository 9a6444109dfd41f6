import { Email, NoContent, strictObject } from '../common-schemas.ts';
import type { RouteTable } from '../route.ts';

/** The routes of those who run the installation (contract, 3.3). Others are `forbidden`, before anything else about them is checked (promise A10). */

/** POST /api/system/mfa-reset: the person has lost the phone and the recovery codes. */
export const MfaResetRequest = strictObject({ email: Email });

export const systemRoutes = {
  'POST /api/system/mfa-reset': {
    doc: {
      id: 'resetSecondFactor',
      tag: 'system',
      summary: 'Remove the second factor and the passkeys of a person and end their sessions',
    },
    role: 'systemOwner',
    body: MfaResetRequest,
    response: { 204: NoContent },
    /** `mfa_required`: the caller has a second factor, and this session was opened without it. */
    refusals: ['not_found', 'mfa_required'],
    audit: 'mfa.reset',
  },
} as const satisfies RouteTable;
