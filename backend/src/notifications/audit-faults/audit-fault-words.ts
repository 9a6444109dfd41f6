import type { AuditFault } from '@sign-display/contracts/rest/audit';
import type { Language } from '@sign-display/contracts/languages';

/** The texts of the mail about a fault in an audit log. */
interface FaultWords {
  subject: string;
  paragraphs: string[];
  action: string;
}

type Describe = (about: { organization: string; rows: string[] }) => FaultWords;
type DescribeRow = (row: { kind: AuditFault['kind']; seq: string; from: string | null; to: string }) => string;

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

const ROWS: Record<Language, DescribeRow> = {
  en: ({ kind, seq, from, to }) =>
    `${ENGLISH[kind](seq)} ${from === null ? `It was written before ${to}.` : `It was written between ${from} and ${to}.`}`,
  de: ({ kind, seq, from, to }) =>
    `${GERMAN[kind](seq)} ${from === null ? `Sie wurde vor dem ${to} geschrieben.` : `Sie wurde zwischen dem ${from} und dem ${to} geschrieben.`}`,
};

const WORDS: Record<Language, Describe> = {
  en: ({ organization, rows }) => ({
    subject: `The audit log of ${organization} has a fault`,
    paragraphs: [
      ...rows,
      'The dashboard and the API can’t change or delete a row of the log. So the database itself was changed. Ask the person who runs the database. An earlier export of the log may still have the row.',
      'You get no further mail about this fault while the log has it. If a later check finds another fault, you get another mail.',
    ],
    action: 'Open the audit log',
  }),
  de: ({ organization, rows }) => ({
    subject: `Fehler im Protokoll von ${organization}`,
    paragraphs: [
      ...rows,
      'Über das Dashboard und die API lässt sich keine Zeile des Protokolls ändern oder löschen. Die Datenbank selbst wurde also verändert. Fragen Sie die Person, die die Datenbank betreibt. Ein früherer Export des Protokolls enthält die Zeile vielleicht noch.',
      'Sie erhalten keine weitere E-Mail zu diesem Fehler, solange er besteht. Findet eine spätere Prüfung einen anderen Fehler, erhalten Sie eine neue E-Mail.',
    ],
    action: 'Protokoll öffnen',
  }),
};

const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de' };

/** `organization`: its name, quoted for a sentence. `faults`: one or more; each has a paragraph. Times are in UTC. Pure. */
export function auditFaultWords(faults: readonly AuditFault[], organization: string, language: Language): FaultWords {
  const form = { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'medium' } as const;
  const timeOf = (at: string): string => `${new Date(at).toLocaleString(LOCALES[language], form)} (UTC)`;
  const rows = faults.map(({ kind, seq, from, to }) =>
    ROWS[language]({
      kind,
      seq: seq.toLocaleString(LOCALES[language]),
      from: from && timeOf(from),
      to: timeOf(to),
    }),
  );
  return WORDS[language]({ organization, rows });
}
