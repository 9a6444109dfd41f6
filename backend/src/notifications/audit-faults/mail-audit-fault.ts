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

/**
 * Mails each owner of an organization once about a fault in the audit log, until a check finds the log intact (promise
 * N15).
 */

const QUOTES: Record<Language, readonly [string, string]> = { en: ['“', '”'], de: ['„', '“'] };

interface FaultMail {
  to: string;
  organization: string;
  fault: AuditFault;
  /** The page of the audit log. */
  link: string;
}

export function auditFaultMail({ to, organization, fault, link }: FaultMail, language: Language): Mail {
  const { subject, paragraphs, action } = auditFaultWords(fault, quoted(organization, QUOTES[language]), language);
  return renderLetter({ to, subject, paragraphs, action: { text: action, url: link }, notes: [] }, language);
}

export function createAuditFaultMails(deps: ServiceDeps & { sendMail: SendMail; publicUrl(): string }) {
  const { db, clock, random, sendMail, publicUrl } = deps;
  return {
    /**
     * Adds one job for each owner in the transaction that stores the fault. Each job is retried until the mail is sent.
     */
    async add(trx: Trx, organizationId: string): Promise<void> {
      const owners = await trx
        .selectFrom('member')
        .select('userId')
        .where('organizationId', '=', organizationId)
        .where('role', '=', 'owner')
        .orderBy('userId')
        .execute();
      for (const { userId } of owners) {
        const payload = { organizationId, userId, mailId: makeUuidV7(clock, random) };
        const key = `audit_fault:${organizationId}:${userId}`;
        await addJob(trx, 'mail_audit_fault', payload, { atMs: null, key, mode: 'sooner' });
      }
    },

    /**
     * Sends one of these mails, unless the person no longer owns the organization or the log is intact again. Rejects
     * if the mail server does not accept the mail.
     */
    async send({ organizationId, userId, mailId }: JobPayloads['mail_audit_fault']): Promise<void> {
      const owner = await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.userId')
        .innerJoin('organization', 'organization.id', 'member.organizationId')
        .select(['user.email', 'organization.name as organization'])
        .where('member.organizationId', '=', organizationId)
        .where('member.userId', '=', userId)
        .where('member.role', '=', 'owner')
        .executeTakeFirst();
      const { fault } = await findVerification(db, organizationId);
      if (!owner || !fault) return;
      const { email: to, organization } = owner;
      const link = addressOf(publicUrl(), pathOf('organizationAudit', { organizationId }));
      const language = await languageOfMail(db, to, organizationId);
      await sendMail({ ...auditFaultMail({ to, organization, fault, link }, language), id: mailId });
    },
  };
}
