import type { Words } from '../english.ts';

export const signInPages: Words['signInPages'] = {
  signIn: {
    title: 'Anmelden',
    lead: 'Melden Sie sich an, um Ihre Wände und Schilder zu sehen.',
    leadFromPage: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um fortzufahren.',
    forgotten: 'Passwort vergessen?',
    button: 'Anmelden',
    wrong:
      'E-Mail-Adresse oder Passwort ist falsch. Nach zehn Versuchen in einer Minute ist die Anmeldung vorübergehend gesperrt. Über den Link oben können Sie ein neues Passwort festlegen.',
  },
  firstPassword: {
    title: 'Passwort wählen',
    lead: 'Das Startpasswort, das der Dienst ausgegeben hat, gilt nur für die erste Anmeldung. Wählen Sie ein eigenes Passwort, danach öffnet sich die gewünschte Seite.',
    printed: 'Startpasswort',
  },
  forgotPassword: {
    title: 'Passwort vergessen?',
    lead: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen können. Der Link gilt eine Stunde und kann nur einmal verwendet werden.',
    button: 'Link anfordern',
    back: 'Zurück zur Anmeldung',
    done: 'Wenn es zu dieser Adresse ein Konto gibt, hat der Dienst eine E-Mail mit einem Link erstellt. Sehen Sie in Ihrem Postfach und im Spam-Ordner nach. Wenn der E-Mail-Versand nicht eingerichtet ist, wurde die E-Mail nicht gesendet, sondern als Datei gespeichert: Fragen Sie den Betreiber des Dienstes nach dem Link.',
  },
  resetPassword: {
    title: 'Neues Passwort',
    lead: 'Wenn Sie ein neues Passwort festlegen, werden Sie überall abgemeldet.',
    button: 'Passwort festlegen',
    done: 'Ihr Passwort wurde geändert.',
    doneLead: 'Sie sind überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
    dead: 'Dieser Link ist nicht mehr gültig.',
    deadLead: 'Der Link wurde bereits verwendet oder ist älter als eine Stunde. Ihr Passwort ist unverändert.',
    again: 'Neuen Link anfordern',
  },
  invitation: {
    title: (organization) => `${organization} beitreten`,
    lead: (role, email) => `Sie sind mit der Adresse ${email} als ${role} eingeladen.`,
    button: 'Beitreten',
    hasAccount: 'Zu dieser Adresse gibt es bereits ein Konto. Melden Sie sich mit diesem Konto an, um beizutreten.',
    other: (email) =>
      `Sie sind als ${email} angemeldet. Die Einladung gilt für eine andere Adresse. Melden Sie sich zuerst ab.`,
    dead: 'Diese Einladung ist nicht mehr gültig.',
    deadLead:
      'Die Einladung wurde bereits verwendet oder zurückgezogen, oder sie ist älter als 7 Tage. Bitten Sie um eine neue Einladung.',
  },
  foot: {
    up: 'Dienst läuft',
    degraded: 'Dienst läuft mit Störungen',
    down: 'Dienst ausgefallen',
    unknown: 'Dienst nicht erreichbar',
    claim: 'Schilder mit dem Telefon übernehmen',
  },
};
