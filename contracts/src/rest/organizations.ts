import { Type, type Static } from 'typebox';
import { Language } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { Role } from '../roles.ts';
import { SessionFacts } from './session.ts';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  Count,
  Email,
  IdParams,
  ListQuery,
  Name,
  NoContent,
  Timestamp,
  UserId,
  Uuid,
  nullable,
  oneOf,
  page,
  strictObject,
  text,
} from '../common-schemas.ts';

/** Organizations and their members (contract, section 3). */

/** A host name or an address in a URL, without its port; `*.example.com` stands for the hosts below it, `*` for every public host. */
export const UrlHost = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^(\\*|\\[[0-9A-Fa-f:.]+\\]|(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)$',
});

export const Organization = Type.Object({
  id: Uuid,
  name: Type.String(),
  /** The caller's own. */
  role: Role,
  /** Null for the service's default (LINK_HANDSHAKE_ENABLED). */
  linkHandshakeEnabled: nullable(Type.Boolean()),
  /** The hosts that content may come from (A4). An empty list allows any public host. */
  allowedUrlHosts: Type.Array(Type.String(), {
    description:
      'The hosts that pages may come from. An empty list allows every public host. "*" stands for every public host, and "*.example.com" for all subdomains. Private addresses and names without public DNS (single labels, .local, .internal) are allowed only if they are listed, unless PRIVATE_PAGES allows them.',
  }),
  /** The service's own setting, which applies if `linkHandshakeEnabled` is null. */
  linkHandshakeDefault: Type.Boolean(),
  /** The language of mails to members who chose none for their account; null for English. */
  language: nullable(Language),
  /** True if only sessions that were opened with a second factor may use the organization (A6). */
  mfaRequired: Type.Boolean(),
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** The person who last changed a setting; null if not known. */
  updatedBy: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type Organization = Static<typeof Organization>;

/** The used and the allowed amount of something; `most` is null without a limit. */
const Used = Type.Object({ used: Count, most: nullable(Count) });

/** `storageBytes`: the size of the stored screenshots. */
export const OrganizationUsage = Type.Object({ signs: Used, events: Used, schedules: Used, storageBytes: Used });
export type OrganizationUsage = Static<typeof OrganizationUsage>;

/** GET /api/organizations/:id */
export const OrganizationWithUsage = Type.Object({ ...Organization.properties, usage: OrganizationUsage });
export type OrganizationWithUsage = Static<typeof OrganizationWithUsage>;

/**
 * The part of an organization that a session without a second factor can read if the organization requires one (A6).
 */
export const ClosedOrganization = Type.Object({
  id: Uuid,
  name: Type.String(),
  role: Role,
  mfaRequired: Type.Literal(true),
});
export type ClosedOrganization = Static<typeof ClosedOrganization>;

/**
 * GET /api/organizations lists the caller's organizations. A session without a second factor gets organizations that
 * require one as `ClosedOrganization`.
 */
export const OrganizationPage = page(Type.Union([Organization, ClosedOrganization]));

/** POST /api/organizations → 201 Organization, of which the caller is the owner. */
export const CreateOrganizationRequest = strictObject({ name: Name });

/** PATCH /api/organizations/:id */
export const PatchOrganizationRequest = Type.Object(
  {
    name: Type.Optional(Name),
    linkHandshakeEnabled: Type.Optional(nullable(Type.Boolean())),
    allowedUrlHosts: Type.Optional(Type.Array(UrlHost, { maxItems: 200 })),
    language: Type.Optional(nullable(Language)),
    /**
     * Only an owner whose own session has a second factor may send this field, whatever its value
     * (`CHANGES_MFA_REQUIRED`).
     */
    mfaRequired: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type PatchOrganizationRequest = Static<typeof PatchOrganizationRequest>;

/** The role that a PATCH with `mfaRequired` needs. */
export const CHANGES_MFA_REQUIRED = 'owner' satisfies Role;

/** GET /api/organizations/:id/hosts lists the hosts of the pages of signs and schedules, most used first. */
export const HostList = Type.Object({
  items: Type.Array(
    Type.Object({
      /** The host without a port; an international name in its ASCII form. */
      host: Type.String(),
      /** The number of signs with a page on this host. */
      signs: Count,
      /**
       * The number of schedules with a page on this host, including disabled ones. Manual overrides are not counted.
       */
      schedules: Count,
      /** True if the organization's signs may show the host's pages. */
      allowed: Type.Boolean(),
    }),
  ),
});
export type HostList = Static<typeof HostList>;

/** GET /api/organizations/:id/url-check */
export const UrlCheckQuery = strictObject({ url: text(LIMITS.urlLength) });
export const UrlCheck = Type.Object({
  allowed: Type.Boolean(),
  /** The entry of `allowedUrlHosts` that allows the page; null if the page needs none or is not allowed. */
  rule: nullable(Type.String()),
  /** Why the page is not allowed, in words for the person who typed the URL; null if the page is allowed. */
  detail: nullable(Type.String()),
});
export type UrlCheck = Static<typeof UrlCheck>;

/**
 * A member, or an invited person who has not accepted yet. For the latter, `name` is null and `userId` is the
 * invitation's identifier, which PATCH and DELETE take as well, to change the role or withdraw the invitation.
 */
export const Member = Type.Object({
  userId: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  role: Role,
  state: oneOf(['member', 'invited'] as const),
  /** When they joined or were invited. */
  since: Timestamp,
  /** When the invitation's link ends; null for a member. */
  invitationExpiresAt: nullable(Timestamp),
  /**
   * The state of the invitation's mail; null for a member, and if mail is not set up. After `failed`, another
   * invitation sends another mail.
   */
  invitationMail: nullable(oneOf(['sending', 'sent', 'failed'] as const)),
  /** Why that mail was not delivered so far, also while it is retried; null if the mail server accepted it. */
  invitationMailReason: nullable(Type.String()),
  /** The person who sent the invitation or last changed its role; null for a member, and if not known. */
  invitedBy: nullable(Actor),
  /** Only for admins, in invitations: how often the service tried to send the mail. */
  attempts: Type.Optional(Count),
  /** Only for admins, in invitations: when the service tries to send the mail again; null if it does not. */
  nextAttemptAt: Type.Optional(nullable(Timestamp)),
  /** For admins, of a member: the last sign-in, request or open wall, to the minute, in whichever organization; null: never, or not known. */
  lastActiveAt: Type.Optional(nullable(Timestamp)),
  /** Only for admins, in members: the number of the person's open sessions, in any organization. */
  sessions: Type.Optional(Count),
  /** Only for admins, in members: whether the person has turned on the second factor. */
  mfa: Type.Optional(Type.Boolean()),
});
export type Member = Static<typeof Member>;

/** GET /api/organizations/:id/members */
export const MemberPage = page(Member);

/**
 * POST /api/organizations/:id/members → 201. `url`: the invitation's link, only in this response and only if mail is
 * not set up.
 */
export const InvitedMember = Type.Object({ ...Member.properties, url: Type.Optional(Type.String()) });

/** POST /api/organizations/:id/members → 201 Member (`invited`), and a mail with a one-time link. */
export const InviteMemberRequest = strictObject({ email: Email, role: Role });

export const MemberParams = strictObject({ id: Uuid, userId: UserId });

/** PATCH /api/organizations/:id/members/:userId → Member */
export const PatchMemberRequest = strictObject({ role: Role });

/** A session of a member, for admins. */
export const MemberSession = Type.Object({
  id: Type.String(),
  createdAt: Timestamp,
  /** The time of the last use, to the minute. */
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  ip: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  ...SessionFacts,
});
export type MemberSession = Static<typeof MemberSession>;

/**
 * GET /api/organizations/:id/members/:userId/sessions lists all sessions of the person in any organization, last used
 * first.
 */
export const MemberSessionList = Type.Object({ items: Type.Array(MemberSession) });

export const MemberSessionParams = strictObject({ id: Uuid, userId: UserId, sessionId: UserId });

export const organizationRoutes = {
  'GET /api/organizations': {
    doc: { id: 'listOrganizations', tag: 'organizations', summary: 'List the caller’s organizations' },
    role: 'any',
    query: ListQuery,
    response: { 200: OrganizationPage },
  },
  'POST /api/organizations': {
    doc: { id: 'createOrganization', tag: 'organizations', summary: 'Create an organization and become its owner' },
    role: 'any',
    body: CreateOrganizationRequest,
    response: { 201: Organization },
    versioned: true,
    refusals: ['forbidden', 'mfa_required'],
    audit: 'organization.create',
  },
  'GET /api/organizations/:id': {
    doc: { id: 'getOrganization', tag: 'organizations', summary: 'Get an organization' },
    role: 'viewer',
    params: IdParams,
    response: { 200: OrganizationWithUsage },
    versioned: true,
  },
  'PATCH /api/organizations/:id': {
    doc: {
      id: 'patchOrganization',
      tag: 'organizations',
      summary: 'Change an organization if it has not changed since you read it',
    },
    role: 'admin',
    params: IdParams,
    body: PatchOrganizationRequest,
    response: { 200: Organization },
    versioned: true,
    refusals: ['precondition_failed', 'precondition_required'],
    audit: 'organization.update',
  },
  'GET /api/organizations/:id/hosts': {
    doc: {
      id: 'listHosts',
      tag: 'organizations',
      summary: 'List the hosts of the pages that an organization’s signs and schedules show',
    },
    role: 'viewer',
    params: IdParams,
    response: { 200: HostList },
  },
  'GET /api/organizations/:id/url-check': {
    doc: { id: 'checkUrl', tag: 'organizations', summary: 'Check whether an organization’s signs may show a page' },
    role: 'viewer',
    params: IdParams,
    query: UrlCheckQuery,
    response: { 200: UrlCheck },
  },
  'GET /api/organizations/:id/members': {
    doc: { id: 'listMembers', tag: 'organizations', summary: 'List the members and invited people of an organization' },
    role: 'viewer',
    params: IdParams,
    query: ListQuery,
    response: { 200: MemberPage },
  },
  'POST /api/organizations/:id/members': {
    doc: { id: 'inviteMember', tag: 'organizations', summary: 'Invite a person by e-mail' },
    role: 'admin',
    params: IdParams,
    body: InviteMemberRequest,
    response: { 201: InvitedMember },
    refusals: ['conflict'],
    audit: 'member.invite',
  },
  'PATCH /api/organizations/:id/members/:userId': {
    doc: { id: 'patchMember', tag: 'organizations', summary: 'Change the role of a member' },
    role: 'admin',
    params: MemberParams,
    body: PatchMemberRequest,
    response: { 200: Member },
    refusals: ['conflict'],
    audit: 'member.update',
  },
  'DELETE /api/organizations/:id/members/:userId': {
    doc: { id: 'removeMember', tag: 'organizations', summary: 'Remove a member, or withdraw an invitation' },
    role: 'admin',
    params: MemberParams,
    response: { 204: NoContent },
    refusals: ['conflict'],
    audit: 'member.remove',
  },
  'GET /api/organizations/:id/members/:userId/sessions': {
    doc: { id: 'listMemberSessions', tag: 'organizations', summary: 'List the sessions of a member' },
    role: 'admin',
    params: MemberParams,
    response: { 200: MemberSessionList },
    audit: 'member_sessions.read',
  },
  'DELETE /api/organizations/:id/members/:userId/sessions': {
    doc: { id: 'endMemberSessions', tag: 'organizations', summary: 'End every session of a member' },
    role: 'admin',
    params: MemberParams,
    response: { 204: NoContent },
    audit: 'member.sessions_end',
  },
  'DELETE /api/organizations/:id/members/:userId/sessions/:sessionId': {
    doc: { id: 'endMemberSession', tag: 'organizations', summary: 'End one session of a member' },
    role: 'admin',
    params: MemberSessionParams,
    response: { 204: NoContent },
    audit: 'member.sessions_end',
  },
} as const satisfies RouteTable;
