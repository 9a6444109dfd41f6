import type { Words } from '../english.ts';

export const signInPages: Words['signInPages'] = {
  signIn: {
    title: 'Anmelden',
    lead: 'Zu Ihren Wänden und den Schildern daran.',
    leadFromPage: 'Ihre Sitzung ist zu Ende. Melden Sie sich an, dann geht es dort weiter, wo Sie waren.',
    forgotten: 'Vergessen?',
    button: 'Anmelden',
    wrong:
      'E-Mail und Passwort passen nicht zusammen. Nach zehn Versuchen in einer Minute machen wir Pause; der Link oben setzt ein neues Passwort.',
  },
  forgotPassword: {
    title: 'Passwort vergessen',
    lead: 'Sie bekommen einen Link, der ein neues setzt. Er gilt einmal, eine Stunde lang.',
    button: 'Link anfordern',
    back: 'Zurück zur Anmeldung',
    done: 'Wenn diese Adresse ein Konto hat, hat der Dienst eine Mail mit einem Link geschrieben. Ist der Mailversand eingerichtet, sehen Sie im Postfach und im Spam-Ordner nach. Wenn nicht, fragen Sie den Betreiber des Dienstes: Er hat die Mail als Datei.',
  },
  resetPassword: {
    title: 'Neues Passwort',
    lead: 'Wenn es gesetzt ist, sind Sie überall abgemeldet.',
    button: 'Passwort setzen',
    done: 'Das Passwort ist gesetzt.',
    doneLead: 'Sie sind überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
    dead: 'Dieser Link gilt nicht mehr.',
    deadLead: 'Er wurde schon benutzt oder ist älter als eine Stunde. Ihr Passwort ist unverändert.',
    again: 'Anderen Link anfordern',
  },
  invitation: {
    title: (organization) => `${organization} beitreten`,
    lead: (role, email) => `Sie sind eingeladen als ${role}, mit ${email}.`,
    button: 'Beitreten',
    hasAccount: 'Mit dieser Adresse gibt es ein Konto. Melden Sie sich damit an, dann treten Sie bei.',
    other: (email) =>
      `Sie sind als ${email} angemeldet. Die Einladung gilt einer anderen Adresse: Melden Sie sich erst ab.`,
    dead: 'Diese Einladung gilt nicht mehr.',
    deadLead: 'Sie wurde benutzt oder zurückgezogen oder ist älter als 7 Tage. Bitten Sie um eine neue.',
  },
  foot: {
    up: 'Dienst läuft',
    degraded: 'Dienst läuft mit Störung',
    down: 'Dienst ausgefallen',
    unknown: 'Dienst nicht erreicht',
    claim: 'Mit dem Telefon übernehmen',
  },
};
