import type { Generated } from 'kysely';
import type { Role } from '@sign-display/contracts/roles';

/** The tables that only `access` writes. */
export interface AccessTables {
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
  organization: OrganizationTable;
  member: MemberTable;
  invitation: InvitationTable;
  countedAttempt: CountedAttemptTable;
}

declare module '../db/database.ts' {
  interface Database extends AccessTables {}
}

export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface SessionTable {
  id: string;
  expiresAt: Date;
  token: string;
  createdAt: Date;
  updatedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  userId: string;
}

/** How a user signs in; better-auth's. Ours is always a `credential` with a hashed password. */
export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What better-auth keeps of a link that it has handed out: the identifier hashed, the person as the value. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

export interface OrganizationTable {
  id: string;
  name: string;
  /** Null: the service's default. */
  linkHandshakeEnabled: boolean | null;
  allowedUrlHosts: Generated<string[]>;
  createdAt: Date;
  updatedAt: Date;
}

export interface MemberTable {
  organizationId: string;
  userId: string;
  role: Role;
  createdAt: Date;
}

/** Of a person who has not accepted yet; an accepted one is gone. */
export interface InvitationTable {
  id: string;
  organizationId: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** SHA-256 of the token in the mail's link, in hex. */
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
  /** Who made it, or changed its role last: it holds while they may invite for that role. Null: not known. */
  invitedBy: string | null;
  /** What became of its mail; null from before that was noted. */
  mailState: 'sending' | 'sent' | 'failed' | null;
  /** Why it was not taken, in words for an admin; null where it was. */
  mailReason: string | null;
}

/** What is limited by the hour or the day (access/counted-attempts.ts). */
export interface CountedAttemptTable {
  kind: string;
  key: string;
  at: Date;
}
