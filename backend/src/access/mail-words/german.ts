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
      `${inviter} lädt Sie als ${ROLES[role]} in die Organisation ${organization} ein.`,
    action: 'Einladung annehmen',
    notes: [
      'Der Link kann nur einmal verwendet werden und läuft nach sieben Tagen ab.',
      'Wenn Sie diese Einladung nicht erwartet haben, können Sie sie ignorieren.',
    ],
  },
  passwordReset: {
    subject: 'Neues Passwort festlegen',
    text: [
      'Für diese Adresse wurde ein neues Passwort angefordert, wahrscheinlich von Ihnen.',
      'Wenn Sie ein neues Passwort wählen, werden Sie überall abgemeldet. Wenn Sie kein neues Passwort angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt dann unverändert.',
    ],
    action: 'Neues Passwort wählen',
    notes: [`Der Link kann nur einmal verwendet werden und läuft nach ${PASSWORD_RESET_TTL_MS / 60_000} Minuten ab.`],
  },
  wrongPasswords: {
    subject: 'Falsche Passwörter für Ihr Konto',
    text: (ip, time) => [
      `Für diese E-Mail-Adresse wurde ${WRONG_PASSWORDS.mailAt}-mal hintereinander ein falsches Passwort eingegeben. Der letzte Versuch kam am ${time} von der IP-Adresse ${ip}.`,
      'Ihr Passwort gilt weiter, und niemand konnte sich anmelden. Mit jedem weiteren Versuch wird die Wartezeit länger.',
      'Wenn Sie das selbst waren und Ihr Passwort vergessen haben, wählen Sie ein neues. Wenn nicht, müssen Sie nichts tun, außer Sie verwenden dasselbe Passwort auch anderswo.',
    ],
    action: 'Neues Passwort wählen',
    notes: [
      'Die Wartezeit nach falschen Passwörtern gilt nicht für IP-Adressen, von denen aus Sie sich in den letzten 30 Tagen angemeldet haben.',
    ],
  },
  sessionsEnded: {
    subject: 'Ein Admin hat Sie abgemeldet',
    text: (admin, count, time) => [
      count === 1
        ? `${admin} hat Sie am ${time} auf einem Ihrer Geräte abgemeldet.`
        : `${admin} hat Sie am ${time} auf ${count} Ihrer Geräte abgemeldet.`,
      'Ihr Passwort gilt weiter. Wenn Sie den Grund nicht kennen, fragen Sie den Admin und wählen Sie ein neues Passwort.',
    ],
    action: 'Konto öffnen',
    notes: ['Ein Browser, in dem Sie abgemeldet wurden, erhält keine Benachrichtigungen mehr.'],
  },
  passkeyAdded: {
    subject: 'Neuer Passkey für Ihr Konto',
    text: (passkey, time) => [
      `Am ${time} wurde der Passkey ${passkey} zu Ihrem Konto hinzugefügt. Mit ihm ist eine Anmeldung ohne Passwort und ohne Code möglich.`,
      'Wenn Sie das nicht selbst waren, entfernen Sie den Passkey und wählen Sie ein neues Passwort. Ein neues Passwort allein entfernt keine Passkeys.',
    ],
    action: 'Passkeys ansehen',
    notes: ['Wenn Sie die Anmeldung in zwei Schritten ausschalten, werden alle Passkeys entfernt.'],
  },
  secondFactorOff: {
    subject: 'Anmeldung in zwei Schritten ausgeschaltet',
    text: (time) => [
      `Am ${time} wurde die Anmeldung in zwei Schritten für Ihr Konto ausgeschaltet. Ihre Passkeys wurden entfernt und alle Ihre anderen Sitzungen beendet.`,
      'Für die Anmeldung genügt jetzt Ihr Passwort. Wenn Sie das nicht selbst waren, wählen Sie ein neues Passwort und schalten Sie die Anmeldung in zwei Schritten wieder ein.',
    ],
    action: 'Konto öffnen',
    notes: ['Ein Browser, in dem Sie abgemeldet wurden, erhält keine Benachrichtigungen mehr.'],
  },
  secondFactorReset: {
    subject: 'Anmeldung in zwei Schritten zurückgesetzt',
    text: (systemOwner, time) => [
      `${systemOwner} hat am ${time} Ihre Anmeldung in zwei Schritten zurückgesetzt, Ihre Passkeys entfernt und Sie überall abgemeldet.`,
      'Für die Anmeldung genügt jetzt Ihr Passwort. Wenn Sie nicht darum gebeten haben, wählen Sie ein neues Passwort. Schalten Sie die Anmeldung in zwei Schritten danach wieder ein.',
    ],
    action: 'Konto öffnen',
    notes: ['Ein Browser, in dem Sie abgemeldet wurden, erhält keine Benachrichtigungen mehr.'],
  },
};
