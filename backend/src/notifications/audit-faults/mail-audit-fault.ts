import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import type { AuditFault } from '@sign-display/contracts/rest/audit';
import type { Language } from '@sign-display/contracts/languages';
import { languageOfMail } from '../../access/mail-language.ts';
import { findVerification } from '../../audit/audit-checks.ts';
import type { ServiceDeps, Trx } from '../../db/database-types.ts';
import { addJob, type JobPayloads } from '../../jobs/add-job.ts';
import { quoted } from '../../mail/mail-name-sanitizer.ts';
import { renderLetter } from '../../mail/mail-template.ts';
import type { Mail, SendMail } from '../../mail/message.ts';
import { auditFaultWords } from './audit-fault-words.ts';

/** Each fault in an audit log is mailed to each owner of the organization once, until a check no longer finds it (promise N15). */

const QUOTES: Record<Language, readonly [string, string]> = { en: ['“', '”'], de: ['„', '“'] };

interface FaultMail {
  to: string;
  organization: string;
  faults: readonly AuditFault[];
  /** The page of the audit log. */
  link: string;
}

export function auditFaultMail({ to, organization, faults, link }: FaultMail, language: Language): Mail {
  const { subject, paragraphs, action } = auditFaultWords(faults, quoted(organization, QUOTES[language]), language);
  return renderLetter({ to, subject, paragraphs, action: { text: action, url: link }, notes: [] }, language);
}

export function createAuditFaultMails(deps: ServiceDeps & { sendMail: SendMail; publicUrl(): string }) {
  const { db, clock, random, sendMail, publicUrl } = deps;
  return {
    /** Adds the mails to the owners, in the transaction that stores the faults: one job for each, which is tried until the mail is sent. */
    async add(trx: Trx, organizationId: string, faults: readonly AuditFault[]): Promise<void> {
      const owners = await trx
        .selectFrom('member')
        .select('userId')
        .where('organizationId', '=', organizationId)
        .where('role', '=', 'owner')
        .orderBy('userId')
        .execute();
      for (const { userId } of owners) {
        const mailId = makeUuidV7(clock, random);
        const payload = { organizationId, userId, mailId, faults };
        const key = `audit_fault:${organizationId}:${userId}:${mailId}`;
        await addJob(trx, 'mail_audit_fault', payload, { atMs: null, key, mode: 'sooner' });
      }
    },

    /** Sends one of them, unless the person no longer owns the organization or a check no longer finds the faults. Rejects where the mail is not taken. */
    async send({ organizationId, userId, mailId, faults }: JobPayloads['mail_audit_fault']): Promise<void> {
      const owner = await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.userId')
        .innerJoin('organization', 'organization.id', 'member.organizationId')
        .select(['user.email', 'organization.name as organization'])
        .where('member.organizationId', '=', organizationId)
        .where('member.userId', '=', userId)
        .where('member.role', '=', 'owner')
        .executeTakeFirst();
      const { fault, otherFaults = [] } = await findVerification(db, organizationId);
      const present = fault ? [fault, ...otherFaults] : [];
      const still = faults.filter(({ seq, kind }) => present.some((one) => one.seq === seq && one.kind === kind));
      if (!owner || still.length === 0) return;
      const { email: to, organization } = owner;
      const link = addressOf(publicUrl(), pathOf('organizationAudit', { organizationId }));
      const language = await languageOfMail(db, to, organizationId);
      await sendMail({ ...auditFaultMail({ to, organization, faults: still, link }, language), id: mailId });
    },
  };
}
