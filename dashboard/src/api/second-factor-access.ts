import type { MeResponse } from '@sign-display/contracts/rest/session';

type Me = Pick<MeResponse, 'mfa' | 'organizations'>;

/** The organizations that require a second factor, which this session lacks: the service answers `mfa_required` there (A6). Pure. */
export const shutOrganizations = ({ mfa, organizations }: Me): MeResponse['organizations'] =>
  mfa ? [] : organizations.filter(({ mfaRequired }) => mfaRequired);

/** The organizations that this session opens. */
export const openOrganizations = ({ mfa, organizations }: Me): MeResponse['organizations'] =>
  organizations.filter(({ mfaRequired }) => mfa || !mfaRequired);
