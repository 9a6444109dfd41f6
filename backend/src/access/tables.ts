import type { Generated } from 'kysely';
import type { Language } from '@sign-display/contracts/languages';
import type { Role } from '@sign-display/contracts/roles';

/** The tables that only `access` writes. */
export interface AccessTables {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null;
    /** The made-up first password must be replaced before anything else (details 9). */
    passwordChangeRequired: Generated<boolean>;
    /** Of mails to this person; null: the organization's. */
    language: Generated<Language | null>;
    /** To the minute; null: never, or not known. */
    lastActiveAt: Generated<Date | null>;
    /** If true, the person's password alone opens no session (promise A7). */
    twoFactorEnabled: Generated<boolean>;
    createdAt: Date;
    updatedAt: Date;
  };
  session: {
    id: string;
    expiresAt: Date;
    token: string;
    createdAt: Date;
    updatedAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
    userId: string;
    /** `browser`: by a cookie alone, for a page of ours. */
    kind: Generated<'browser' | 'token'>;
    /** Whether the person signed in with a second factor. */
    mfa: Generated<boolean>;
    /** To the minute; null: not used yet. */
    lastUsedAt: Generated<Date | null>;
  };
  /** How a user signs in; better-auth's. Ours is always a `credential` with a hashed password. */
  account: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    createdAt: Date;
    updatedAt: Date;
  };
  /** What better-auth keeps of a link that it has handed out: the identifier hashed, the person as the value. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: Date;
    createdAt: Date;
    updatedAt: Date;
  };
  organization: OrganizationTable;
  member: {
    organizationId: string;
    userId: string;
    role: Role;
    createdAt: Date;
  };
  invitation: InvitationTable;
  /** What is limited by the hour or the day (access/count-limited-attempts.ts). */
  countedAttempt: {
    kind: string;
    key: string;
    at: Date;
  };
  /** What happened to a person's account (access/account-events.ts). */
  securityEvent: {
    id: string;
    userId: string;
    at: Date;
    action: string;
    outcome: 'ok' | 'failed';
    ip: string | null;
    /** What `ip` counts as (http/rate-limits.ts). */
    addressKey: string | null;
    requestId: string | null;
  };
  /** Wrong passwords in a row (access/delay-after-wrong-passwords.ts). */
  wrongPassword: {
    accountHash: string;
    addressKey: string;
    count: number;
    at: Date;
  };
  /** A person's second factor (access/second-factor/). It waits for its first right code while `twoFactorEnabled` is false. */
  twoFactor: {
    userId: string;
    /** Of TOTP, encrypted with AUTH_SECRET. */
    secret: string;
    /** Keyed hashes of those that are left. */
    recoveryCodes: string[];
    createdAt: Date;
  };
  /** Time steps of which a person has used the code. */
  usedCode: { userId: string; step: number; at: Date };
  wrongCode: { userId: string; at: Date };
  /** A passkey of a person (access/second-factor/passkeys/). */
  passkey: {
    id: string;
    userId: string;
    /** base64url, as browsers report it. */
    credentialId: string;
    /** A COSE key (RFC 9052). */
    publicKey: Buffer;
    counter: number;
    transports: string[];
    name: string;
    createdAt: Date;
    lastUsedAt: Date | null;
    /** Whether the person's other devices have it too. */
    backedUp: boolean;
  };
  /** Hashes of challenges that an authenticator has answered. */
  usedChallenge: { hash: string; expiresAt: Date };
}

declare module '../db/database-types.ts' {
  interface Database extends AccessTables {}
}

export interface OrganizationTable {
  id: string;
  name: string;
  /** Null: the service's default. */
  linkHandshakeEnabled: boolean | null;
  allowedUrlHosts: Generated<string[]>;
  /** Of its mails; null: English. */
  language: Generated<Language | null>;
  /** Whether it answers only sessions with a second factor (promise A6). */
  mfaRequired: Generated<boolean>;
  /** Counted by a trigger: it grows when one of the settings above becomes another. */
  version: Generated<number>;
  /** Who changed a setting last; null: not known. */
  updatedBy: Generated<string | null>;
  createdAt: Date;
  updatedAt: Date;
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
  /** How often it was tried. */
  mailAttempts: number;
  /** Null where no other attempt is planned. */
  mailNextAttemptAt: Date | null;
}
