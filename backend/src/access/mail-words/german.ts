import { WRONG_PASSWORDS } from '@sign-display/contracts/limits';
import { PASSWORD_RESET_TTL_MS } from '@sign-display/contracts/rest/session';
import type { AccountMailWords } from './english.ts';

const ROLES = { viewer: 'Betrachter', operator: 'Operator', admin: 'Admin', owner: 'Inhaber' };

/** The German words of mails about accounts. */
export const german: AccountMailWords = {
  quotes: ['„', '“'],
  time: (at) => `${at.toLocaleString('de', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} (UTC)`,
  invitation: {
    subject: (organization) => `Einladung zu ${organization}`,
    text: (inviter, organization, role) =>
      `${inviter} lädt Sie in die Organisation ${organization} ein, als ${ROLES[role]}.`,
    action: 'Einladung annehmen',
    notes: [
      'Der Link gilt sieben Tage und nur einmal.',
      'Wenn Sie diese Einladung nicht erwartet haben, müssen Sie nichts tun.',
    ],
  },
  passwordReset: {
    subject: 'Ein neues Passwort',
    text: [
      'Für diese Adresse wurde ein neues Passwort angefordert, wahrscheinlich von Ihnen.',
      'Mit einem neuen Passwort werden Sie überall abgemeldet. Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    ],
    action: 'Neues Passwort wählen',
    notes: [`Der Link gilt ${PASSWORD_RESET_TTL_MS / 60_000} Minuten und nur einmal.`],
  },
  wrongPasswords: {
    subject: 'Falsche Passwörter für Ihr Konto',
    text: (ip, time) => [
      `Für diese Adresse wurde ${WRONG_PASSWORDS.mailAt}-mal nacheinander ein falsches Passwort eingegeben. Der letzte Versuch kam von ${ip}, am ${time}.`,
      'Ihr Passwort gilt weiter, und niemand wurde angemeldet. Die nächsten Versuche müssen immer länger warten.',
      'Wenn Sie es selbst waren und Ihr Passwort nicht mehr wissen, wählen Sie ein anderes. Wenn nicht, müssen Sie nichts tun, solange Sie das Passwort nirgendwo sonst verwenden.',
    ],
    action: 'Anderes Passwort wählen',
    notes: [
      'Adressen, von denen Sie sich in den letzten 30 Tagen angemeldet haben, müssen nicht wegen anderer warten.',
    ],
  },
  sessionsEnded: {
    subject: 'Ein Admin hat Sie abgemeldet',
    text: (admin, count, time) => [
      count === 1
        ? `${admin} hat Sie auf einem Ihrer Geräte abgemeldet, am ${time}.`
        : `${admin} hat Sie auf ${count} Ihrer Geräte abgemeldet, am ${time}.`,
      'Ihr Passwort gilt weiter. Wenn Sie den Grund nicht kennen, fragen Sie den Admin und wählen Sie ein anderes Passwort.',
    ],
    action: 'Konto öffnen',
    notes: ['Ein Browser, in dem Sie abgemeldet wurden, erhält keine Benachrichtigungen mehr.'],
  },
};
