import type { Words } from './english.ts';

export const german: Words = {
  language: 'de',
  product: 'Sign Display Service',

  email: 'E-Mail',
  name: 'Name',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  newPasswordHint: 'Mindestens 10 Zeichen. Ein paar Wörter sind leicht zu merken und schwer zu erraten.',
  roles: { viewer: 'Betrachter', operator: 'Operator', admin: 'Admin', owner: 'Inhaber' },

  marks: {
    online: 'Online',
    offline: 'Offline',
    unlinked: 'Ohne Gerät',
    unstable: 'Unstet',
    held: 'Urteil wartet',
    showing: 'Zeigt',
    idle: 'Leerlauf',
    loading: 'Lädt',
    content_unreachable: 'Inhalt nicht erreichbar',
    content_error: 'Inhalt mit Fehler',
    none: 'Nichts bekannt',
    foreground: 'Vordergrund',
    background: 'Hintergrund',
    blank: 'Bild leer',
    unknown: 'Nicht bekannt',
    queued: 'Wartet',
    sent: 'Gesendet',
    acked: 'Getan',
    failed: 'Misslungen',
    expired: 'Abgelaufen',
    refused: 'Abgelehnt',
  },

  signIn: {
    title: 'Anmelden',
    lead: 'Zu Ihren Wänden und den Schildern daran.',
    leadFromPage: 'Sie sind abgemeldet. Melden Sie sich an, dann sind Sie wieder, wo Sie waren.',
    forgotten: 'Vergessen?',
    button: 'Anmelden',
    wrong:
      'E-Mail und Passwort passen nicht zusammen. Nach zehn Versuchen in einer Minute machen wir Pause; der Link oben setzt ein neues Passwort.',
  },
  forgotPassword: {
    title: 'Passwort vergessen',
    lead: 'Wir schicken Ihnen einen Link, der ein neues setzt. Er gilt eine Stunde lang, einmal.',
    button: 'Link schicken',
    back: 'Zurück zur Anmeldung',
    done: 'Wenn diese Adresse ein Konto hat, ist eine Mail mit einem Link unterwegs. Vielleicht liegt sie im Spam-Ordner.',
  },
  resetPassword: {
    title: 'Neues Passwort',
    lead: 'Wenn es gesetzt ist, sind Sie überall abgemeldet.',
    button: 'Passwort setzen',
    done: 'Das Passwort ist gesetzt.',
    doneLead: 'Sie sind überall abgemeldet. Melden Sie sich damit an.',
    dead: 'Dieser Link gilt nicht mehr.',
    deadLead: 'Er wurde schon benutzt oder ist älter als eine Stunde. Ihr Passwort ist geblieben.',
    again: 'Anderen Link schicken',
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
    down: 'Dienst steht',
    unknown: 'Dienst nicht erreicht',
    claim: 'Mit dem Telefon anmelden',
  },
  home: {
    title: 'Ihre Wände',
    signOut: 'Abmelden',
    noEvent: 'Bei welcher Veranstaltung hängen diese Schilder?',
    noEventLead:
      'Eine Veranstaltung gibt Schildern einen Ort, eine Zeitzone und Menschen, die etwas erfahren. Ihren Namen können Sie später ändern.',
    noOrganization: 'Sie gehören noch zu keiner Organisation.',
    noOrganizationLead:
      'Bitten Sie jemanden mit der Rolle Admin um eine Einladung: Deren Mail hat einen Link, der Sie hereinbringt.',
  },
  missing: {
    title: 'Hier ist keine Seite.',
    lead: 'Die Adresse ist vielleicht vertippt, oder es gibt nicht mehr, wohin sie führte.',
    home: 'Zu Ihren Wänden',
  },
  later: {
    title: 'Diese Seite ist noch nicht gebaut.',
    lead: 'Ihre Adresse stimmt und bleibt. Was sie zeigen wird, lässt sich einstweilen von der API erfragen.',
    api: 'Die API',
  },
  trouble: {
    unreachable: 'Der Dienst ist nicht zu erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    unavailable: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
    internal: 'Wir haben einen Fehler gemacht, er ist festgehalten. Versuchen Sie es noch einmal.',
    rateLimited: (seconds) => `Das war oft. Warten Sie ${seconds} s, dann geht es wieder.`,
    field: 'Ein Feld braucht noch einen Blick.',
    tryAgain: 'Noch einmal',
  },
};
