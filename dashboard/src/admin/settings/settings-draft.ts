import type { Organization, PatchOrganizationRequest } from '@sign-display/contracts/rest/organizations';

/** What of an organization can be edited, as texts of fields, and what a patch is made of. Pure. */

export type SettingName = 'name' | 'language' | 'handshake' | 'hosts' | 'secondFactor';
export type SettingsDraft = Record<SettingName, string>;

type Editable = Pick<Organization, 'name' | 'language' | 'linkHandshakeEnabled' | 'allowedUrlHosts' | 'mfaRequired'>;

/** An empty language or handshake is not set; each host is a line. */
export const draftOf = ({
  name,
  language,
  linkHandshakeEnabled,
  allowedUrlHosts,
  mfaRequired,
}: Editable): SettingsDraft => ({
  name,
  language: language ?? '',
  handshake: linkHandshakeEnabled === null ? '' : String(linkHandshakeEnabled),
  hosts: allowedUrlHosts.join('\n'),
  secondFactor: String(mfaRequired),
});

export const hostsOf = ({ hosts }: Pick<SettingsDraft, 'hosts'>): string[] => (hosts === '' ? [] : hosts.split('\n'));

/** The patch that makes `fields` of `draft` so; null where nothing is to change. */
export function patchOf(draft: SettingsDraft, fields: readonly SettingName[]): PatchOrganizationRequest | null {
  if (fields.length === 0) return null;
  const whole: PatchOrganizationRequest = {
    name: draft.name.trim(),
    language: draft.language === '' ? null : (draft.language as 'en' | 'de'),
    linkHandshakeEnabled: draft.handshake === '' ? null : draft.handshake === 'true',
    allowedUrlHosts: hostsOf(draft),
    mfaRequired: draft.secondFactor === 'true',
  };
  const keys = {
    name: 'name',
    language: 'language',
    handshake: 'linkHandshakeEnabled',
    hosts: 'allowedUrlHosts',
    secondFactor: 'mfaRequired',
  };
  const wanted = new Set(fields.map((field) => keys[field]));
  return Object.fromEntries(Object.entries(whole).filter(([key]) => wanted.has(key)));
}
