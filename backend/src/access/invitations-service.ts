import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import { makeSecret, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import { INVITATION_TTL_MS } from '@sign-display/contracts/rest/invitations';
import { roleSuffices, type Role } from '@sign-display/contracts/roles';
import { recordAudit } from '../audit/audit-log.ts';
import type { Author, SignedInAuthor } from '../http/change-author-types.ts';
import { isUniqueViolation } from '../db/open-database.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { Caller } from '../http/router.ts';
import type { MailProgress, PostOffice } from '../mail/send-mail-with-retries.ts';
import { countAttempts, type Attempt } from './count-limited-attempts.ts';
import { invitationMail } from './invitation-mail.ts';
import { languageOfMail } from './mail-language.ts';
import {
  findOpenInvitation,
  hashOfToken,
  lockInvitedRole,
  mailColumns,
  noteMail,
  saveInvitation,
  takeInvitation,
  type InvitationRow,
  type OpenInvitation,
} from './invitations-repository.ts';
import { lockMembers } from './members-repository.ts';
import { refuseWeak } from './password-strength.ts';
import { roleOf } from './role-checks.ts';
import { hashOfPassword, insertUser, normalizeEmail } from './users-repository.ts';

export interface InvitationDependencies extends ServiceDeps {
  publicUrl(): string;
  mail: PostOffice;
}

/**
 * The same words whichever limit it is, and never a name. Who knows that their own counts are not full can still conclude that others have
 * invited the address of late; that takes several organizations, and does not say which.
 */
const TOO_MANY_INVITATIONS = 'Too many invitations by you, from this organization or to this address. Wait and retry.';

/** Whose mails an invitation counts among: nobody fills a mailbox, or writes to strangers, in our name. */
const attemptsOf = (personId: string, organizationId: string, email: string): Attempt[] => [
  { kind: 'invitations of an organization', key: organizationId, limits: ATTEMPT_LIMITS.invitationsOfOrganization },
  { kind: 'invitations by a person', key: personId, limits: ATTEMPT_LIMITS.invitationsByPerson },
  { kind: 'invitations to an address', key: email, limits: ATTEMPT_LIMITS.invitationsToAddress },
  {
    kind: 'invitations of an organization to an address',
    key: `${organizationId} ${email}`,
    limits: ATTEMPT_LIMITS.invitationsOfOrganizationToAddress,
  },
];

/**
 * Invites an address into an organization and mails it a one-time link; a mail that can't be sent fails nothing, and the invitation says so.
 * Refuses a member (`conflict`) and one mail too many (`rate_limited`). Who may invite for which role is the caller's to check.
 */
export async function invite(
  deps: InvitationDependencies,
  author: SignedInAuthor,
  organizationId: string,
  { email: typed, role }: { email: string; role: Role },
): Promise<(InvitationRow & { url?: string }) | RestRefusal> {
  const { db, clock, random, publicUrl, mail } = deps;
  const email = normalizeEmail(typed);
  const member = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .where('member.organizationId', '=', organizationId)
    .where('user.email', '=', email)
    .select('user.id')
    .executeTakeFirst();
  if (member) return { code: 'conflict', detail: 'This person is already a member.' };
  const organization = await db
    .selectFrom('organization')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  if (!organization) return { code: 'not_found' };

  const token = makeSecret(random);
  const now = clock.now();
  const invitation = await db.transaction().execute(async (trx): Promise<InvitationRow | RestRefusal> => {
    await lockMembers(trx, organizationId);
    const own = await roleOf(trx, author.person.id, organizationId);
    const present = await lockInvitedRole(trx, organizationId, email);
    if (own === null) return { code: 'not_found' };
    // Nobody gives a role above their own, nor takes one by inviting anew who was invited for more.
    if (!roleSuffices(own, role) || (present !== null && !roleSuffices(own, present))) return { code: 'forbidden' };
    const retryAfterMs = await countAttempts(trx, attemptsOf(author.person.id, organizationId, email), now);
    if (retryAfterMs > 0) return { code: 'rate_limited', detail: TOO_MANY_INVITATIONS, retryAfterMs };
    const saved = await saveInvitation(trx, {
      id: makeUuidV7(clock, random),
      organizationId,
      email,
      role,
      tokenHash: hashOfToken(token),
      createdAt: new Date(now),
      expiresAt: new Date(now + INVITATION_TTL_MS),
      invitedBy: author.person.id,
      mailState: 'sending',
      mailReason: null,
      mailAttempts: 0,
      mailNextAttemptAt: null,
    });
    const entry = { organizationId, action: 'member.invite', target: { type: 'member', id: saved.id } };
    await recordAudit(trx, author, { ...entry, detail: { email, role } }, now);
    return saved;
  });
  if ('code' in invitation) return invitation;
  // Kept first: a mail with a dead link is worse than an invitation without a mail, which is made again by inviting again.
  const link = addressOf(publicUrl(), pathOf('invitation', { token }));
  const { name: inviter } = author.person;
  const language = await languageOfMail(db, email, organizationId);
  const message = invitationMail({ to: email, organization: organization.name, inviter, role, link }, language);
  const progressed = (progress: MailProgress) => noteMail(db, invitation, progress);
  const progress = await mail.post(message, { kind: 'invitation', progressed });
  // Without a mail server nobody receives the mail: the inviter gives the link to the person.
  return { ...invitation, ...mailColumns(progress), ...(progress.state === null && { url: link }) };
}

/** The same words for every invitation that does not hold: who has the link learns nothing of the organization. */
export const DEAD_INVITATION: RestRefusal = {
  code: 'not_found',
  detail: 'This invitation is not valid. It was already used, was withdrawn, or has expired. Ask for a new one.',
};

/** What an acceptance led to: the member's identifier, and whether their account was made by it. */
type Acceptance = { userId: string; email: string; isNew: boolean };

async function join(
  deps: InvitationDependencies,
  author: Author,
  { id, organizationId, role, email }: OpenInvitation,
  token: string,
  person: { name: string; idIn(transaction: Parameters<typeof insertUser>[0]): Promise<string> },
): Promise<string | RestRefusal> {
  const nowMs = deps.clock.now();
  const createdAt = new Date(nowMs);
  return deps.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    // Asked again under the lock: its inviter may have been removed since.
    const holds = (await findOpenInvitation(transaction, token, createdAt)) !== undefined;
    if (!holds || !(await takeInvitation(transaction, id, token))) return DEAD_INVITATION;
    const userId = await person.idIn(transaction);
    await transaction
      .insertInto('member')
      .values({ organizationId, userId, role, createdAt })
      // Somebody who became a member meanwhile keeps the role that they have.
      .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doNothing())
      .execute();
    const accepted = { organizationId, action: 'invitation.accept', target: { type: 'member', id: userId } };
    const by = { ...author, person: { id: userId, name: person.name, email } };
    await recordAudit(transaction, by, { ...accepted, detail: { invitationId: id, role } }, nowMs);
    return userId;
  });
}

/**
 * Accepts an invitation, once: makes the account from name and password, or adds the signed-in `caller`, if it is them who was invited.
 * Refuses a token that does not hold (`not_found`), another person's session (`forbidden`), and who has an account and is not signed in
 * to it (`unauthenticated`).
 */
export async function acceptInvitation(
  deps: InvitationDependencies,
  author: Author,
  caller: Caller | null,
  token: string,
  body: { name?: string; password?: string },
): Promise<Acceptance | RestRefusal> {
  const invitation = await findOpenInvitation(deps.db, token, new Date(deps.clock.now()));
  if (!invitation) return DEAD_INVITATION;
  const { email } = invitation;
  if (invitation.hasAccount) {
    if (!caller) return { code: 'unauthenticated', detail: `Sign in as ${email} first, then accept the invitation.` };
    if (caller.email !== email) return { code: 'forbidden', detail: `This invitation is for ${email}.` };
    const joined = await join(deps, author, invitation, token, {
      name: caller.name,
      idIn: async () => caller.userId,
    });
    return typeof joined === 'string' ? { userId: joined, email, isNew: false } : joined;
  }

  const { name, password } = body;
  if (name === undefined || password === undefined) {
    const errors = ['/name', '/password'].map((path) => ({ path, message: FIELD_MESSAGES.required }));
    return { code: 'validation_failed', detail: 'Enter a name and a password to create the account.', errors };
  }
  const weak = refuseWeak(password, [email, name, invitation.organizationName], '/password');
  if (weak) return weak;
  const passwordHash = await hashOfPassword(password);
  try {
    const joined = await join(deps, author, invitation, token, {
      name,
      idIn: (transaction) => insertUser(transaction, deps, { email, name, passwordHash }),
    });
    return typeof joined === 'string' ? { userId: joined, email, isNew: true } : joined;
  } catch (error) {
    // Two invitations of one person, accepted at once: the other made the account. This one still holds.
    if (isUniqueViolation(error))
      return { code: 'conflict', detail: `Sign in as ${email} first, then accept the invitation.` };
    throw error;
  }
}
