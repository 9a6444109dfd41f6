import type { Words } from './english.ts';

export const german: Words = {
  language: 'de',
  product: 'Sign Display Service',

  email: 'E-Mail',
  name: 'Name',
  password: 'Passwort',
  newPassword: 'Neues Passwort',

  signIn: {
    title: 'Anmelden',
    lead: 'Zu Ihren Wänden und den Schildern daran.',
    leadFromPage: 'Sie sind abgemeldet. Melden Sie sich an, dann sind Sie wieder, wo Sie waren.',
    forgotten: 'Vergessen?',
    button: 'Anmelden',
    wrong:
      'E-Mail und Passwort passen nicht zusammen. Nach zehn Versuchen in einer Minute machen wir Pause; der Link oben setzt ein neues Passwort.',
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
