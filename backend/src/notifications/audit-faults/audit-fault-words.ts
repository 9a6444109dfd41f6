import type { AuditFault } from '@sign-display/contracts/rest/audit';
import type { Language } from '@sign-display/contracts/languages';

/** The texts of the mail about a fault in an audit log. */
interface FaultWords {
  subject: string;
  paragraphs: string[];
  action: string;
}

type Describe = (fault: { organization: string; seq: string; from: string | null; to: string }) => FaultWords;

const ENGLISH: Record<AuditFault['kind'], (seq: string) => string> = {
  missing: (seq) => `Row ${seq} is missing.`,
  changed: (seq) => `Row ${seq} was changed after it was written.`,
  moved: (seq) => `Row ${seq} is in the wrong place.`,
};
const GERMAN: Record<AuditFault['kind'], (seq: string) => string> = {
  missing: (seq) => `Zeile ${seq} fehlt.`,
  changed: (seq) => `Zeile ${seq} wurde nachträglich geändert.`,
  moved: (seq) => `Zeile ${seq} steht an der falschen Stelle.`,
};

const WORDS: Record<Language, (kind: AuditFault['kind']) => Describe> = {
  en:
    (kind) =>
    ({ organization, seq, from, to }) => ({
      subject: `The audit log of ${organization} has a fault`,
      paragraphs: [
        `${ENGLISH[kind](seq)} ${from === null ? `It was written before ${to}.` : `It was written between ${from} and ${to}.`}`,
        'The dashboard and the API can’t change or delete a row of the log. So the database itself was changed. Ask the person who runs the database. An earlier export of the log may still have the row.',
        'You get no further mail about this log until a check finds it complete again.',
      ],
      action: 'Open the audit log',
    }),
  de:
    (kind) =>
    ({ organization, seq, from, to }) => ({
      subject: `Fehler im Protokoll von ${organization}`,
      paragraphs: [
        `${GERMAN[kind](seq)} ${from === null ? `Sie wurde vor dem ${to} geschrieben.` : `Sie wurde zwischen dem ${from} und dem ${to} geschrieben.`}`,
        'Über das Dashboard und die API lässt sich keine Zeile des Protokolls ändern oder löschen. Die Datenbank selbst wurde also verändert. Fragen Sie die Person, die die Datenbank betreibt. Ein früherer Export des Protokolls enthält die Zeile vielleicht noch.',
        'Sie erhalten keine weitere E-Mail zu diesem Protokoll, bis eine Prüfung es wieder vollständig findet.',
      ],
      action: 'Protokoll öffnen',
    }),
};

const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de' };

/** Makes the texts of the mail. `organization`: the organization's name in quotes. Times are in UTC. Pure. */
export function auditFaultWords(
  { seq, kind, from, to }: AuditFault,
  organization: string,
  language: Language,
): FaultWords {
  const form = { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'medium' } as const;
  const timeOf = (at: string): string => `${new Date(at).toLocaleString(LOCALES[language], form)} (UTC)`;
  return WORDS[language](kind)({
    organization,
    seq: seq.toLocaleString(LOCALES[language]),
    from: from && timeOf(from),
    to: timeOf(to),
  });
}
